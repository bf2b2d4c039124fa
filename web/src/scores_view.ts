// What part of the sorted scores is shown, on which scales; zooming keeps the place under the pointer.
import { Features } from "./features";
import { scale, Scale } from "./scales";

export type Kind = "linear" | "log";

const fewest = 5;  // features that the closest zoom shows

export class ScoresView {
  readonly order: Int32Array;
  readonly scores: ArrayLike<number>;
  readonly positive: number;         // features with a score above zero, from the best on
  readonly cut: number;              // how many of the best were chosen, if those and no others; else 0
  ranks: Kind;
  heights: Kind = "linear";
  first = 1;
  last: number;

  constructor(readonly features: Features) {
    this.order = features.order();
    this.scores = features.column("score") ?? new Float64Array(features.count);
    this.last = Math.max(2, this.order.length);
    // A few chosen of very many would be one line at the left edge.
    this.ranks = this.order.length > 20 * features.chosen.length && this.order.length > 200 ? "log" : "linear";
    let positive = 0;
    while (positive < this.order.length && this.at(positive + 1) > 0) ++positive;
    this.positive = positive;
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
    const until = this.heights === "log" ? Math.min(this.last, this.positive) : Math.min(this.last, this.order.length);
    let high = this.finite(Math.max(1, Math.floor(this.first)), 1), low = this.finite(Math.max(1, Math.ceil(until)), -1);
    if (this.heights === "log") return scale("log", Math.max(low, high * 1e-12) / 1.15, high * 1.15, bottom, top);
    if (low > 0 && low < 0.5 * high) low = 0;
    if (high === low) { high += Math.abs(high) * 0.1 || 1; low -= Math.abs(low) * 0.1 || 1; }
    return scale("linear", low - (low < 0 ? 0.03 * (high - low) : 0), high + 0.05 * (high - low), bottom, top);
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
