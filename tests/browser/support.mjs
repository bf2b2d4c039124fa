// What the browser tests share: chromium without network, pages that tamis writes, the data inside them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import { join } from "node:path";
import { after } from "node:test";

export const require = createRequire(join(process.env.TAMIS_BROWSER, "package.json"));
const { chromium } = require("playwright-core");

export const folder = process.env.TAMIS_PAGES;
mkdirSync(folder, { recursive: true });

export function tamis(...words) {
  return execFileSync(process.env.TAMIS, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 28 });
}

/** A file of the folder of pages, made by `write` unless it is younger than the program. */
export function made(name, write) {
  const path = join(folder, name);
  if (!existsSync(path) || statSync(path).mtimeMs < statSync(process.env.TAMIS).mtimeMs) write(path);
  return path;
}

let browser = null;
after(async () => { await browser?.close(); });

/** Opens a page from a file with the network off. What it asked for and what it complained about is in `page.seen`. */
export async function open(path, options = {}) {
  browser ??= await chromium.launch({
    executablePath: process.env.TAMIS_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--enable-precise-memory-info"],
  });
  const { ready = true, ...settings } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true, acceptDownloads: true, ...settings });
  const page = await context.newPage();
  page.seen = { requests: [], complaints: [], dialogs: [] };
  page.on("request", (request) => { if (!request.url().startsWith("blob:")) page.seen.requests.push(request.url()); });
  // Chromium advises a setting when a canvas is read twice, as the tests do.
  page.on("console", (message) => { if (["error", "warning"].includes(message.type()) && !message.text().startsWith("Canvas2D: Multiple readback")) page.seen.complaints.push(message.text()); });
  page.on("pageerror", (error) => page.seen.complaints.push(error.message));
  page.on("dialog", (dialog) => { page.seen.dialogs.push(dialog.message()); void dialog.dismiss(); });
  await page.goto("file://" + path);
  if (ready && settings.javaScriptEnabled !== false) await page.waitForSelector("article.document.ready");
  return page;
}

export async function close(page) {
  assert.deepEqual(page.seen.complaints, [], "the console has complaints");
  assert.deepEqual(page.seen.dialogs, [], "a dialog was opened");
  await page.context().close();
}

/** The header and the columns of a document, read from the file without the page's own scripts. */
export function contents(path, place = 0) {
  const page = readFileSync(path, "utf8");
  const packed = new RegExp(`<script type="text/plain" class="columns" data-document="${place}">([^<]*)</script>`).exec(page);
  assert.ok(packed, `${path} has no data for document ${place}`);
  const bytes = gunzipSync(Buffer.from(packed[1].trim(), "base64"));
  assert.equal(bytes.toString("latin1", 0, 8), "TAMISCOL");
  assert.equal(bytes.readUInt32LE(8), 1);
  const length = bytes.readUInt32LE(12), start = Math.ceil((16 + length) / 8) * 8;
  const header = JSON.parse(bytes.toString("utf8", 16, 16 + length));
  const readers = { f64: [8, "readDoubleLE"], f32: [4, "readFloatLE"], i32: [4, "readInt32LE"], u8: [1, "readUInt8"] };
  const columns = {};
  for (const { name, type, offset, length: count } of header.columns) {
    const [size, read] = readers[type];
    columns[name] = Array.from({ length: count }, (_, i) => bytes[read](start + offset + i * size));
  }
  return { header, columns };
}

/** The cells of a CSV file. */
export function cells(text) {
  const rows = [[]];
  let cell = "", quoted = false;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (quoted) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') { cell += c; ++i; } else quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === ",") { rows.at(-1).push(cell); cell = ""; }
    else if (c === "\n") { rows.at(-1).push(cell.replace(/\r$/, "")); cell = ""; rows.push([]); }
    else cell += c;
  }
  assert.equal(cell, "", "the last line ends");
  return rows.slice(0, -1);
}

/** What the tooltip says, or null. */
export async function tip(page) {
  const box = page.locator(".tip:not(.hidden)");
  return (await box.count()) ? (await box.innerText()) : null;
}
