// A canvas as wide as its box, sharp on every screen, drawn again when the box or the theme changes.
import { make } from "./dom";
import { onThemeChange } from "./theme";

export interface Surface {
  canvas: HTMLCanvasElement;
  pen: CanvasRenderingContext2D;
  width: number;
  height: number;
}

const font = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';

export class Drawing {
  readonly canvas = make("canvas", { class: "drawing", "aria-hidden": "true" });
  private queued = false;

  constructor(private readonly box: HTMLElement, private readonly heightFor: (width: number) => number,
              private readonly paint: (surface: Surface) => void) {
    box.append(this.canvas);
    new ResizeObserver(() => this.redraw()).observe(box);
    onThemeChange(() => this.redraw());
    addEventListener("beforeprint", () => {
      document.documentElement.classList.add("printing");
      this.draw();
    });
    addEventListener("afterprint", () => {
      document.documentElement.classList.remove("printing");
      this.redraw();
    });
  }

  redraw(): void {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      this.draw();
    });
  }

  private draw(): void {
    const width = this.box.clientWidth;
    if (width === 0) return;  // in a tab that is not open
    const height = this.heightFor(width), scale = Math.max(1, devicePixelRatio);
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.style.setProperty("height", `${height}px`);
    const pen = this.canvas.getContext("2d")!;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.font = font;
    this.paint({ canvas: this.canvas, pen, width, height });
  }
}
