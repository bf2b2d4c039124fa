// Figures that answer: scores, redundancy, map, comparison; and the tabs of several results.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as pages from "./pages.mjs";
import { close, contents, open, tip } from "./support.mjs";

async function scores(path) {
  const page = await open(path);
  await page.locator('[data-part="scores"]').scrollIntoViewIfNeeded();
  const box = page.getByRole("slider");
  await box.waitFor();
  await page.waitForTimeout(100);
  return { page, box, said: page.locator('[data-part="scores"] .plot-tools .said') };
}

const order = ({ columns }) => columns.score.map((_, j) => j).filter((j) => !Number.isNaN(columns.score[j])).sort((a, b) => columns.score[b] - columns.score[a] || a - b);

test("arrow keys walk along the scores and Enter opens the card", async () => {
  const path = pages.selection(), data = contents(path), sorted = order(data);
  const { page, box } = await scores(path);
  await box.focus();
  for (const [key, rank] of [["ArrowRight", 1], ["ArrowRight", 2], ["End", sorted.length], ["ArrowLeft", sorted.length - 1], ["Home", 1], ["ArrowRight", 2]]) {
    await page.keyboard.press(key);
    assert.equal(await box.getAttribute("aria-valuenow"), String(rank));
    assert.ok((await box.getAttribute("aria-valuetext")).includes(data.header.names?.[sorted[rank - 1]] || `column ${sorted[rank - 1]}`));
  }
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".card .card-name").innerText(), data.header.names?.[sorted[1]] || `column ${sorted[1]}`);
  await close(page);
});

test("scores of which smaller ones are better are shown as published", async () => {
  const path = pages.unlabeled(), data = contents(path), sorted = order(data);
  assert.ok(data.columns.score.every((score) => !(score > 0)), "the order is by the negated ones");
  const { page, box } = await scores(path);
  await box.focus();
  const found = [];
  for (const key of ["Home", "ArrowRight", "End"]) {
    await page.keyboard.press(key);
    const said = await box.getAttribute("aria-valuetext");
    found.push(Number(/score ([^,]*)/.exec(said)[1].replace("−", "-")));
  }
  [0, 1, sorted.length - 1].forEach((place, i) => {
    const published = -data.columns.score[sorted[place]];
    assert.ok(Math.abs(found[i] - published) <= 1e-3 * published, `${found[i]} is ${published}`);
  });
  assert.ok(found[0] <= found[1] && found[1] < found[2], "the best is the smallest");
  await page.keyboard.press("Enter");
  const card = await page.locator(".card dl").innerText();
  assert.equal(Number(card.split("\n")[1]), found[2], "the card shows the same");
  await page.getByRole("group", { name: "Score" }).getByRole("button", { name: "log" }).click();
  const without = sorted.filter((feature) => !(-data.columns.score[feature] > 0)).length;
  const said = await page.locator('[data-part="scores"] .plot-tools .said').innerText();
  assert.equal(said.includes("no logarithm"), without > 0, said);
  await close(page);
});

test("buttons and dragging zoom, log scales say what they leave out", async () => {
  const path = pages.selection(), total = order(contents(path)).length;
  const { page, box, said } = await scores(path);
  assert.equal(await said.innerText(), `ranks 1 to ${total} of ${total}`);
  const range = async () => /ranks ([\d,]+) to ([\d,]+)/.exec(await said.innerText()).slice(1).map((text) => Number(text.replaceAll(",", "")));
  await page.getByRole("button", { name: "Zoom in" }).click();
  const [low, high] = await range();
  assert.ok(high - low < 0.6 * total && high - low > 0.4 * total - 2);
  await page.getByRole("button", { name: "Show the chosen features" }).click();
  assert.equal((await range())[0], 1);
  await page.getByRole("button", { name: "Show all features" }).click();
  const bounds = await box.boundingBox();
  await page.mouse.move(bounds.x + bounds.width * 0.5, bounds.y + 60);
  assert.match(await tip(page), /rank \d+/);
  await page.mouse.down();
  await page.mouse.move(bounds.x + bounds.width * 0.75, bounds.y + 60, { steps: 4 });
  await page.mouse.up();
  const dragged = await range();
  assert.ok(dragged[0] > 0.35 * total && dragged[1] < 0.85 * total);
  await box.dblclick();
  assert.deepEqual(await range(), [1, total]);
  await page.getByRole("group", { name: "Score" }).getByRole("button", { name: "log" }).click();
  await page.getByRole("group", { name: "Rank" }).getByRole("button", { name: "log" }).click();
  const zeros = contents(path).columns.score.filter((score) => score <= 0).length;
  assert.equal((await said.innerText()).includes("no logarithm"), zeros > 0);
  await close(page);
});

test("the curve is drawn", async () => {
  const { page } = await scores(pages.selection());
  const colors = await page.locator('[data-part="scores"] canvas').evaluate((canvas) => {
    const cells = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data, found = new Set();
    for (let i = 0; i < cells.length; i += 4) if (cells[i + 3] > 200) found.add(`${cells[i]},${cells[i + 1]},${cells[i + 2]}`);
    return found.size;
  });
  assert.ok(colors > 5);
  await close(page);
});

test("a cell of the heat map names two features and their correlation", async () => {
  const path = pages.selection(), { header, columns } = contents(path), page = await open(path);
  const picture = page.locator('figure[data-plot="redundancy"] svg').first();
  await picture.scrollIntoViewIfNeeded();
  const heat = await page.locator("g.heat").evaluate((group) => ({ ...group.dataset }));
  const drawn = heat.order.split(" ").map(Number), features = header.correlations.features;
  assert.deepEqual([...drawn].sort((a, b) => a - b), features.map((_, i) => i), "every chosen feature has a row");
  await picture.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const text = await tip(page), name = (i) => header.names?.[features[i]] || `column ${features[i]}`;
  assert.ok(text.includes(name(drawn[0])) && text.includes(name(drawn[1])));
  const r = Number(/r = (\S+)/.exec(text)[1].replace("−", "-"));
  assert.ok(Math.abs(r - columns.correlation[drawn[0] * features.length + drawn[1]]) < 1e-3);
  await close(page);
});

test("the map shows its planes, hides classes and names samples", async () => {
  const path = pages.selection(), { header, columns } = contents(path), page = await open(path);
  const part = page.locator('[data-part="map"]');
  await part.scrollIntoViewIfNeeded();
  const box = part.getByRole("img");
  await box.waitFor();
  assert.equal(header.map.planes.length, 2);
  assert.match(await box.getAttribute("aria-label"), /principal component 1/);
  await part.getByRole("button", { name: /FLDA/ }).click();
  assert.match(await box.getAttribute("aria-label"), /discriminant direction 1/);
  assert.equal(await part.locator("ul.legend li").count(), new Set(columns.map_class).size);
  const ink = () => part.locator("canvas").evaluate((canvas) => {
    const cells = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    let count = 0;
    for (let i = 3; i < cells.length; i += 4) if (cells[i] > 0) ++count;
    return count;
  });
  const before = await ink();
  await part.locator("ul.legend button").first().click();
  await page.waitForTimeout(100);
  assert.ok(await ink() < before, "a class is gone");
  const bounds = await box.boundingBox();
  let said = null;
  for (let step = 0; step < 60 && !said; ++step) {
    await page.mouse.move(bounds.x + bounds.width * (0.2 + 0.6 * ((step * 7) % 60) / 60), bounds.y + bounds.height * (0.2 + 0.6 * step / 60));
    said = await tip(page);
  }
  assert.match(said ?? "", /sample/);
  await close(page);
});

test("the legend of a comparison shows and hides methods, points say their numbers", async () => {
  const page = await open(pages.comparison()), part = page.locator('[data-part="comparison"]');
  const items = part.locator("ul.legend button");
  assert.ok(await items.count() >= 5, "three methods, all features and random ones");
  const name = await part.locator("ul.legend li[data-legend]").first().getAttribute("data-legend");
  const series = part.locator(`[data-series="${name}"]`).first();
  assert.ok(await series.isVisible());
  await items.first().focus();
  await page.keyboard.press("Space");
  assert.ok(!(await series.isVisible()));
  assert.equal(await items.first().getAttribute("aria-pressed"), "false");
  await page.keyboard.press("Space");
  assert.ok(await series.isVisible());
  const mark = part.locator(`[data-series="${name}"] [data-x]`).first();
  await mark.scrollIntoViewIfNeeded();
  const bounds = await mark.boundingBox();
  await page.mouse.move(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2);
  assert.ok(await tip(page));
  await close(page);
});

test("several results are tabs; a link opens the right one", async () => {
  const page = await open(pages.several());
  const tabs = page.getByRole("tab");
  assert.equal(await tabs.count(), 2);
  assert.equal(await page.locator("article.document:visible").count(), 1);
  await tabs.first().focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await tabs.nth(1).getAttribute("aria-selected"), "true");
  assert.ok(await page.locator("#document-1").isVisible());
  await page.waitForSelector("#document-1.ready");
  const links = await page.locator("body > nav a:visible").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  assert.ok(links.length > 0 && links.every((href) => href.startsWith("#document-1-")));
  await page.evaluate(() => { location.hash = "#document-0-chosen"; });
  await page.locator("#document-0").waitFor({ state: "visible" });
  await close(page);
});
