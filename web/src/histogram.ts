// How the values of a feature are spread in each class: one row of bars per class, as shares of the class.
import { Histogram } from "./container";
import { draw, make } from "./dom";
import { countText, percentText } from "./numbers";
import { scale } from "./scales";

const row = 40, bars = 32;

function shortened(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length > most ? letters.slice(0, most - 1).join("") + "…" : text;
}

export function histogramFigure(histogram: Histogram, classes: string[], name: string): HTMLElement {
  const narrow = matchMedia("(max-width: 30rem)").matches;
  const wide = narrow ? 340 : 560, left = narrow ? 88 : 128, right = wide - 52;
  const lists = histogram.counts, high = lists.length * row + 8;
  const alone = histogram.low === histogram.high ? 0.5 : 0;  // all values are equal
  const x = scale("linear", histogram.low - alone, histogram.high + alone, left, right);
  const totals = lists.map((counts) => counts.reduce((sum, c) => sum + c, 0));
  const shares = lists.map((counts, i) => counts.map((c) => (totals[i] > 0 ? c / totals[i] : 0)));
  const tallest = shares.map((share) => Math.max(...share, 1e-12));
  const picture = draw("svg", { viewBox: `0 0 ${wide} ${high + 26}`, role: "img", class: "histogram" });
  picture.append(draw("title", {}, `Values of ${name}` + (lists.length > 1 ? " in each class" : "")));
  for (const tick of x.ticks(narrow ? 3 : 5)) {
    const place = x.to(tick.value);
    picture.append(draw("line", { class: "grid", x1: place, x2: place, y1: 4, y2: high }),
      draw("text", { class: "tick", x: place, y: high + 16, "text-anchor": "middle" }, tick.text));
  }
  shares.forEach((share, i) => {
    const base = i * row + bars + 8, width = (right - left) / Math.max(1, share.length);
    const group = draw("g", { class: `class-${i % 12}` });
    share.forEach((s, b) => {
      if (s > 0) group.append(draw("rect", { class: "bar", x: left + b * width + 0.5, width: Math.max(0.5, width - 1), y: base - (s / tallest[i]) * bars, height: (s / tallest[i]) * bars }));
    });
    const label = classes[i] ?? (lists.length > 1 ? `class ${i}` : "all samples");
    group.append(draw("line", { class: "axis", x1: left, x2: right, y1: base, y2: base }),
      draw("text", { class: "label", x: left - 10, y: base - 12, "text-anchor": "end" }, shortened(label, narrow ? 11 : 17), draw("title", {}, label)),
      draw("text", { class: "tick", x: left - 10, y: base + 2, "text-anchor": "end" }, countText(totals[i])),
      draw("text", { class: "tick", x: right + 8, y: base - 2 }, percentText(tallest[i])));
    picture.append(group);
  });
  return make("figure", { class: "plot histogram-plot" }, picture,
    make("figcaption", {}, lists.length > 1
      ? "Values of this feature in each class. Below a class: its number of samples; at the right: the share of them in its tallest bar."
      : "Values of this feature. At the left: the number of samples; at the right: the share of them in the tallest bar."));
}
