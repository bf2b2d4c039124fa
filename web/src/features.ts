// The features of one document: names, order by score, why each was kept or dropped, and search.
import { Container, Numbers } from "./container";
import { numberText } from "./numbers";

export class Features {
  readonly count: number;
  readonly chosen: number[];
  private readonly inChosen: Map<number, number>;
  private sorted: Int32Array | null = null;
  private places: Int32Array | null = null;
  private lower: string[] | null = null;

  constructor(readonly data: Container) {
    this.count = data.header.features;
    this.chosen = data.header.selected ?? [];
    this.inChosen = new Map(this.chosen.map((feature, place) => [feature, place + 1]));
  }

  name(feature: number): string {
    const given = this.data.header.names?.[feature];
    return given === undefined || given === "" ? `column ${feature}` : given;
  }

  column(name: string): Numbers | null {
    return this.data.column(name);
  }

  value(column: string, feature: number): number {
    return this.data.column(column)?.[feature] ?? NaN;
  }

  /** The score as it is published. The order is that of `score`, where larger is always better. */
  shownScore(feature: number): number {
    const raw = this.value("raw_score", feature), score = this.value("score", feature);
    if (!Number.isNaN(raw)) return raw;
    return this.data.header.smaller_is_better ? 0 - score : score;
  }

  /** The place among the chosen, from 1; 0 if it was not chosen. */
  place(feature: number): number {
    return this.inChosen.get(feature) ?? 0;
  }

  /** Features that have a score, best first. */
  order(): Int32Array {
    if (this.sorted) return this.sorted;
    const scores = this.data.column("score");
    if (!scores) return (this.sorted = Int32Array.from(this.chosen));
    const all = new Int32Array(this.count);
    let kept = 0;
    for (let j = 0; j < this.count; ++j) if (!Number.isNaN(scores[j])) all[kept++] = j;
    this.sorted = all.subarray(0, kept).sort((a, b) => scores[b] - scores[a] || a - b);
    return this.sorted;
  }

  /** The place of a feature by score, from 1; 0 if it has no score. */
  rank(feature: number): number {
    if (!this.places) {
      this.places = new Int32Array(this.count);
      this.order().forEach((j, i) => { this.places![j] = i + 1; });
    }
    return this.places[feature];
  }

  /** Why it was kept or dropped, in pieces: a feature's position stands for a name that can be followed. */
  reason(feature: number): (string | number)[] {
    const index = this.value("reason", feature);
    const text = Number.isNaN(index) ? "" : this.data.header.reasons?.[index] ?? "";
    return text.split(/(\{\w+\})/).filter((piece) => piece !== "").map((piece) => {
      if (piece === "{nearest}") return this.value("nearest", feature);
      const field = /^\{(\w+)\}$/.exec(piece);
      return field ? numberText(this.value(field[1], feature)) : piece;
    });
  }

  reasonText(feature: number): string {
    return this.reason(feature).map((piece) => (typeof piece === "number" ? this.name(piece) : piece)).join("");
  }

  /** Features whose name holds the text, or whose position it is: equal ones first, then those that begin with it. */
  search(text: string, most: number): { found: number[]; total: number } {
    const wanted = text.trim().toLowerCase();
    if (wanted === "") return { found: (this.chosen.length ? this.chosen : Array.from(this.order().subarray(0, most))).slice(0, most), total: this.count };
    this.lower ??= Array.from({ length: this.count }, (_, j) => this.name(j).toLowerCase());
    const groups: number[][] = [[], [], []];
    let total = 0;
    for (let j = 0; j < this.count; ++j) {
      const place = this.lower[j].indexOf(wanted);
      const exact = this.lower[j] === wanted || String(j) === wanted;
      if (place < 0 && !exact) continue;
      ++total;
      groups[exact ? 0 : place === 0 ? 1 : 2].push(j);
    }
    const best = (a: number, b: number): number => (this.rank(a) || Infinity) - (this.rank(b) || Infinity) || a - b;
    const found: number[] = [];
    for (const group of groups) if (found.length < most) found.push(...group.sort(best).slice(0, most - found.length));
    return { found, total };
  }
}
