// Correlations of the chosen: the cell under the pointer, or under the arrow keys, says which two features and how alike.
import { draw, make } from "./dom";
import { Features } from "./features";
import { numberText } from "./numbers";
import { hideTip, showTip } from "./tooltip";

export function enrichHeat(figure: HTMLElement, features: Features): void {
  const group = figure.querySelector<SVGGElement>("g.heat"), picture = group?.ownerSVGElement;
  const about = features.data.header.correlations, values = features.column("correlation");
  if (!group || !picture || !about || !values) return;
  const left = Number(group.dataset.left), top = Number(group.dataset.top), cell = Number(group.dataset.cell);
  const order = (group.dataset.order ?? "").split(" ").filter((word) => word !== "").map(Number);
  const k = about.features.length;
  const frame = draw("rect", { class: "pointed hidden", width: cell, height: cell });
  group.append(frame);
  const said = make("p", { class: "said", role: "status" });
  figure.append(said);
  picture.setAttribute("tabindex", "0");
  let row = -1, column = -1;

  const point = (i: number, j: number, x: number, y: number): void => {
    row = i;
    column = j;
    const a = order[i], b = order[j], r = values[a * k + b];
    const first = features.name(about.features[a]), second = features.name(about.features[b]);
    frame.setAttribute("x", String(left + j * cell));
    frame.setAttribute("y", String(top + i * cell));
    frame.classList.remove("hidden");
    const text = a === b ? "with itself" : `r = ${numberText(r)}`;
    showTip(x, y, a === b ? first : `${first} and ${second}`, [text]);
    said.textContent = `${first} and ${second}: ${text}`;
  };
  const leave = (): void => {
    row = column = -1;
    frame.classList.add("hidden");
    hideTip();
  };

  picture.addEventListener("pointermove", (event) => {
    const matrix = group.getScreenCTM();
    if (!matrix) return;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const i = Math.floor((place.y - top) / cell), j = Math.floor((place.x - left) / cell);
    if (i < 0 || j < 0 || i >= order.length || j >= order.length) return leave();
    point(i, j, event.clientX, event.clientY);
  });
  picture.addEventListener("pointerleave", leave);
  picture.addEventListener("blur", leave);
  picture.addEventListener("keydown", (event) => {
    const steps: Record<string, [number, number]> = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const inside = (i: number): number => Math.min(order.length - 1, Math.max(0, i));
    const i = inside(row < 0 ? 0 : row + step[0]), j = inside(column < 0 ? 0 : column + step[1]);
    const matrix = group.getScreenCTM()!;
    const place = new DOMPoint(left + (j + 1) * cell, top + (i + 1) * cell).matrixTransform(matrix);
    point(i, j, place.x, place.y);
  });
}
