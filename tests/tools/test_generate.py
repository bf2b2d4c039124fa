"""tools/generate writes tables from the program's own description and notices stale ones."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "generate"
DESCRIPTION = {
    "methods": [{
        "name": "sieve", "title": "The sieve", "citation": "Nobody, 1900", "references": ["nobody1900"],
        "needs": {"labels": True, "graph": False},
        "options": [
            {"name": "mesh", "type": "real", "default": 0.5, "range": "> 0", "choices": [], "help": "width|height; of a hole"},
            {"name": "shape", "type": "choice", "default": "round", "range": "", "choices": ["round", "flat"],
             "help": "of the holes"},
        ],
        "can_use": {"labels": True, "graph": True}, "graph_defaults": {"neighbors": 4, "bandwidth": "auto"},
    }],
    "projectors": [{
        "name": "shadow", "title": "The shadow", "citation": "Plato", "references": ["plato"], "needs": {"labels": True}, "below_classes": True,
        "options": [{"name": "sun", "type": "real", "default": 1.0, "range": "", "help": "height"}],
    }],
    "papers": [{"key": "nobody1900", "reference": "Nobody: Holes. 1900"}, {"key": "plato", "reference": "Plato: Caves. -375"}],
    "graph_options": [
        {"name": "neighbors", "type": "integer", "default": 5, "range": ">= 1", "help": "per sample"},
        {"name": "bandwidth", "type": "real", "default": "auto", "range": "> 0", "keyword": "auto", "help": "width"},
    ],
}


class Generate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "docs" / "methods").mkdir(parents=True)
        (self.root / "python" / "tamis").mkdir(parents=True)
        self.readme = self.root / "README.md"
        self.page = self.root / "docs" / "methods" / "sieve.md"
        self.readme.write_text("before\n<!-- methods -->\n<!-- end -->\n<!-- projectors -->\n<!-- end -->\n"
                               "<!-- classes -->\n<!-- end -->\nafter\n")
        self.page.write_text("<!-- options: sieve -->\nstale\n<!-- end -->\n"
                             "<!-- projector options: shadow -->\n<!-- end -->\n")
        program = self.root / "tamis"
        program.write_text(f"#!/bin/sh\ncat <<'END'\n{json.dumps(DESCRIPTION)}\nEND\n")
        program.chmod(0o755)

    def generate(self, *options):
        return subprocess.run([sys.executable, TOOL, "--root", self.root, *options, self.root / "tamis"],
                              capture_output=True, text=True, check=False)

    def test_stale_pages_are_found_then_written_then_pass(self):
        stale = self.generate("--check")
        self.assertEqual(stale.returncode, 1)
        self.assertIn("-stale", stale.stdout)
        self.assertIn("stale", self.page.read_text(), "--check must not write")
        self.assertEqual(self.generate().returncode, 0)
        self.assertEqual(self.generate("--check").returncode, 0)
        text = self.page.read_text()
        self.assertIn("| `--set mesh=…` | `0.5` | real > 0 | width\\|height; of a hole |", text)
        self.assertIn("`round`, `flat`", text)
        self.assertIn("| `--neighbors` | `4` | integer >= 1 | per sample |", text, "the method's default, not the graph's")
        self.assertIn("real > 0 or `auto`", text)
        readme = self.readme.read_text()
        self.assertIn("| [`sieve`](docs/methods/sieve.md) | The sieve | labels | Nobody, 1900 |", readme)
        self.assertIn("| [`shadow`](docs/methods/sieve.md) | The shadow | labels | at most classes - 1 | Plato |", readme)
        self.assertIn("| `--set sun=…` | `1` | real | height |", text)
        self.assertTrue(readme.startswith("before\n") and readme.endswith("after\n"))

    def test_the_python_class_has_the_options_and_is_compared_too(self):
        self.assertEqual(self.generate().returncode, 0)
        classes = self.root / "python" / "tamis" / "_generated.py"
        text = classes.read_text()
        self.assertIn("class Sieve(Selector):", text)
        self.assertIn("class Shadow(Projector):", text)
        self.assertIn("| `tamis.Shadow` | `project --method shadow` | The shadow |", self.readme.read_text())
        self.assertIn("mesh : float > 0, default=0.5", text)
        self.assertIn("        mesh=0.5,\n        shape='round',\n        n_neighbors=4,\n        bandwidth='auto',", text)
        self.assertIn('_graph_options = {"n_neighbors": "neighbors", "bandwidth": "bandwidth"}', text)
        compile(text, "_generated.py", "exec")
        classes.write_text(text.replace("mesh=0.5", "mesh=0.6"))
        stale = self.generate("--check")
        self.assertEqual(stale.returncode, 1)
        self.assertIn("-        mesh=0.6", stale.stdout)

    def test_the_pages_of_options_and_references(self):
        self.assertEqual(self.generate().returncode, 0)
        options = (self.root / "docs" / "options.md").read_text()
        self.assertIn("| `mesh` | width\\|height | sieve | real > 0 | `0.5` |", options, "the meaning ends at the semicolon")
        self.assertIn("| `neighbors` | per sample | the graph | integer >= 1 | `5` (graph); `4` (graph of sieve) |", options)
        self.assertLess(options.index("`bandwidth`"), options.index("`mesh`"), "sorted by name")
        references = (self.root / "docs" / "references.md").read_text()
        self.assertIn("| nobody1900 | Nobody: Holes. 1900 | sieve |", references)
        (self.root / "docs" / "references.md").write_text(references.replace("Nobody:", "Somebody:"))
        self.assertEqual(self.generate("--check").returncode, 1)

    def test_sources_of_methods(self):
        self.page.write_text(self.page.read_text() + "<!-- source: sieve -->\n<!-- end -->\n"
                             "<!-- source: sieve shadow -->\n<!-- end -->\n")
        self.assertEqual(self.generate().returncode, 0)
        text = self.page.read_text()
        self.assertIn("<!-- source: sieve -->\nNobody, 1900.\n<!-- end -->", text)
        self.assertIn("- `sieve`: Nobody, 1900.\n- `shadow`: Plato.\n", text)
        self.page.write_text(text.replace("<!-- source: sieve -->", "<!-- source: seive -->"))
        self.assertNotEqual(self.generate().returncode, 0)

    def test_a_method_without_a_page_is_a_failure(self):
        self.page.unlink()
        self.assertEqual(self.generate("--check").returncode, 1)

    def test_a_table_for_an_unknown_method_is_a_failure(self):
        self.page.write_text("<!-- options: seive -->\n<!-- end -->\n")
        self.assertNotEqual(self.generate().returncode, 0)


if __name__ == "__main__":
    unittest.main()
