// The table of contents marks the part that is being read.
import { target } from "./tabs";

export function markContents(): void {
  const links = new Map<Element, HTMLAnchorElement>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>("body > nav a")) {
    const part = target(link);
    if (part) links.set(part, link);
  }
  const seen = new Set<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) seen.add(entry.target); else seen.delete(entry.target);
    const current = Array.from(links.keys()).find((part) => seen.has(part));
    if (!current) return;
    for (const link of links.values()) link.removeAttribute("aria-current");
    links.get(current)!.setAttribute("aria-current", "true");
  }, { rootMargin: "-10% 0px -55% 0px" });
  for (const part of links.keys()) observer.observe(part);
}
