// Numbers as the tables of the program write them: four significant digits, thousands apart.
import { format } from "d3-format";

const count = format(",");
const short = format(".4~g");
const percent = format(".1~%");

export const countText = (n: number): string => count(n).replace("−", "-");

export function numberText(x: number): string {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "—" : x > 0 ? "∞" : "−∞";
  if (Number.isInteger(x) && Math.abs(x) < 1e6) return count(x).replace("-", "−");
  return short(x).replace("-", "−").replace("e−", "e-");
}

export const percentText = (x: number): string => percent(x);

/** A tick: as short as its neighbors allow. */
export function tickText(x: number, step: number): string {
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e6 || size < 1e-4) return format(".3~e")(x).replace("e+", "e").replace(/^-/, "−");
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return format(`,.${Math.min(digits, 12)}f`)(x).replace("-", "−");
}
