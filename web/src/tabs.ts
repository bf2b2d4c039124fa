// Several documents in one page: one tab each.
import { make } from "./dom";

export function makeTabs(articles: HTMLElement[], opened: (place: number) => void): void {
  if (articles.length < 2) return;
  const list = make("div", { class: "tabs", role: "tablist", "aria-label": "Results" });
  const tabs = articles.map((article, i) => {
    const title = article.querySelector("h2")?.textContent?.trim() || `result ${i + 1}`;
    const tab = make("button", { type: "button", role: "tab", id: `${article.id}-tab`, "aria-controls": `${article.id}-panel` }, title);
    tab.addEventListener("click", () => open(i));
    return tab;
  });
  list.append(...tabs);
  list.addEventListener("keydown", (event) => {
    const now = tabs.indexOf(document.activeElement as HTMLButtonElement), n = tabs.length;
    const next: Record<string, number> = { ArrowRight: (now + 1) % n, ArrowLeft: (now + n - 1) % n, Home: 0, End: n - 1 };
    if (now < 0 || !(event.key in next)) return;
    event.preventDefault();
    open(next[event.key]);
    tabs[next[event.key]].focus();
  });
  articles[0].before(list);
  const panels = articles.map((article, i) => {
    const panel = make("div", { class: "panel", role: "tabpanel", id: `${article.id}-panel`, "aria-labelledby": tabs[i].id });
    article.before(panel);
    panel.append(article);
    return panel;
  });

  function open(place: number): void {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === place));
      tab.tabIndex = i === place ? 0 : -1;
      panels[i].hidden = i !== place;
    });
    for (const link of document.querySelectorAll<HTMLAnchorElement>("body > nav a")) {
      const article = target(link)?.closest("article.document");
      link.parentElement!.classList.toggle("hidden", article !== null && article !== undefined && article !== articles[place]);
    }
    opened(place);
  }

  // A link into a document that is not shown opens it first.
  const follow = (): void => {
    const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("article.document");
    const place = articles.indexOf(wanted as HTMLElement);
    if (place >= 0 && panels[place].hidden) {
      open(place);
      document.getElementById(decodeURIComponent(location.hash.slice(1)))!.scrollIntoView();
    }
  };
  addEventListener("hashchange", follow);
  open(0);
  follow();
}

export function target(link: HTMLAnchorElement): HTMLElement | null {
  const hash = link.getAttribute("href") ?? "";
  return hash.startsWith("#") ? document.getElementById(hash.slice(1)) : null;
}
