// Search among all features, the card of one, and the ways to it.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as pages from "./pages.mjs";
import { close, contents, open } from "./support.mjs";

const path = pages.selection();
const { header, columns } = contents(path);
const nameOf = (feature) => header.names?.[feature] || `column ${feature}`;
const byScore = columns.score.map((_, j) => j).filter((j) => !Number.isNaN(columns.score[j])).sort((a, b) => columns.score[b] - columns.score[a] || a - b);
const shown = async (page) => page.locator(".card .card-name").innerText();

async function facts(page) {
  return page.locator(".card dl").evaluate((list) => {
    const found = {};
    for (const term of list.querySelectorAll("dt")) found[term.textContent] = term.nextElementSibling.textContent;
    return found;
  });
}

test("the first chosen feature is on the card from the beginning", async () => {
  const page = await open(path);
  assert.equal(await shown(page), nameOf(header.selected[0]));
  assert.match(await page.locator(".card .badges").innerText(), /chosen, number 1 of 20/);
  await close(page);
});

test("search by keyboard opens the card of a kept and of a dropped feature", async () => {
  const page = await open(path);
  for (const feature of [header.selected[4], byScore.at(-3)]) {
    await page.getByRole("combobox").fill(nameOf(feature));
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.getByRole("combobox").getAttribute("aria-expanded"), "true");
    await page.keyboard.press("Enter");
    assert.equal(await shown(page), nameOf(feature));
    const found = await facts(page);
    const score = Number(found[header.score_name ?? "score"].replaceAll(",", "").replace("−", "-"));
    assert.ok(Math.abs(score - columns.score[feature]) <= 1e-3 * Math.abs(columns.score[feature]), "the score is the feature's");
    assert.match(found["rank by score"], new RegExp(`^${(byScore.indexOf(feature) + 1)} of ${byScore.length} `));
    if (columns.probability) assert.ok(found["selection probability"]);
    if (columns.q) assert.ok("q-value (false discoveries)" in found);
    if (header.selected.includes(feature)) continue;
    const reason = await page.locator(".card .reason").innerText();
    assert.ok(reason.length > 0 && !reason.includes("{"), "placeholders are filled");
  }
  await close(page);
});

test("search by mouse, by position and for nothing", async () => {
  const page = await open(path), field = page.getByRole("combobox");
  await field.fill(String(byScore[7]));
  await page.getByRole("option").first().click();
  assert.equal(await shown(page), nameOf(byScore[7]));
  await field.fill("there is no such feature");
  assert.match(await page.locator(".search-row .said").innerText(), /no feature has this name/);
  assert.equal(await page.getByRole("option").count(), 0);
  await close(page);
});

test("buttons step to the next better and the next worse", async () => {
  const page = await open(path);
  await page.getByRole("combobox").fill(nameOf(byScore[5]));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Next worse feature" }).click();
  assert.equal(await shown(page), nameOf(byScore[6]));
  await page.keyboard.press("Enter");  // the focus stays on the button
  assert.equal(await shown(page), nameOf(byScore[7]));
  await page.getByRole("button", { name: "Next better feature" }).click();
  assert.equal(await shown(page), nameOf(byScore[6]));
  await close(page);
});

test("a name in the table of the chosen opens its card", async () => {
  const page = await open(path);
  await page.locator('[data-part="chosen"] tbody tr').nth(2).locator("button.link").click();
  assert.equal(await shown(page), nameOf(header.selected[2]));
  assert.ok(await page.locator(".card").evaluate((card) => card === document.activeElement));
  await close(page);
});

test("the nearest feature is linked", async () => {
  const page = await open(path);
  const feature = columns.nearest.findIndex((nearest) => nearest >= 0);
  assert.ok(feature >= 0);
  await page.getByRole("combobox").fill(nameOf(feature));
  await page.keyboard.press("Enter");
  await page.locator(".card dd button.link").first().click();
  assert.equal(await shown(page), nameOf(columns.nearest[feature]));
  await close(page);
});

test("distributions are drawn for features that have one, as counted", async () => {
  const page = await open(path), kept = new Set(header.histograms.map((h) => h.feature));
  const histogram = header.histograms[0];
  assert.equal(histogram.feature, header.selected[0]);
  const bars = histogram.counts.flat().filter((count) => count > 0).length;
  assert.equal(await page.locator(".card svg.histogram .bar").count(), bars);
  const total = histogram.counts.flat().reduce((sum, count) => sum + count, 0);
  assert.equal(total, header.samples);
  const without = byScore.find((feature) => !kept.has(feature));
  if (without !== undefined) {
    await page.getByRole("combobox").fill(nameOf(without));
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".card svg.histogram").count(), 0);
  }
  await close(page);
});
