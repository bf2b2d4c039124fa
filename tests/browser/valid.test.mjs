// The pages are valid HTML, the scripts are well typed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as pages from "./pages.mjs";
import { require } from "./support.mjs";

const { HtmlValidate } = require("html-validate");
// The standard, without rules of taste: names may be of any length, and a region that scrolls is no section.
const validator = new HtmlValidate({ root: true, extends: ["html-validate:standard", "html-validate:a11y"], rules: {
  "long-title": "off", "doctype-style": "off", "no-inline-style": "error", "svg-focusable": "off", "prefer-native-element": "off" } });

for (const [name, make] of Object.entries(pages.all)) {
  test(`${name} validates`, async () => {
    const report = await validator.validateString(readFileSync(make(), "utf8"));
    assert.deepEqual(report.results.flatMap((r) => r.messages).slice(0, 5).map((m) => `${m.line}:${m.column} ${m.ruleId}: ${m.message.slice(0, 200)}`), []);
  });
}

test("the scripts have their types", () => {
  const web = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "web");
  const compiler = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
  execFileSync(process.execPath, [compiler, "-p", web], { stdio: ["ignore", "inherit", "inherit"] });
});
