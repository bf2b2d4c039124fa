// Adds to the page what needs scripts. Without them, or if they fail, the page stays as it was written.
import { decode } from "./container";

async function start(): Promise<void> {
  for (const script of document.querySelectorAll<HTMLScriptElement>("script.columns")) await decode(script.textContent ?? "");
}

void start();
