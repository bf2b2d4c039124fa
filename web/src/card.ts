// All that is known of one feature.
import { button, make } from "./dom";
import { Features } from "./features";
import { histogramFigure } from "./histogram";
import { countText, numberText, percentText } from "./numbers";

// Columns and how the card calls them; those of the reason and of the rank are written out elsewhere.
const facts: [string, string][] = [
  ["margin", "margin to the cut"], ["p", "p-value"], ["q", "q-value (false discoveries)"], ["familywise", "p-value, family-wise"],
];
// How far the chosen features explain one that was left out.
const explained: [string, string][] = [["r2", "explained by the chosen (R²)"], ["r2_adjusted", "R², adjusted"]];
const probabilities = new Set(["p", "q", "familywise"]);

function fact(list: HTMLElement, name: string, value: string | Node): void {
  list.append(make("dt", {}, name), make("dd", {}, value));
}

function probability(value: number): HTMLElement {
  const bar = make("span", { class: "gauge", "aria-hidden": "true" }, make("span", {}));
  (bar.firstElementChild as HTMLElement).style.setProperty("width", `${Math.round(Math.min(1, Math.max(0, value)) * 100)}%`);
  return make("span", { class: "with-gauge" }, percentText(value), bar);
}

export class Card {
  readonly element = make("article", { class: "card", tabindex: "-1" });
  private readonly better = this.stepper(-1, "← better", "Next better feature");
  private readonly worse = this.stepper(1, "worse →", "Next worse feature");
  private readonly head = make("div", {});
  private readonly body = make("div", { class: "card-body" });
  private feature = -1;

  constructor(private readonly features: Features, private readonly level: string) {
    const steps = make("div", { class: "choice", role: "group", "aria-label": "Neighbors by rank" }, this.better, this.worse);
    this.element.append(make("div", { class: "card-head" }, this.head, steps), this.body);
  }

  show(feature: number): void {
    this.feature = feature;
    const f = this.features, name = f.name(feature), place = f.place(feature);
    const heading = make(this.level as "h4", { class: "card-name" }, name);
    const badges = make("p", { class: "badges" },
      make("span", { class: place ? "badge kept" : "badge" }, place ? `chosen, number ${countText(place)} of ${countText(f.chosen.length)}` : "not chosen"), " ",
      make("span", { class: "badge" }, `column ${countText(feature)}`));
    const histogram = f.data.header.histograms?.find((h) => h.feature === feature);
    const classes = f.data.header.histogram_classes ?? f.data.header.class_names ?? [];
    this.element.setAttribute("aria-label", name);
    this.head.replaceChildren(heading, badges);
    this.body.replaceChildren(make("div", {}, this.reason(), this.facts()),
      histogram ? histogramFigure(histogram, classes, name)
        : make("p", { class: "note" }, f.data.header.histograms?.length ? "Distributions are kept for the chosen features and the next best ones only."
          : "This result holds no distributions; a run with --report adds them."));
    this.updateSteps();
  }

  private facts(): HTMLElement {
    const f = this.features, feature = this.feature, list = make("dl", {});
    const score = f.shownScore(feature), rank = f.rank(feature), all = f.order().length;
    fact(list, f.data.header.score_name ?? "score", f.column("score") ? (Number.isNaN(score) ? "has no score" : numberText(score)) : "not known");
    if (rank) fact(list, "rank by score", `${countText(rank)} of ${countText(all)} (top ${percentText(rank / all)})`);
    const low = f.value("rank_low", feature), high = f.value("rank_high", feature);
    if (low > 0 && high > 0) fact(list, "rank, interval", `${countText(low)} to ${countText(high)}`);
    const sure = f.value("probability", feature);
    if (!Number.isNaN(sure)) fact(list, "selection probability", probability(sure));
    for (const [column, text] of f.place(feature) ? facts : [...facts, ...explained]) {
      const value = f.value(column, feature);
      if (!Number.isNaN(value)) fact(list, text, probabilities.has(column) && value === 0 ? "below 1e-300" : numberText(value));
    }
    const nearest = f.value("nearest", feature), r = f.value("r", feature);
    if (nearest >= 0 && nearest !== feature) fact(list, "nearest feature", make("span", {}, this.link(nearest), Number.isNaN(r) ? "" : ` (r = ${numberText(r)})`));
    return list;
  }

  private reason(): HTMLElement | null {
    const pieces = this.features.reason(this.feature);
    if (pieces.join("") === "chosen") return null;  // the badge says so
    return make("p", { class: "reason" }, ...pieces.map((piece) => (typeof piece === "number" ? this.link(piece) : piece)));
  }

  private link(feature: number): HTMLElement {
    return button(this.features.name(feature), () => { this.show(feature); this.element.focus({ preventScroll: true }); }, { class: "link" });
  }

  /** To the neighbors by rank; the buttons stay while the rest of the card changes, and with them the focus. */
  private stepper(step: number, text: string, label: string): HTMLButtonElement {
    return button(text, () => this.show(this.features.order()[this.features.rank(this.feature) - 1 + step]), { "aria-label": label });
  }

  private updateSteps(): void {
    const rank = this.features.rank(this.feature);
    this.better.disabled = rank <= 1;
    this.worse.disabled = !rank || rank >= this.features.order().length;
  }
}
