// What scripts add to the parts of one document.
import { Card } from "./card";
import { enrichComparison } from "./comparison";
import { Container } from "./container";
import { copy, featureRows } from "./csv";
import { button, make } from "./dom";
import { Features } from "./features";
import { enrichHeat } from "./heat";
import { SampleMap } from "./map";
import { FeatureSearch } from "./search";
import { ScoresPlot } from "./scores";
import { addTools } from "./tables";

/** Calls when the element comes near the screen. */
function whenNear(element: Element, action: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    action();
  }, { rootMargin: "400px" });
  observer.observe(element);
}

function fileName(article: HTMLElement, part: string): string {
  const title = article.querySelector("h2")?.textContent ?? "tamis";
  const stem = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40);
  return `${stem || "tamis"}-${part}.csv`;
}

function enrichTables(article: HTMLElement, features: Features | null): void {
  const named = new Map<string, number>();
  for (const table of article.querySelectorAll<HTMLTableElement>("table.data.sortable")) {
    const part = table.closest<HTMLElement>("section.part")?.dataset.part ?? "table";
    const box = table.closest(".scroll") ?? table;
    const kept = box.previousElementSibling;
    const place = kept?.matches("div.tools") ? kept as HTMLElement : make("div", { class: "tools small" });
    if (place !== kept) box.before(place);
    const rows = place.dataset.for === "chosen" && features && features.chosen.length > 0 ? () => featureRows(features, features.chosen) : undefined;
    const number = (named.get(part) ?? 0) + 1;
    named.set(part, number);
    addTools(place, table, { rows, file: fileName(article, number > 1 ? `${part}-${number}` : part) });
  }
}

/** What is meant to be pasted elsewhere, such as a reference, is copied by a button. */
function addCopyButtons(article: HTMLElement): void {
  for (const text of article.querySelectorAll("pre")) {
    const copied = button("Copy", async () => {
      copied.textContent = (await copy(text.textContent ?? "")) ? "Copied" : "Copying was not allowed";
      setTimeout(() => { copied.textContent = "Copy"; }, 2000);
    });
    text.before(make("div", { class: "tools small" }, copied));
  }
}

function enrichFeatures(article: HTMLElement, features: Features): (feature: number) => void {
  const place = article.querySelector<HTMLElement>(".feature-search");
  if (!place) return () => {};
  const card = new Card(features, "h4");
  const show = (feature: number): void => card.show(feature);
  new FeatureSearch(place, features, show);
  place.after(card.element);
  const first = features.chosen[0] ?? features.order()[0];
  if (first !== undefined) show(first);
  return (feature) => {
    show(feature);
    card.element.scrollIntoView({ block: "center" });
    card.element.focus({ preventScroll: true });
  };
}

function linkNames(article: HTMLElement, open: (feature: number) => void): void {
  for (const row of article.querySelectorAll<HTMLTableRowElement>("tr[data-feature]")) {
    const name = row.querySelector<HTMLElement>("th.name, td.name");
    if (!name) continue;
    const link = button("", () => open(Number(row.dataset.feature)), { class: "link", title: "Open its card" });
    link.append(...Array.from(name.childNodes));
    name.append(link);
  }
}

/** Figures that scroll inside their box can be scrolled by keyboard. */
function focusScrollers(article: HTMLElement): void {
  for (const figure of article.querySelectorAll<HTMLElement>("figure.plot:not(.enhanced)"))
    if (figure.scrollWidth > figure.clientWidth + 1) figure.tabIndex = 0;
}

export function enrichDocument(article: HTMLElement, data: Container | null): void {
  const features = data && data.header.features > 0 ? new Features(data) : null;
  enrichTables(article, features);
  addCopyButtons(article);
  focusScrollers(article);
  for (const part of article.querySelectorAll('[data-part="comparison"], [data-part="papers"]')) enrichComparison(part);
  if (!features) return;
  const open = enrichFeatures(article, features);
  if (article.querySelector(".feature-search")) linkNames(article, open);
  const plot = (name: string): HTMLElement | null => article.querySelector<HTMLElement>(`figure.plot[data-plot="${name}"]`);
  const scores = plot("scores"), redundancy = plot("redundancy"), map = plot("map");
  if (scores && features.column("score")) whenNear(scores, () => new ScoresPlot(scores, features, open));
  if (redundancy) enrichHeat(redundancy, features);
  if (map && features.data.header.map) {
    for (const sentence of map.querySelectorAll(".needs-script")) sentence.remove();
    whenNear(map, () => new SampleMap(map, features));
  }
}
