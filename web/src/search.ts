// Search among all features: a text field with a list of what fits.
import { freshId, make } from "./dom";
import { Features } from "./features";
import { countText, numberText } from "./numbers";

const most = 50;

export class FeatureSearch {
  private readonly input: HTMLInputElement;
  private readonly list: HTMLUListElement;
  private readonly said = make("span", { class: "said", role: "status" });
  private found: number[] = [];
  private active = -1;

  constructor(place: HTMLElement, private readonly features: Features, private readonly open: (feature: number) => void) {
    const id = freshId("found"), field = freshId("search");
    this.list = make("ul", { class: "found hidden", id, role: "listbox", "aria-label": "Features found" });
    this.input = make("input", { id: field, type: "text", role: "combobox", "aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list",
      placeholder: "Name or position", autocomplete: "off", spellcheck: "false" });
    place.replaceChildren(make("label", { for: field }, `Find any of the ${countText(features.count)} features`),
      make("div", { class: "search-row" }, make("div", { class: "search-box" }, this.input, this.list), this.said));
    this.input.addEventListener("input", () => this.look());
    this.input.addEventListener("focus", () => this.look());
    this.input.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    this.input.addEventListener("keydown", (event) => { if (this.key(event.key)) event.preventDefault(); });
  }

  private look(): void {
    const { found, total } = this.features.search(this.input.value, most);
    this.found = found;
    this.active = -1;
    this.list.replaceChildren(...found.map((feature, i) => this.option(feature, i)));
    this.list.classList.toggle("hidden", found.length === 0);
    this.input.setAttribute("aria-expanded", String(found.length > 0));
    this.input.removeAttribute("aria-activedescendant");
    this.said.textContent = this.input.value.trim() === "" ? "" : total === 0 ? "no feature has this name"
      : `${countText(total)} found` + (total > found.length ? `, the best ${countText(found.length)} shown` : "");
  }

  private option(feature: number, i: number): HTMLLIElement {
    const place = this.features.place(feature), score = this.features.shownScore(feature);
    const option = make("li", { role: "option", id: `${this.list.id}-${i}`, "aria-selected": "false" },
      make("span", { class: "found-name" }, this.features.name(feature)),
      make("span", { class: "found-facts" }, (place ? "chosen · " : "") + (Number.isNaN(score) ? "" : numberText(score))));
    option.addEventListener("pointerdown", (event) => { event.preventDefault(); this.take(i); });
    return option;
  }

  private mark(i: number): void {
    this.active = i;
    Array.from(this.list.children).forEach((option, j) => option.setAttribute("aria-selected", String(i === j)));
    const option = this.list.children[i];
    if (!option) return;
    this.input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  private take(i: number): void {
    const feature = this.found[i];
    if (feature === undefined) return;
    this.input.value = this.features.name(feature);
    this.close();
    this.open(feature);
  }

  private close(): void {
    this.list.classList.add("hidden");
    this.input.setAttribute("aria-expanded", "false");
  }

  private key(key: string): boolean {
    const closed = this.list.classList.contains("hidden");
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (closed) this.look();
      const n = this.found.length;
      if (n) this.mark(this.active < 0 ? (key === "ArrowDown" ? 0 : n - 1) : (this.active + (key === "ArrowDown" ? 1 : n - 1)) % n);
      return true;
    }
    if (key === "Enter") { this.take(Math.max(0, this.active)); return true; }
    if (key === "Escape") { if (closed) { this.input.value = ""; this.said.textContent = ""; } this.close(); return true; }
    return false;
  }
}
