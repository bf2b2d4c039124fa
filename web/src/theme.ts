// Colors of the style sheet for what is drawn on a canvas, and notice when the system's theme changes.

export function color(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(`--${name}`).trim() || "#888";
}

export const classColors = 8;
export const markShapes = 6;

export function onThemeChange(redraw: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
}
