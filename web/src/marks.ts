// The six marks that go with colors: circle, square, triangle, diamond, plus, cross; the same as in the static figures.
import { draw } from "./dom";
import { classColors, markShapes } from "./theme";

export const colorIndex = (i: number): number => i % classColors;

// Outlines around the origin, of one area; plus and cross are drawn as lines.
function outline(shape: number, r: number): [number, number][] {
  switch (shape) {
    case 1: return [[-r * 0.88, -r * 0.88], [r * 0.88, -r * 0.88], [r * 0.88, r * 0.88], [-r * 0.88, r * 0.88]];
    case 2: return [[0, -r * 1.3], [r * 1.15, r * 0.75], [-r * 1.15, r * 0.75]];
    default: return [[0, -r * 1.3], [r * 1.1, 0], [0, r * 1.3], [-r * 1.1, 0]];
  }
}

function strokes(shape: number, r: number): [number, number, number, number][] {
  return shape === 4 ? [[-r * 1.2, 0, r * 1.2, 0], [0, -r * 1.2, 0, r * 1.2]] : [[-r, -r, r, r], [-r, r, r, -r]];
}

export function paintMark(pen: CanvasRenderingContext2D, index: number, x: number, y: number, r: number): void {
  const shape = index % markShapes;
  pen.beginPath();
  if (shape === 0) pen.arc(x, y, r, 0, 7);
  else if (shape < 4) {
    for (const [dx, dy] of outline(shape, r)) pen.lineTo(x + dx, y + dy);
    pen.closePath();
  } else {
    for (const [x0, y0, x1, y1] of strokes(shape, r)) { pen.moveTo(x + x0, y + y0); pen.lineTo(x + x1, y + y1); }
    pen.stroke();
    return;
  }
  pen.fill();
}

/** A mark beside a name in a legend. */
export function swatch(index: number): SVGSVGElement {
  const shape = index % markShapes, name = `mark class-${index % 12}`;
  const picture = draw("svg", { class: "swatch", viewBox: "-8 -8 16 16", "aria-hidden": "true" });
  if (shape === 0) picture.append(draw("circle", { class: name, r: 5 }));
  else if (shape < 4) picture.append(draw("path", { class: name, d: `M${outline(shape, 5).map((p) => p.join(" ")).join("L")}Z` }));
  else picture.append(draw("path", { class: name, "stroke-width": 2.4, d: strokes(shape, 5).map((s) => `M${s[0]} ${s[1]}L${s[2]} ${s[3]}`).join("") }));
  return picture;
}
