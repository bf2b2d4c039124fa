// The pages that the tests open, each written by tamis from a run.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder, made, tamis } from "./support.mjs";

// The same numbers every time: xorshift on 32 bits.
function random(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export const hostileNames = ['</script><img src=x onerror=alert(1)>', "\"quoted\", 'twice'", "שלום עולם", "🧬 gene", "x".repeat(10000),
  "<!--", "=1+1", "a\tb", "{nearest}", "&amp;"];
const hostileClasses = ['first "class"', "</style><script>alert(2)</script>", "ثالث 🙂"];

function writeHostile(path) {
  const next = random(7), quote = (text) => `"${text.replaceAll('"', '""')}"`;
  const rows = [[...hostileNames, "label"].map(quote).join(",")];
  for (let i = 0; i < 60; ++i) {
    const label = i % 3;
    rows.push([...hostileNames.map((_, j) => (next() + (j % 3 === label ? j / 5 : 0)).toFixed(5)), quote(hostileClasses[label])].join(","));
  }
  writeFileSync(path, rows.join("\n") + "\n");
}

function writeWide(path, features) {
  const next = random(3), rows = [[...Array.from({ length: features }, (_, j) => `gene_${j}`), "label"].join(",")];
  for (let i = 0; i < 24; ++i) rows.push([...Array.from({ length: features }, (_, j) => (next() + (j < 40 && i % 2 ? 1 : 0)).toFixed(3)), i % 2 ? "b" : "a"].join(","));
  writeFileSync(path, rows.join("\n") + "\n");
}

const select = (...words) => (path) => tamis("select", ...words, "--report", path, "--json");

export const selection = () => made("selection.html", (path) => {
  writeFileSync(join(folder, "selection.json"), tamis("select", "digits", "--method", "fisher", "-k", "20", "--pvalues", "--stability=20", "--report", path, "--json"));
});
export const unlabeled = () => made("unlabeled.html", select("digits", "--method", "laplacian", "-k", "10", "--label", "none"));
export const hostile = () => made("hostile.html", (path) => {
  writeHostile(join(folder, "hostile.csv"));
  select("hostile.csv", "--label", "label", "--method", "fisher", "-k", "6")(path);
});
export const comparison = () => made("comparison.html", (path) =>
  tamis("evaluate", "digits", "--methods", "fisher,laplacian,variance", "-k", "5,10,20", "--protocol", "holdout:0.5x3", "--report", path));
export const projection = () => made("projection.html", (path) => tamis("project", "digits", "--method", "flda", "--dim", "2", "--report", path));
export const several = () => made("several.html", (path) => {
  for (const method of ["fisher", "variance"]) tamis("select", "digits", "--method", method, "-k", "8", "-o", `${method}.json`);
  tamis("report", "fisher.json", "variance.json", "-o", path);
});
export const wide = () => made("wide.html", (path) => {
  writeWide(join(folder, "wide.csv"), 100000);
  select("wide.csv", "--label", "label", "--method", "fisher", "-k", "50")(path);
});

export const all = { selection, unlabeled, hostile, comparison, projection, several };
