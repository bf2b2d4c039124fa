// All scores, sorted: hover names a feature, dragging zooms in, arrow keys walk along the curve, Enter opens the card.
import { Drawing } from "./canvas";
import { button, choice, make } from "./dom";
import { Features } from "./features";
import { countText, numberText } from "./numbers";
import { frame, margin, paint } from "./scores_paint";
import { Kind, ScoresView } from "./scores_view";
import { hideTip, showTip } from "./tooltip";

export class ScoresPlot {
  private readonly view: ScoresView;
  private readonly box: HTMLElement;
  private readonly drawing: Drawing;
  private readonly said = make("span", { class: "said" });
  private cursor = 0;
  private brush: [number, number] | null = null;

  constructor(figure: HTMLElement, private readonly features: Features, private readonly open: (feature: number) => void) {
    this.view = new ScoresView(features);
    this.box = make("div", { class: "drawing-box", role: "slider", tabindex: "0", "aria-label": "Features by score",
      "aria-valuemin": 1, "aria-valuemax": Math.max(1, this.view.order.length), "aria-valuenow": 1, "aria-valuetext": "no feature" });
    figure.prepend(this.tools(), this.box);
    figure.classList.add("enhanced");
    this.drawing = new Drawing(this.box, (width) => Math.max(220, Math.min(420, width * 0.42)),
      (surface) => paint(surface, this.view, features.data.header.score_name ?? "score", this.cursor, this.brush));
    this.listen();
    this.say();
  }

  private tools(): HTMLElement {
    const scales: [Kind, string][] = [["linear", "linear"], ["log", "log"]];
    const changed = (): void => { this.say(); this.drawing.redraw(); };
    const act = (action: () => void) => () => { action(); changed(); };
    return make("div", { class: "plot-tools" },
      choice("Score", scales, "linear", (kind) => { this.view.heights = kind; changed(); }),
      choice("Rank", scales, this.view.ranks, (kind) => { this.view.ranks = kind; changed(); }),
      make("div", { class: "choice", role: "group", "aria-label": "Zoom" },
        make("span", { class: "choice-label", "aria-hidden": "true" }, "Zoom"),
        button("+", act(() => this.view.zoom(2, this.middle())), { "aria-label": "Zoom in" }),
        button("−", act(() => this.view.zoom(0.5, this.middle())), { "aria-label": "Zoom out" }),
        button("chosen", act(() => this.view.showChosen()), { "aria-label": "Show the chosen features" }),
        button("all", act(() => this.view.reset()), { "aria-label": "Show all features" })),
      this.said);
  }

  private middle(): number {
    return this.cursor >= this.view.first && this.cursor <= this.view.last ? this.cursor : this.view.across(0, 1).from(0.5);
  }

  private say(): void {
    const { first, last, order, heights, positive } = this.view;
    const low = Math.ceil(first), high = Math.min(Math.floor(last), order.length);
    const hidden = heights === "log" ? order.length - (positive.last - positive.first + 1) : 0;
    this.said.textContent = `ranks ${countText(low)} to ${countText(high)} of ${countText(order.length)}` +
      (hidden > 0 ? `; ${countText(hidden)} scores that are not positive have no logarithm` : "");
  }

  private rankAt(event: PointerEvent): number {
    const bounds = this.box.getBoundingClientRect();
    const f = frame(this.view, bounds.width, bounds.height);
    const rank = Math.round(f.x.from(Math.min(f.right, Math.max(margin.left, event.clientX - bounds.left))));
    return Math.min(this.view.order.length, Math.max(1, rank));
  }

  private point(rank: number): void {
    if (this.view.order.length === 0) return;
    this.cursor = rank;
    const feature = this.view.order[rank - 1];
    const name = this.features.name(feature);
    this.box.setAttribute("aria-valuenow", String(rank));
    this.box.setAttribute("aria-valuetext", [`rank ${rank}`, name, ...this.lines(feature)].join(", "));
    this.drawing.redraw();
    const bounds = this.box.getBoundingClientRect(), f = frame(this.view, bounds.width, bounds.height);
    const score = this.view.at(rank), up = Number.isFinite(score) && (this.view.heights === "linear" || score > 0) ? f.y.to(score) : bounds.height / 2;
    showTip(bounds.left + f.x.to(rank), bounds.top + up, name, [`rank ${countText(rank)}`, ...this.lines(feature)]);
  }

  private lines(feature: number): string[] {
    const place = this.features.place(feature);
    return [`score ${numberText(this.features.shownScore(feature))}`, place ? `chosen as number ${countText(place)}` : "not chosen"];
  }

  private leave(): void {
    this.cursor = 0;
    hideTip();
    this.drawing.redraw();
  }

  private listen(): void {
    const box = this.box;
    box.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const x = event.clientX - box.getBoundingClientRect().left;
      this.brush = [x, x];
      box.setPointerCapture(event.pointerId);
    });
    box.addEventListener("pointermove", (event) => {
      if (this.brush) this.brush[1] = event.clientX - box.getBoundingClientRect().left;
      this.point(this.rankAt(event));
    });
    box.addEventListener("pointerup", (event) => this.release(event));
    box.addEventListener("pointercancel", () => { this.brush = null; this.leave(); });
    box.addEventListener("pointerleave", () => { if (!this.brush) this.leave(); });
    box.addEventListener("blur", () => this.leave());
    box.addEventListener("dblclick", () => { this.view.reset(); this.say(); this.drawing.redraw(); });
    box.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;  // the wheel alone scrolls the page
      event.preventDefault();
      const bounds = box.getBoundingClientRect();
      this.view.zoom(Math.exp(-event.deltaY / 300), frame(this.view, bounds.width, bounds.height).x.from(event.clientX - bounds.left));
      this.say();
      this.drawing.redraw();
    }, { passive: false });
    box.addEventListener("keydown", (event) => { if (this.key(event.key)) event.preventDefault(); });
  }

  private release(event: PointerEvent): void {
    const brush = this.brush;
    this.brush = null;
    if (!brush) return;
    if (Math.abs(brush[1] - brush[0]) > 6) {
      const bounds = this.box.getBoundingClientRect(), x = frame(this.view, bounds.width, bounds.height).x;
      const ends = brush.map((place) => x.from(Math.min(bounds.width - margin.right, Math.max(margin.left, place)))).sort((a, b) => a - b);
      this.view.show(ends[0], ends[1]);
      this.say();
      this.leave();
    } else if (this.view.order.length > 0) {
      this.open(this.view.order[this.rankAt(event) - 1]);
    }
  }

  private key(key: string): boolean {
    const end = Math.min(this.view.order.length, Math.floor(this.view.last)), begin = Math.ceil(this.view.first);
    const now = this.cursor || begin - 1;
    const page = Math.max(1, Math.round((end - begin) / 10));
    const targets: Record<string, number> = { ArrowRight: now + 1, ArrowUp: now + 1, ArrowLeft: now - 1, ArrowDown: now - 1,
      PageUp: now + page, PageDown: now - page, Home: 1, End: this.view.order.length };
    if (key in targets) {
      const rank = Math.min(this.view.order.length, Math.max(1, targets[key]));
      const width = this.view.last - this.view.first;
      if (rank < this.view.first) this.view.show(rank, rank + width);
      else if (rank > this.view.last) this.view.show(rank - width, rank);
      this.say();
      this.point(rank);
    } else if (key === "+" || key === "=") this.view.zoom(2, this.middle());
    else if (key === "-") this.view.zoom(0.5, this.middle());
    else if (key === "0") this.view.reset();
    else if (key === "Enter" && this.cursor) this.open(this.view.order[this.cursor - 1]);
    else return false;
    this.say();
    this.drawing.redraw();
    return true;
  }
}
