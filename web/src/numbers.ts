// Numbers as the tables of the program write them: four significant digits, thousands apart.
import { format } from "d3-format";

const count = format(",");
const short = format(".4~g");
const threeDigits = format(".3~r");

/** Thousands are set apart from five digits on, as in the text of the page. */
export const countText = (n: number): string => (n < 1e4 ? String(n) : count(n));

export function numberText(x: number): string {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "—" : x > 0 ? "∞" : "−∞";
  if (Number.isInteger(x) && Math.abs(x) < 1e6) return (Math.abs(x) < 1e4 ? String(x) : count(x)).replace("-", "−");
  return short(x).replace("-", "−").replace("e−", "e-");
}

export const percentText = (x: number): string => `${threeDigits(100 * x)} %`;

/** A tick: as short as its neighbors allow. */
export function tickText(x: number, step: number): string {
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e6 || size < 1e-4) return format(".3~e")(x).replace("e+", "e").replace(/^-/, "−");
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return format(`${size < 1e4 ? "" : ","}.${Math.min(digits, 12)}f`)(x).replace("-", "−");
}
