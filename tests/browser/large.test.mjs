// 100,000 features: size of the page, time to the first paint, memory.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import * as pages from "./pages.mjs";
import { close, open, tip } from "./support.mjs";

test("100,000 features open quickly and work", { timeout: 240000 }, async () => {
  const path = pages.wide(), size = statSync(path).size;
  assert.ok(size <= 4e6, `${size} bytes are more than 4 MB`);
  const page = await open(path);
  const paint = await page.evaluate(() => new Promise((done) => {
    const now = performance.getEntriesByName("first-contentful-paint")[0];
    if (now) done(now.startTime);
    else new PerformanceObserver((list) => done(list.getEntries()[0].startTime)).observe({ type: "paint", buffered: true });
  }));
  await page.locator('[data-part="scores"]').scrollIntoViewIfNeeded();
  const box = page.getByRole("slider");
  await box.waitFor();
  await box.focus();
  await page.keyboard.press("End");
  assert.match(await box.getAttribute("aria-valuetext"), /rank 100000/);
  assert.ok(await tip(page));
  const begun = Date.now();
  await page.getByRole("combobox").fill("gene_99999");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".card .card-name").innerText(), "gene_99999");
  const searched = Date.now() - begun;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.collectGarbage");
  const usage = await devtools.send("Runtime.getHeapUsage");
  const heap = (usage.usedSize + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0)) / 1e6;
  console.log(`100,000 features: ${(size / 1e6).toFixed(2)} MB, first paint after ${Math.round(paint)} ms, search ${searched} ms, heap ${heap.toFixed(0)} MB`);
  assert.ok(paint < 5000, `first paint after ${paint} ms`);
  assert.ok(heap < 200, `${heap} MB of heap`);
  await close(page);
});
