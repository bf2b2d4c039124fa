// Names are text, whatever they hold.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as pages from "./pages.mjs";
import { cells, close, contents, open } from "./support.mjs";

test("names and classes come through as they are", () => {
  const { header } = contents(pages.hostile());
  assert.deepEqual(header.names, pages.hostileNames);
});

test("nothing of a name is run or parsed", async () => {
  const page = await open(pages.hostile());
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.locator("script:not(.columns)").count(), 1);
  for (const name of pages.hostileNames) {
    await page.getByRole("combobox").fill(name);
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".card .card-name").evaluate((head) => head.textContent), name);
  }
  for (const part of await page.locator("section.part:visible").all()) await part.scrollIntoViewIfNeeded();
  await page.waitForTimeout(200);
  assert.equal(await page.locator("img").count(), 0);
  await close(page);
});

test("the exported file keeps them", async () => {
  const page = await open(pages.hostile());
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export CSV" }).first().click()]);
  const rows = cells(readFileSync(await download.path(), "utf8")).slice(1), { header } = contents(pages.hostile());
  assert.deepEqual(rows.map((row) => row[2]), header.selected.map((feature) => pages.hostileNames[feature]));
  await close(page);
});

test("a name of 10,000 letters does not widen the page", async () => {
  for (const width of [320, 1280]) {
    const page = await open(pages.hostile(), { viewport: { width, height: 800 } });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await close(page);
  }
});
