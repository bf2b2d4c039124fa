// The samples on the chosen features, in two dimensions: two views, a legend that hides classes, hover that names one.
import { extent } from "d3-array";
import { Drawing, Surface } from "./canvas";
import { Numbers, Plane } from "./container";
import { choice, make } from "./dom";
import { Features } from "./features";
import { colorIndex, paintMark, swatch } from "./marks";
import { countText, percentText } from "./numbers";
import { scale, Scale } from "./scales";
import { color } from "./theme";
import { hideTip, showTip } from "./tooltip";

const edge = 30;
const viewNames: Record<string, string> = { pca: "principal components", flda: "discriminant (FLDA)", projected: "the projection" };
const axisNames: Record<string, string> = { pca: "principal component", flda: "discriminant direction" };

export class SampleMap {
  private readonly planes: Plane[];
  private plane: Plane;
  private readonly hidden = new Set<number>();
  private readonly classes: Numbers | null;
  private readonly box = make("div", { class: "drawing-box", role: "img" });
  private readonly drawing: Drawing;
  private place: { x: Scale; y: Scale } | null = null;
  private pointed = -1;

  constructor(figure: HTMLElement, private readonly features: Features) {
    const about = features.data.header.map!;
    this.classes = features.column("map_class");
    this.planes = about.planes;
    this.plane = this.planes[0];
    const legend = this.legend();
    figure.prepend(...(this.planes.length > 1 ? [make("div", { class: "plot-tools" }, this.views())] : []), ...(legend ? [legend] : []), this.box);
    figure.classList.add("enhanced");
    this.drawing = new Drawing(this.box, (width) => Math.max(280, Math.min(620, width * 0.62)), (surface) => this.paint(surface));
    this.describe();
    this.box.addEventListener("pointermove", (event) => this.hover(event));
    this.box.addEventListener("pointerleave", () => { this.pointed = -1; hideTip(); this.drawing.redraw(); });
  }

  private views(): HTMLElement {
    return choice("View", this.planes.map((plane): [string, string] => [plane.name, viewNames[plane.name] ?? plane.name]), this.plane.name, (name) => {
      this.plane = this.planes.find((plane) => plane.name === name)!;
      this.pointed = -1;
      this.describe();
      this.drawing.redraw();
    });
  }

  private className(index: number): string {
    return index < 0 ? "no class" : this.features.data.header.class_names?.[index] ?? `class ${index}`;
  }

  private describe(): void {
    const shown = this.features.data.header.map!.samples;
    const names = this.present().map((c) => this.className(c));
    this.box.setAttribute("aria-label", `${countText(shown)} samples by ${this.axisName(0)} and ${this.axisName(1)}` +
      (names.length ? `; classes ${names.slice(0, 12).join(", ")}` : ""));
  }

  private present(): number[] {
    return this.classes ? Array.from(new Set(this.classes)).sort((a, b) => a - b) : [];
  }

  private legend(): HTMLElement | null {
    const present = this.present();
    if (present.length === 0) return null;
    const list = make("ul", { class: "legend" });
    for (const index of present) {
      const toggle = make("button", { type: "button", "aria-pressed": "true", title: "Show or hide" }, swatch(Math.max(index, 0)), this.className(index));
      toggle.addEventListener("click", () => {
        if (!this.hidden.delete(index)) this.hidden.add(index);
        toggle.setAttribute("aria-pressed", String(!this.hidden.has(index)));
        this.drawing.redraw();
      });
      list.append(make("li", {}, toggle));
    }
    return list;
  }

  private points(): { x: Numbers; y: Numbers } {
    return { x: this.features.column(`map_${this.plane.name}_x`)!, y: this.features.column(`map_${this.plane.name}_y`)! };
  }

  private axisName(i: number): string {
    const given = this.plane.axes[i] ?? "", known = /^([a-z_]+?)(\d+)$/.exec(given);
    const share = this.plane.explained?.[i];
    return (known && axisNames[known[1]] ? `${axisNames[known[1]]} ${known[2]}` : given) +
      (typeof share === "number" ? ` (${percentText(share)} of the variance)` : "");
  }

  private paint({ pen, canvas, width, height }: Surface): void {
    const { x, y } = this.points();
    const [left, right] = extent(x as Iterable<number>) as [number, number], [low, high] = extent(y as Iterable<number>) as [number, number];
    const padX = (right - left) * 0.04 || 1, padY = (high - low) * 0.04 || 1;
    this.place = { x: scale("linear", left - padX, right + padX, edge, width - 10), y: scale("linear", low - padY, high + padY, height - edge, 10) };
    pen.clearRect(0, 0, width, height);
    pen.strokeStyle = color(canvas, "hair");
    pen.strokeRect(edge + 0.5, 10.5, width - edge - 10, height - edge - 10);
    pen.fillStyle = color(canvas, "soft");
    pen.textAlign = "center";
    pen.fillText(this.axisName(0), (edge + width) / 2, height - 9);
    pen.save();
    pen.translate(17, (height - edge) / 2);
    pen.rotate(-Math.PI / 2);
    pen.fillText(this.axisName(1), 0, 0);
    pen.restore();
    const radius = x.length > 2000 ? 2.6 : x.length > 400 ? 3.4 : 4.4;
    const palette = Array.from({ length: 8 }, (_, i) => color(canvas, `color-${i}`)), none = color(canvas, "soft");
    pen.globalAlpha = x.length > 400 ? 0.72 : 0.85;
    pen.lineWidth = 1.6;
    for (let i = 0; i < x.length; ++i) {
      const index = this.classes?.[i] ?? 0;
      if (this.hidden.has(index)) continue;
      pen.fillStyle = pen.strokeStyle = index < 0 ? none : palette[colorIndex(index)];
      paintMark(pen, Math.max(index, 0), this.place.x.to(x[i]), this.place.y.to(y[i]), radius);
    }
    pen.globalAlpha = 1;
    if (this.pointed >= 0) {
      pen.strokeStyle = color(canvas, "ink");
      pen.lineWidth = 2;
      pen.beginPath();
      pen.arc(this.place.x.to(x[this.pointed]), this.place.y.to(y[this.pointed]), radius + 5, 0, 7);
      pen.stroke();
    }
  }

  private hover(event: PointerEvent): void {
    if (!this.place) return;
    const bounds = this.box.getBoundingClientRect(), { x, y } = this.points();
    let best = -1, nearest = 15 ** 2;
    for (let i = 0; i < x.length; ++i) {
      if (this.hidden.has(this.classes?.[i] ?? 0)) continue;
      const distance = (this.place.x.to(x[i]) + bounds.left - event.clientX) ** 2 + (this.place.y.to(y[i]) + bounds.top - event.clientY) ** 2;
      if (distance < nearest) { nearest = distance; best = i; }
    }
    if (best !== this.pointed) { this.pointed = best; this.drawing.redraw(); }
    if (best < 0) return hideTip();
    const sample = this.features.column("map_sample")?.[best];
    showTip(event.clientX, event.clientY, sample === undefined ? `sample ${best} of the map` : `sample ${countText(sample)}`,
      this.classes ? [`class ${this.className(this.classes[best])}`] : []);
  }
}
