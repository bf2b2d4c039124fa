"""Every citation comes from the table of papers, and the table says what the sources say.

TAMIS is the program, TAMIS_REFERENCES the list that was made from the papers themselves; it does not ship.
"""
import json
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (\w+)(?: \(([\w-]+)[^)]*\))? \| ([^|]+?) \|", re.MULTILINE)


def rows(text):
    """{key: (method that the key is marked with, reference)} of a table; the line under its head has no key."""
    return {key: (mark, reference) for key, mark, reference in ROW.findall(text) if key != "key"}


class Citations(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        printed = subprocess.run([os.environ["TAMIS"], "methods", "--json"], stdout=subprocess.PIPE, check=True).stdout
        cls.description = json.loads(printed)
        cls.table = {paper["key"]: paper["reference"] for paper in cls.description["papers"]}
        cls.entries = [*cls.description["methods"], *cls.description["projectors"]]

    def test_the_page_is_the_table(self):
        page = rows((ROOT / "docs" / "references.md").read_text(encoding="utf-8"))
        self.assertEqual({key: reference for key, (_, reference) in page.items()}, self.table)

    def test_every_method_cites_the_table(self):
        for entry in self.entries:
            self.assertTrue(entry["references"], entry["name"])
            for key in entry["references"]:
                self.assertIn(self.table[key], entry["citation"], entry["name"])

    def test_sources_repeat_no_title(self):
        titles = [reference.split(": ", 1)[1].split(". ")[0].lower() for reference in self.table.values()]
        for folder in ("src", "papers", "cli", "bench", "python/src"):
            for path in (ROOT / folder).rglob("*.[ch]pp"):
                text = re.sub(r'(?:\s|//|")+', " ", path.read_text(encoding="utf-8")).lower()
                for title in titles:
                    if "subspace selection" not in title:  # which is also what hmss and gmss are called
                        self.assertNotIn(title, text, f"{path}: name the paper by its key instead")

    def shared_list(self):
        path = pathlib.Path(os.environ.get("TAMIS_REFERENCES", ""))
        if not path.is_file():
            self.skipTest("the list that was made from the papers is not here")
        return path.read_text(encoding="utf-8")

    def test_the_table_is_what_the_papers_say(self):
        wanted = rows(self.shared_list())
        self.assertGreater(len(wanted), 15)
        self.assertEqual({key: reference for key, (_, reference) in wanted.items()}, self.table)

    def test_methods_cite_the_right_papers(self):
        text = self.shared_list()
        wanted = {mark: {key} for key, (mark, _) in rows(text).items() if mark}
        for clause in re.search(r"^By method: (.*)$", text, re.MULTILINE)[1].split(";"):
            words = re.findall(r"[\w-]+", clause)
            keys = {word for word in words if word in self.table}
            for word in words:
                if keys and word not in keys:
                    wanted[word] = keys
        compared = 0
        for entry in self.entries:
            if entry["name"] in wanted:
                self.assertEqual(set(entry["references"]), wanted[entry["name"]], entry["name"])
                compared += 1
        self.assertEqual(compared, len(self.entries))


if __name__ == "__main__":
    unittest.main()
