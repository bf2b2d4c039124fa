// One box beside the pointer, for all figures.
import { make } from "./dom";

const box = make("div", { class: "tip hidden", role: "presentation" });

export function showTip(x: number, y: number, title: string, lines: string[]): void {
  if (!box.isConnected) document.body.append(box);
  box.replaceChildren(make("strong", {}, title), ...lines.map((line) => make("span", {}, line)));
  box.classList.remove("hidden");
  const width = box.offsetWidth, height = box.offsetHeight, gap = 14;
  const left = x + gap + width > innerWidth ? Math.max(4, x - gap - width) : x + gap;
  const top = y + gap + height > innerHeight ? Math.max(4, y - gap - height) : y + gap;
  box.style.setProperty("left", `${left}px`);
  box.style.setProperty("top", `${top}px`);
}

export function hideTip(): void {
  box.classList.add("hidden");
}

addEventListener("scroll", hideTip, { passive: true });
addEventListener("keydown", (event) => { if (event.key === "Escape") hideTip(); });
