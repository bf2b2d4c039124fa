// Elements are made by calls, their text is set as text: no markup is ever parsed from data.

type Child = Node | string | null;
type Attributes = Record<string, string | number | boolean | null>;

const svgNamespace = "http://www.w3.org/2000/svg";

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

export function draw<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(svgNamespace, tag), attributes, children);
}

export function button(text: string, action: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", action);
  return made;
}

/** A group of buttons of which one is pressed. */
export function choice<T extends string>(label: string, values: [T, string][], current: T, change: (value: T) => void): HTMLElement {
  const buttons = values.map(([value, text]) => button(text, () => {
    buttons.forEach((b, i) => b.setAttribute("aria-pressed", String(values[i][0] === value)));
    change(value);
  }, { "aria-pressed": String(value === current) }));
  return make("div", { class: "choice", role: "group", "aria-label": label }, make("span", { class: "choice-label", "aria-hidden": "true" }, label), ...buttons);
}

let last = 0;
/** An id that no element of the page has yet. */
export function freshId(stem: string): string {
  do ++last; while (document.getElementById(`${stem}-${last}`));
  return `${stem}-${last}`;
}
