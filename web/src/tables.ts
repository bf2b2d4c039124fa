// Tables: sorting by their heads, search, copy and export.
import { Cell, copy, csv, download, tsv } from "./csv";
import { button, make } from "./dom";
import { countText } from "./numbers";

const fewToSearch = 12;  // rows that are seen at a glance
const collator = new Intl.Collator("en", { numeric: true });

function rawValue(cell: HTMLTableCellElement | undefined): string {
  return cell?.dataset.value ?? cell?.textContent?.trim() ?? "";
}

function compare(a: string, b: string, numbers: boolean, sign: number): number {
  if (numbers) {
    const x = a === "" ? NaN : Number(a), y = b === "" ? NaN : Number(b);
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return sign * (x - y);
  }
  if (a === "" || b === "") return Number(a === "") - Number(b === "");
  return sign * collator.compare(a, b);
}

export function sortBy(table: HTMLTableElement, place: number, numbers: boolean, sign: number): void {
  for (const body of table.tBodies) {
    const rows = Array.from(body.rows).map((row, i) => ({ row, i, value: rawValue(row.cells[place]) }));
    rows.sort((a, b) => compare(a.value, b.value, numbers, sign) || a.i - b.i);
    body.append(...rows.map((entry) => entry.row));
  }
}

function makeSortable(table: HTMLTableElement): void {
  const heads = Array.from(table.tHead?.rows[table.tHead.rows.length - 1]?.cells ?? []);
  heads.forEach((head, place) => {
    const kind = head.dataset.sort;
    if (kind !== "number" && kind !== "text") return;
    const sorter = make("button", { type: "button", class: "sort" });
    sorter.append(...Array.from(head.childNodes));
    head.append(sorter);
    sorter.addEventListener("click", () => {
      // Names from A, ranks and probabilities of error from the smallest, scores from the largest.
      const first = kind === "text" || head.dataset.first === "ascending" ? 1 : -1;
      const now = head.getAttribute("aria-sort");
      const sign = now === null ? first : now === "ascending" ? -1 : 1;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      sortBy(table, place, kind === "number", sign);
    });
  });
}

/** The rows of a table that are shown, by their raw values. */
function tableRows(table: HTMLTableElement): Cell[][] {
  const rows = Array.from(table.rows).filter((row) => !row.classList.contains("hidden"));
  return rows.map((row) => Array.from(row.cells, (cell) => (cell.tagName === "TH" && cell.closest("thead") ? cell.textContent!.trim() : rawValue(cell))));
}

export interface TableTools {
  rows?: () => Cell[][];      // what copy and export take, if it is more than the table shows
  file: string;
}

/** Search, copy and export, put into the element that the page keeps for them. */
export function addTools(place: HTMLElement, table: HTMLTableElement, tools: TableTools): void {
  const said = make("span", { class: "said", role: "status" });
  const total = Array.from(table.tBodies).reduce((sum, body) => sum + body.rows.length, 0);
  const searched = total > fewToSearch || tools.rows !== undefined;
  const search = make("input", { type: "search", placeholder: "Search this table", "aria-label": "Search this table", autocomplete: "off", spellcheck: "false" });
  search.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    let shown = 0;
    for (const body of table.tBodies) for (const row of body.rows) {
      const hit = row.textContent!.toLowerCase().includes(wanted);
      row.classList.toggle("hidden", !hit);
      if (hit) ++shown;
    }
    said.textContent = wanted === "" ? "" : `${countText(shown)} of ${countText(total)} rows`;
  });
  const rows = tools.rows ?? (() => tableRows(table));
  place.append(
    ...(searched ? [search] : []),
    button("Copy", async () => {
      const taken = rows();
      said.textContent = (await copy(tsv(taken))) ? `${countText(taken.length - 1)} rows copied` : "the browser did not allow copying";
    }),
    button("Export CSV", () => {
      const taken = rows();
      download(tools.file, csv(taken));
      said.textContent = `${countText(taken.length - 1)} rows written to ${tools.file}`;
    }),
    said);
}

export function makeTablesSortable(root: ParentNode): void {
  for (const table of root.querySelectorAll<HTMLTableElement>("table.data.sortable")) makeSortable(table);
}
