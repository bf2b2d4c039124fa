"""tools/links.py finds links that lead nowhere, and the repository has none."""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import links  # noqa: E402


class Links(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name).resolve()

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def dead(self, text):
        self.write("there.md", "# A `title`, and (more)\n## Twice\n## Twice\n```text\n# No heading\n```\n")
        page = self.write("folder/page.md", text)
        return links.of_markdown([page], self.root)[0]

    def test_what_is_there(self):
        self.assertEqual(self.dead("[a](../there.md) [b](../there.md#a-title-and-more) [c](../there.md#twice-1) [d](#here)\n\n## Here\n"), [])
        self.assertEqual(self.dead("`[a](none.md)`\n```text\n[b](none.md)\n```\n"), [])

    def test_what_is_not(self):
        self.assertEqual(self.dead("[a](none.md)"), ["folder/page.md: none.md: there is no such file"])
        self.assertEqual(self.dead("![a](none.png)"), ["folder/page.md: none.png: there is no such file"])
        self.assertEqual(self.dead("[a](../there.md#no-heading)"), ["folder/page.md: ../there.md#no-heading: there is no such heading"])
        self.assertEqual(self.dead("[two\nlines](#none)"), ["folder/page.md: #none: there is no such heading"])

    def test_addresses_outside_are_listed(self):
        page = self.write("page.md", "[a](https://example.org/x) [b](mailto:c@example.org)")
        self.assertEqual(links.of_markdown([page], self.root), ([], {"https://example.org/x", "mailto:c@example.org"}))

    def test_a_site(self):
        self.write("index.html", '<a href="b.html#x">1</a><a href="b.html#y">2</a><img src="none.png"><a href="https://c">3</a><a href="b.html?q=1">4</a>')
        self.write("b.html", '<p id="x">')
        dead, outside = links.of_site(self.root)
        self.assertEqual(dead, ["index.html: b.html#y: there is no such anchor", "index.html: none.png: there is no such file"])
        self.assertEqual(outside, {"https://c"})

    def test_the_repository(self):
        pages = links.repository_pages()
        self.assertGreater(len(pages), 50)
        self.assertEqual(links.of_markdown(pages)[0], [])


if __name__ == "__main__":
    unittest.main()
