// Draws the sorted scores: at most two points per column of the screen, however many features there are.
import { Surface } from "./canvas";
import { countText } from "./numbers";
import { Scale } from "./scales";
import { ScoresView } from "./scores_view";
import { color } from "./theme";

export const margin = { left: 62, right: 14, top: 12, bottom: 42 };

export interface Frame {
  x: Scale;
  y: Scale;
  bottom: number;
  right: number;
}

export function frame(view: ScoresView, width: number, height: number): Frame {
  const bottom = height - margin.bottom, right = width - margin.right;
  return { x: view.across(margin.left, right), y: view.up(bottom, margin.top), bottom, right };
}

function axes(surface: Surface, view: ScoresView, f: Frame, scoreName: string): void {
  const { pen, canvas } = surface;
  pen.strokeStyle = color(canvas, "hair");
  pen.fillStyle = color(canvas, "soft");
  pen.textAlign = "end";
  pen.textBaseline = "middle";
  for (const tick of f.y.ticks(6)) {
    const y = Math.round(f.y.to(tick.value)) + 0.5;
    line(pen, margin.left, y, f.right, y);
    pen.fillText(tick.text, margin.left - 8, y);
  }
  pen.textAlign = "center";
  pen.textBaseline = "top";
  const ticks = f.x.ticks(Math.max(3, Math.min(10, surface.width / 90)));
  if (view.first <= 1.5 && ticks[0]?.value !== 1) ticks.unshift({ value: 1, text: "1" });
  let free = -Infinity;
  for (const tick of ticks.filter((t) => Number.isInteger(t.value))) {
    const x = f.x.to(tick.value), half = pen.measureText(tick.text).width / 2;
    if (x - half < free || x < margin.left - 1) continue;
    pen.fillText(tick.text, Math.min(x, f.right - half + 6), f.bottom + 7);
    free = x + half + 10;
  }
  pen.fillStyle = color(canvas, "ink");
  pen.fillText(`rank by ${scoreName}`, (margin.left + f.right) / 2, f.bottom + 25);
  pen.strokeStyle = color(canvas, "soft");
  line(pen, margin.left, f.bottom + 0.5, f.right, f.bottom + 0.5);
}

function line(pen: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.lineTo(x1, y1);
  pen.stroke();
}

function curve(pen: CanvasRenderingContext2D, view: ScoresView, f: Frame): void {
  const [begin, end] = view.drawn();
  pen.beginPath();
  let begun = false;
  const point = (rank: number): void => {
    const score = view.at(rank);
    if (!Number.isFinite(score)) return;
    const x = f.x.to(rank), y = f.y.to(score);
    if (begun) pen.lineTo(x, y); else pen.moveTo(x, y);
    begun = true;
  };
  for (let rank = begin; rank <= end;) {
    point(rank);
    const next = Math.floor(f.x.from(Math.floor(f.x.to(rank)) + 1));  // the last one in this column of the screen
    if (next > rank + 1) point(Math.min(end, next));
    rank = Math.max(rank + 1, next + 1);
  }
  pen.stroke();
}

function chosenMarks(surface: Surface, view: ScoresView, f: Frame): void {
  const { pen, canvas } = surface;
  const apart = (f.right - margin.left) / (view.last - view.first);
  const radius = apart > 14 ? 4.5 : apart > 5 || view.features.chosen.length <= 60 ? 3.5 : 2.5;
  pen.fillStyle = color(canvas, "color-1");
  const drawn = new Set<number>();
  for (const feature of view.features.chosen) {
    const rank = view.features.rank(feature), score = view.scores[feature];
    if (rank < view.first - 0.01 || rank > view.last + 0.01 || !Number.isFinite(score) || (view.heights === "log" && score <= 0)) continue;
    const x = f.x.to(rank), column = Math.round(x);
    if (drawn.has(column)) continue;
    drawn.add(column);
    pen.beginPath();
    pen.arc(x, f.y.to(score), radius, 0, 7);
    pen.fill();
  }
  if (apart <= 9) return;
  pen.strokeStyle = color(canvas, "soft");  // close up, the dropped ones are points too
  for (let rank = Math.ceil(view.first); rank <= Math.min(view.last, view.order.length); ++rank) {
    const score = view.at(rank);
    if (view.features.place(view.order[rank - 1]) || !Number.isFinite(score) || (view.heights === "log" && score <= 0)) continue;
    pen.beginPath();
    pen.arc(f.x.to(rank), f.y.to(score), 3, 0, 7);
    pen.stroke();
  }
}

export function paint(surface: Surface, view: ScoresView, scoreName: string, cursor: number, brush: [number, number] | null): void {
  const { pen, canvas, width, height } = surface;
  pen.clearRect(0, 0, width, height);
  if (view.order.length === 0) return;
  const f = frame(view, width, height);
  axes(surface, view, f, scoreName);
  pen.save();
  pen.beginPath();
  pen.rect(margin.left - 6, margin.top - 8, f.right - margin.left + 12, f.bottom - margin.top + 16);
  pen.clip();
  if (view.cut > 0 && view.cut < view.order.length && view.cut + 0.5 >= view.first && view.cut + 0.5 <= view.last) {
    const x = f.x.to(view.cut + 0.5);
    pen.fillStyle = color(canvas, "accent-soft");
    pen.fillRect(margin.left, margin.top, x - margin.left, f.bottom - margin.top);
    pen.strokeStyle = color(canvas, "focus");
    pen.setLineDash([5, 4]);
    line(pen, x, margin.top, x, f.bottom);
    pen.setLineDash([]);
    const text = `${countText(view.cut)} chosen`, inside = x + pen.measureText(text).width + 10 > f.right;
    pen.fillStyle = color(canvas, "focus");
    pen.textAlign = inside ? "end" : "start";
    pen.textBaseline = "top";
    pen.fillText(text, x + (inside ? -6 : 6), margin.top + 2);
  }
  pen.strokeStyle = color(canvas, "accent");
  pen.lineWidth = 2;
  pen.lineJoin = "round";
  curve(pen, view, f);
  pen.lineWidth = 1;
  chosenMarks(surface, view, f);
  if (brush) {
    pen.globalAlpha = 0.2;
    pen.fillStyle = color(canvas, "accent");
    pen.fillRect(Math.min(...brush), margin.top, Math.abs(brush[1] - brush[0]), f.bottom - margin.top);
    pen.globalAlpha = 1;
  }
  if (cursor > 0) {
    const x = f.x.to(cursor), score = view.at(cursor);
    pen.strokeStyle = color(canvas, "soft");
    line(pen, x, margin.top, x, f.bottom);
    if (Number.isFinite(score) && (view.heights === "linear" || score > 0)) {
      pen.strokeStyle = color(canvas, "ink");
      pen.lineWidth = 2;
      pen.beginPath();
      pen.arc(x, f.y.to(score), 6, 0, 7);
      pen.stroke();
    }
  }
  pen.restore();
}
