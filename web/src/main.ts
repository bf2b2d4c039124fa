// Adds to the page what needs scripts. Without them, or if they fail, the page stays as it was written.
import { decode } from "./container";
import { markContents } from "./contents";
import { enrichDocument } from "./document";
import { make } from "./dom";
import { makeTablesSortable } from "./tables";
import { makeTabs } from "./tabs";

const articles = Array.from(document.querySelectorAll<HTMLElement>("article.document"));
const begun = new Set<number>();

/** Unpacks the data of a document when it is first shown, after the page has been painted. */
function open(place: number): void {
  if (begun.has(place)) return;
  begun.add(place);
  const packed = document.querySelector<HTMLScriptElement>(`script.columns[data-document="${place}"]`);
  requestAnimationFrame(() => setTimeout(async () => {
    try {
      enrichDocument(articles[place], packed ? await decode(packed.textContent ?? "") : null);
      articles[place].classList.add("ready");
    } catch (error) {
      articles[place].querySelector("h2")?.after(make("p", { class: "warning" },
        `This browser could not unpack the data of the page (${error instanceof Error ? error.message : String(error)}); text, tables and figures are complete, search and zoom are not there.`));
    }
  }));
}

document.documentElement.classList.add("scripts");
makeTablesSortable(document);
makeTabs(articles, open);
markContents();
if (articles.length > 0) open(0);
