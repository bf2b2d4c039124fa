// Linear and logarithmic scales with round ticks.
import { tickIncrement, ticks } from "d3-array";
import { tickText } from "./numbers";

export interface Scale {
  low: number;
  high: number;
  to(value: number): number;      // a value's place on the screen
  from(place: number): number;
  ticks(about: number): { value: number; text: string }[];
}

function linear(low: number, high: number, begin: number, end: number): Scale {
  const slope = (end - begin) / (high - low || 1);
  return {
    low, high,
    to: (value) => begin + (value - low) * slope,
    from: (place) => low + (place - begin) / slope,
    ticks: (about) => {
      const increment = tickIncrement(low, high, about);  // d3 gives the inverse with a minus for fractions
      const step = increment < 0 ? -1 / increment : increment;
      return ticks(low, high, about).map((value) => ({ value, text: tickText(value, step) }));
    },
  };
}

function logarithmic(low: number, high: number, begin: number, end: number): Scale {
  const inner = linear(Math.log10(low), Math.log10(high), begin, end);
  return {
    low, high,
    to: (value) => inner.to(Math.log10(value)),
    from: (place) => 10 ** inner.from(place),
    ticks: (about) => {
      const first = Math.ceil(inner.low - 1e-9), last = Math.floor(inner.high + 1e-9);
      if (last - first < 1) return linear(low, high, begin, end).ticks(about);
      const every = Math.max(1, Math.ceil((last - first + 1) / about));
      const found = [];
      for (let e = first; e <= last; e += every) {
        const value = 10 ** e;
        found.push({ value, text: e >= -3 && e <= 5 ? tickText(value, Math.min(1, value)) : `1e${e}` });
      }
      return found;
    },
  };
}

export function scale(kind: "linear" | "log", low: number, high: number, begin: number, end: number): Scale {
  return kind === "log" ? logarithmic(low, high, begin, end) : linear(low, high, begin, end);
}
