// Sorting, search, copy and export of the chosen features.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as pages from "./pages.mjs";
import { cells, close, contents, folder, open } from "./support.mjs";

const part = '[data-part="chosen"]';
const column = (page, place) => page.locator(`${part} tbody tr:not(.hidden)`).evaluateAll(
  (rows, at) => rows.map((row) => row.cells[at].dataset.value ?? row.cells[at].textContent.trim()), place);

test("heads sort, with the mouse and with the keyboard, missing values last", async () => {
  const page = await open(pages.selection());
  const heads = page.locator(`${part} thead th`);
  for (let place = 0; place < await heads.count(); ++place) {
    const kind = await heads.nth(place).getAttribute("data-sort");
    if (kind !== "number" && kind !== "text") continue;
    const sorter = heads.nth(place).locator("button.sort");
    await sorter.click();
    const first = await heads.nth(place).getAttribute("aria-sort");
    await check(place, kind, first);
    await sorter.focus();
    await page.keyboard.press("Enter");
    const second = await heads.nth(place).getAttribute("aria-sort");
    assert.notEqual(first, second);
    await check(place, kind, second);
  }
  await close(page);

  async function check(place, kind, direction) {
    const values = await column(page, place), sign = direction === "ascending" ? 1 : -1;
    const present = values.filter((value) => value !== "");
    assert.deepEqual(values.slice(present.length), values.filter((value) => value === ""), "missing values are last");
    if (kind !== "number") return;
    const numbers = present.map(Number);
    assert.deepEqual(numbers, [...numbers].sort((a, b) => sign * (a - b)));
  }
});

test("search keeps the rows that hold the text and counts them", async () => {
  const page = await open(pages.selection());
  const name = (await page.locator(`${part} tbody th.name`).first().innerText()).trim();
  await page.locator(`${part} .tools input`).fill(name);
  const shown = await page.locator(`${part} tbody tr:not(.hidden)`).allInnerTexts();
  assert.ok(shown.length >= 1 && shown.every((text) => text.includes(name)));
  assert.match(await page.locator(`${part} .tools .said`).innerText(), new RegExp(`^${shown.length} of 20 rows$`));
  await page.locator(`${part} .tools input`).fill("");
  assert.equal(await page.locator(`${part} tbody tr:not(.hidden)`).count(), 20);
  await close(page);
});

async function exported(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export CSV" }).first().click()]);
  assert.match(download.suggestedFilename(), /\.csv$/);
  return cells(readFileSync(await download.path(), "utf8"));
}

test("the exported file holds every column of every chosen feature, as the JSON has them", async () => {
  const path = pages.selection(), page = await open(path), { header, columns } = contents(path);
  const result = JSON.parse(readFileSync(`${folder}/selection.json`, "utf8"));
  const [heads, ...rows] = await exported(page);
  assert.deepEqual(rows.map((row) => Number(row[1])), result.selected);
  for (const name of ["score", "q", "p", "probability", "margin"]) {
    if (!columns[name]) continue;
    const place = heads.indexOf(name);
    assert.ok(place > 0, `${name} is exported`);
    rows.forEach((row, i) => {
      const value = columns[name][header.selected[i]];
      assert.equal(row[place] === "" ? NaN : Number(row[place]), value);
    });
  }
  const score = heads.indexOf("score");
  rows.forEach((row, i) => assert.equal(Number(row[score]), result.scores[result.selected[i]], "the score of the JSON, to the last digit"));
  await close(page);
});

test("copy puts the same rows on the clipboard", async () => {
  const page = await open(pages.selection(), { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator(`${part} .tools`).getByRole("button", { name: "Copy" }).click();
  await page.getByText("20 rows copied").waitFor();
  const rows = (await page.evaluate(() => navigator.clipboard.readText())).split("\n").map((line) => line.split("\t"));
  assert.deepEqual(rows.slice(1).map((row) => Number(row[1])), contents(pages.selection()).header.selected);
  await close(page);
});

test("the table of a comparison is exported as it is shown", async () => {
  const page = await open(pages.comparison());
  const rows = await exported(page);
  assert.ok(rows.length > 3);
  assert.ok(rows.every((row) => row.length === rows[0].length));
  await close(page);
});
