// Opened from a file with the network off, a page asks for nothing and complains about nothing.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as pages from "./pages.mjs";
import { close, open } from "./support.mjs";

for (const [name, make] of Object.entries(pages.all)) {
  test(`${name}: not one request leaves the page`, async () => {
    const page = await open(make());
    for (const part of await page.locator("section.part:visible").all()) await part.scrollIntoViewIfNeeded();
    await page.waitForTimeout(200);
    assert.deepEqual(page.seen.requests.map((url) => url.replace(/#.*/, "")), ["file://" + make()]);
    await close(page);
  });

  test(`${name}: the policy allows the bundle and nothing else`, async () => {
    const page = await open(make());
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /connect-src 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    const blocked = await page.evaluate(() => new Promise((done) => {
      document.addEventListener("securitypolicyviolation", (event) => done(event.violatedDirective));
      const script = document.createElement("script");
      script.textContent = "window.injected = 1";
      document.body.append(script);
      setTimeout(() => done("nothing"), 2000);
    }));
    assert.match(blocked, /script-src/);
    assert.equal(await page.evaluate(() => window.injected), undefined);
    page.seen.complaints.length = 0;  // the browser reports what it blocked
    await close(page);
  });
}

test("script and style weigh at most 150 kB", () => {
  const weight = ["report.js", "report.css"].reduce((sum, file) => sum + statSync(join(process.env.TAMIS_WEB, file)).size, 0);
  console.log(`script and style: ${weight} bytes`);
  assert.ok(weight <= 150e3);
});

test("a page of digits weighs at most 400 kB", () => {
  const size = readFileSync(pages.selection()).length;
  console.log(`the page of digits: ${size} bytes`);
  assert.ok(size <= 400e3);
});
