"""Links of the documentation: every one leads to a file that exists, and those to sources lead to the repository."""
import importlib.machinery
import importlib.util
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
loader = importlib.machinery.SourceFileLoader("build_docs", str(ROOT / "tools" / "build_docs"))
build_docs = importlib.util.module_from_spec(importlib.util.spec_from_loader("build_docs", loader))
loader.exec_module(build_docs)
PAGE = ROOT / "docs" / "formats.md"


class Links(unittest.TestCase):
    def changed(self, text):
        return build_docs.with_links(text, PAGE, "https://there/")

    def test_pages_stay_and_sources_go_to_the_repository(self):
        self.assertEqual(self.changed("[a](trust.md#b) [c](https://d)"), "[a](trust.md#b) [c](https://d)")
        self.assertEqual(self.changed("[x](../examples)"), "[x](https://there/examples)")
        self.assertEqual(self.changed("```text\n[x](../none)\n```"), "```text\n[x](../none)\n```")

    def test_a_link_to_nothing_is_refused(self):
        with self.assertRaises(SystemExit) as refusal:
            self.changed("[x](no-such-page.md)")
        self.assertIn("docs/formats.md: links to no-such-page.md", str(refusal.exception))

    def test_every_link_of_every_page(self):
        pages = [*ROOT.glob("*.md"), *(page for page in (ROOT / "docs").rglob("*.md") if page.parent.name != "site")]
        self.assertGreater(len(pages), 40)
        for page in pages:
            build_docs.with_links(page.read_text(encoding="utf-8"), page, "https://there/")

    def test_the_index_names_every_page(self):
        text = build_docs.complete_index()
        for page in (ROOT / "docs").glob("*.md"):
            self.assertRegex(text, rf"(?m)^docs/{page.stem}$")


if __name__ == "__main__":
    unittest.main()
