// Fit for people: axe, keyboard, small screens, contrast of figures, print.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as pages from "./pages.mjs";
import { close, open, require } from "./support.mjs";

const axe = readFileSync(require.resolve("axe-core"), "utf8");

async function seeAll(page) {
  for (const part of await page.locator("section.part:visible").all()) {
    await part.scrollIntoViewIfNeeded();
    await page.waitForTimeout(60);
  }
}

async function findNothing(page) {
  await seeAll(page);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`), []);
}

for (const [name, make] of Object.entries(pages.all)) for (const colorScheme of ["light", "dark"]) {
  test(`${name}, ${colorScheme}: axe finds nothing`, async () => {
    const page = await open(make(), { colorScheme, bypassCSP: true });
    await findNothing(page);
    await close(page);
  });
}

for (const [name, make] of Object.entries({ selection: pages.selection, comparison: pages.comparison })) {
  test(`${name}, on a phone: axe finds nothing`, async () => {
    const page = await open(make(), { viewport: { width: 390, height: 844 }, bypassCSP: true });
    await findNothing(page);
    await close(page);
  });
}

for (const [name, make] of Object.entries(pages.all)) {
  test(`${name}: 320 to 3840 pixels without scrolling sideways`, async () => {
    for (const width of [320, 390, 768, 1280, 3840]) {
      const page = await open(make(), { viewport: { width, height: 900 } });
      await seeAll(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${width} pixels: ${over} too wide`);
      await close(page);
    }
  });
}

test("Tab walks through everything, each stop is seen and marked", async () => {
  const page = await open(pages.selection());
  await seeAll(page);
  await page.evaluate(() => { scrollTo(0, 0); document.activeElement?.blur(); });
  const parts = new Set();
  let stops = 0;
  for (;; ++stops) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const style = getComputedStyle(element), box = element.getBoundingClientRect();
      return { part: element.closest("[data-part]")?.dataset.part ?? element.tagName, html: element.outerHTML.slice(0, 120),
        marked: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2, seen: box.width > 0 && box.height > 0 };
    });
    if (!stop) break;
    assert.ok(stop.marked && stop.seen, `focus is not seen on ${stop.html}`);
    parts.add(stop.part);
    assert.ok(stops < 400, "the walk ends");
  }
  for (const part of ["chosen", "scores", "feature", "redundancy", "map"]) assert.ok(parts.has(part), `${part} is reached`);
  await close(page);
});

// WCAG's relative luminance.
function contrast(a, b) {
  const light = ([r, g, b2]) => [r, g, b2].map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}

for (const colorScheme of ["light", "dark"]) {
  test(`${colorScheme}: marks and lines stand out from their ground`, async () => {
    const page = await open(pages.selection(), { colorScheme });
    const colors = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement), read = (name) => {
        const hex = style.getPropertyValue(`--${name}`).trim();
        return [1, 3, 5].map((i) => parseInt(hex.length === 4 ? hex[(i + 1) / 2].repeat(2) : hex.slice(i, i + 2), 16));
      };
      return { grounds: ["paper", "panel", "raised"].map(read), marks: Array.from({ length: 8 }, (_, i) => read(`color-${i}`)), texts: ["ink", "soft", "accent"].map(read) };
    });
    for (const ground of colors.grounds) {
      for (const mark of colors.marks) assert.ok(contrast(mark, ground) >= 3, `${mark} on ${ground}`);
      for (const text of colors.texts) assert.ok(contrast(text, ground) >= 4.5, `${text} on ${ground}`);
    }
    await close(page);
  });
}

test("print: figures as drawn by the program, no tools, white paper in the dark theme too", async () => {
  const page = await open(pages.selection(), { colorScheme: "dark" });
  await seeAll(page);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".tools:visible, .plot-tools:visible, body > nav:visible, .feature-search:visible").count(), 0);
  assert.ok(await page.locator('figure[data-plot="scores"] > svg').isVisible());
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  const pdf = await page.pdf({ format: "A4" });
  assert.ok(pdf.length > 20000);
  await close(page);
});

test("print: several results follow one another", async () => {
  const page = await open(pages.several());
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("article.document:visible").count(), 2);
  await close(page);
});
