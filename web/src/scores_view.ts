// What part of the sorted scores is shown, on which scales; zooming keeps the place under the pointer.
import { Features } from "./features";
import { scale, Scale } from "./scales";

export type Kind = "linear" | "log";

const fewest = 5;  // features that the closest zoom shows

export class ScoresView {
  readonly order: Int32Array;
  readonly scores: Float64Array;
  readonly positive: { first: number; last: number };  // ranks of the scores above zero
  readonly cut: number;              // how many of the best were chosen, if those and no others; else 0
  ranks: Kind;
  heights: Kind = "linear";
  first = 1;
  last: number;

  constructor(readonly features: Features) {
    this.order = features.order();
    this.scores = Float64Array.from({ length: features.count }, (_, feature) => features.shownScore(feature));
    this.last = Math.max(2, this.order.length);
    // A few chosen of very many would be one line at the left edge.
    this.ranks = this.order.length > 20 * features.chosen.length && this.order.length > 200 ? "log" : "linear";
    // They rise or fall with the rank.
    let first = 1, last = this.order.length;
    while (first <= last && !(this.at(first) > 0)) ++first;
    while (last >= first && !(this.at(last) > 0)) --last;
    this.positive = { first, last };
    const k = features.chosen.length;
    this.cut = features.chosen.every((feature) => features.rank(feature) >= 1 && features.rank(feature) <= k) ? k : 0;
  }

  /** The score of the feature at a rank (from 1). */
  at(rank: number): number {
    return this.scores[this.order[rank - 1]];
  }

  across(begin: number, end: number): Scale {
    return scale(this.ranks, this.first, this.last, begin, end);
  }

  up(bottom: number, top: number): Scale {
    const [first, last] = this.drawn();
    const ends = [this.finite(first, 1), this.finite(last, -1)];
    let high = Math.max(...ends), low = Math.min(...ends);
    if (this.heights === "log" && !(high > 0)) return scale("log", 0.1, 1, bottom, top);
    if (this.heights === "log") return scale("log", Math.max(low, high * 1e-12) / 1.15, high * 1.15, bottom, top);
    if (low > 0 && low < 0.5 * high) low = 0;
    if (high === low) { high += Math.abs(high) * 0.1 || 1; low -= Math.abs(low) * 0.1 || 1; }
    return scale("linear", low - (low < 0 ? 0.03 * (high - low) : 0), high + 0.05 * (high - low), bottom, top);
  }

  /** The ranks that are drawn: those that are shown and have a height. */
  drawn(): [number, number] {
    const { first, last } = this.heights === "log" ? this.positive : { first: 1, last: this.order.length };
    return [Math.max(first, Math.floor(this.first)), Math.min(last, Math.ceil(this.last))];
  }

  /** The nearest finite score from a rank on, in a direction. */
  private finite(rank: number, step: number): number {
    for (let r = rank; r >= 1 && r <= this.order.length; r += step) if (Number.isFinite(this.at(r))) return this.at(r);
    return 0;
  }

  show(first: number, last: number): void {
    const most = Math.max(2, this.order.length), width = Math.min(Math.max(last - first, Math.min(fewest, most - 1)), most - 1);
    this.first = Math.min(Math.max(1, first), most - width);
    this.last = this.first + width;
  }

  zoom(factor: number, around: number): void {
    const inside = this.across(0, 1);
    const share = Math.min(1, Math.max(0, inside.to(around)));
    this.show(inside.from(share - share / factor), inside.from(share + (1 - share) / factor));
  }

  /** Moves by a share of what is shown. */
  move(share: number): void {
    const width = this.last - this.first;
    this.show(this.first + share * width, this.last + share * width);
  }

  reset(): void {
    this.show(1, this.order.length);
  }

  /** The first features: the chosen and as many again. */
  showChosen(): void {
    const worst = this.features.chosen.reduce((most, feature) => Math.max(most, this.features.rank(feature)), 1);
    this.show(1, Math.max(10, this.cut ? 2 * worst : 1.1 * worst));
  }
}
