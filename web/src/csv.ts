// Tables as text: comma-separated for files, tab-separated for the clipboard.
import { Features } from "./features";

export type Cell = string | number;

function quoted(cell: Cell): string {
  const text = typeof cell === "number" ? (Number.isNaN(cell) ? "" : String(cell)) : cell;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csv = (rows: Cell[][]): string => rows.map((row) => row.map(quoted).join(",") + "\r\n").join("");

export const tsv = (rows: Cell[][]): string =>
  rows.map((row) => row.map((cell) => (typeof cell === "number" && Number.isNaN(cell) ? "" : String(cell)).replace(/[\t\r\n]+/g, " ")).join("\t")).join("\n");

const counts = new Set(["rank", "rank_low", "rank_high"]);  // 0 stands for none

/** Every column of the given features, with full precision. */
export function featureRows(features: Features, wanted: ArrayLike<number>): Cell[][] {
  const columns = features.data.header.columns.map((c) => c.name)
    .filter((name) => features.column(name)!.length === features.count && !name.startsWith("map_") && name !== "correlation");
  const rows: Cell[][] = [["order", "feature", "name", ...columns]];
  for (const feature of Array.from(wanted)) {
    const cells = columns.map((name): Cell => {
      if (name === "reason") return features.reasonText(feature);
      const value = features.value(name, feature);
      if (name === "nearest") return value < 0 ? "" : features.name(value);
      return counts.has(name) && value === 0 ? "" : value;
    });
    rows.push([features.place(feature) || "", feature, features.name(feature), ...cells]);
  }
  return rows;
}

export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

// Browsers that keep the clipboard from pages opened as files still copy what is selected.
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "visually-hidden";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
