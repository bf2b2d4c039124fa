// Curves of methods: the nearest point says its numbers, the legend shows and hides methods in all figures of the part.
import { make } from "./dom";
import { numberText } from "./numbers";
import { hideTip, showTip } from "./tooltip";

function hoverPoints(figure: HTMLElement): void {
  const marks = Array.from(figure.querySelectorAll<SVGGraphicsElement>("[data-x][data-y][data-name]"));
  const picture = marks[0]?.ownerSVGElement;
  if (!picture) return;
  picture.addEventListener("pointermove", (event) => {
    let best: SVGGraphicsElement | null = null, nearest = 28 ** 2;
    for (const mark of marks) {
      if (mark.closest(".hidden")) continue;
      const bounds = mark.getBoundingClientRect();
      const distance = (bounds.x + bounds.width / 2 - event.clientX) ** 2 + (bounds.y + bounds.height / 2 - event.clientY) ** 2;
      if (distance < nearest) { nearest = distance; best = mark; }
    }
    if (!best) return hideTip();
    const { name, x, y, text } = best.dataset;
    showTip(event.clientX, event.clientY, name!, text ? text.split("\n") : [`${picture.dataset.xName ?? "features"}: ${numberText(Number(x))}`, `${picture.dataset.yName ?? "value"}: ${numberText(Number(y))}`]);
  });
  picture.addEventListener("pointerleave", hideTip);
}

function switchSeries(part: Element, name: string, shown: boolean): void {
  for (const element of part.querySelectorAll<SVGElement>("[data-series]"))
    if (element.dataset.series === name) element.classList.toggle("hidden", !shown);
  for (const item of part.querySelectorAll<HTMLElement>("[data-legend]"))
    if (item.dataset.legend === name) item.querySelector("button")?.setAttribute("aria-pressed", String(shown));
}

function makeLegend(part: Element): void {
  for (const item of part.querySelectorAll<HTMLElement>("ul.legend > li[data-legend]")) {
    const name = item.dataset.legend!;
    const toggle = make("button", { type: "button", "aria-pressed": "true", title: "Show or hide" });
    toggle.append(...Array.from(item.childNodes));
    item.append(toggle);
    toggle.addEventListener("click", () => switchSeries(part, name, toggle.getAttribute("aria-pressed") !== "true"));
  }
}

export function enrichComparison(part: Element): void {
  makeLegend(part);
  for (const figure of part.querySelectorAll<HTMLElement>("figure.plot")) hoverPoints(figure);
}
