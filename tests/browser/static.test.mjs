// Without scripts the answer, the table and the figures are there.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as pages from "./pages.mjs";
import { close, contents, open } from "./support.mjs";

for (const [name, make] of Object.entries(pages.all)) {
  test(`${name}: reads without scripts`, async () => {
    const page = await open(make(), { javaScriptEnabled: false });
    assert.ok((await page.locator('[data-part="answer"]').first().innerText()).length > 80, "the answer says something");
    for (const picture of await page.locator("figure svg:not(.swatch)").all()) {
      assert.ok((await picture.boundingBox())?.height > 20, "figures are seen");
      assert.ok(await picture.locator("path, rect, line, circle").count(), "and hold something");
    }
    for (const article of await page.locator("article.document").all()) assert.ok(await article.isVisible());
    await close(page);
  });
}

test("every chosen feature is a row, in order", async () => {
  const path = pages.selection(), page = await open(path, { javaScriptEnabled: false });
  const rows = await page.locator('[data-part="chosen"] tbody tr').evaluateAll((all) => all.map((row) => Number(row.dataset.feature)));
  assert.deepEqual(rows, contents(path).header.selected);
  await close(page);
});

test("what needs scripts says so", async () => {
  const page = await open(pages.selection(), { javaScriptEnabled: false });
  assert.ok(await page.locator(".needs-script").first().isVisible());
  await close(page);
  const live = await open(pages.selection());
  assert.equal(await live.locator(".needs-script:visible").count(), 0);
  await close(live);
});
