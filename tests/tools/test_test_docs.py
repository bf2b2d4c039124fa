"""tools/test_docs must notice when a page lies."""
import importlib.util
import os
import pathlib
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "test_docs"
loader = SourceFileLoader("test_docs", str(TOOL))
docs = importlib.util.module_from_spec(importlib.util.spec_from_loader("test_docs", loader))
loader.exec_module(docs)


def failures_of(text):
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "page.md")
        page.write_text(text, encoding="utf-8")
        read = docs.Page(page, pathlib.Path(folder, "work"))
        read.run_commands(os.environ)
        read.run_blocks(os.environ)
        return read.failures


class TestDocs(unittest.TestCase):
    def test_commands_and_their_output(self):
        self.assertEqual(failures_of("text\n\n```console\n$ printf 'a\\nb\\nc\\n'\na\nb\n$ true\n```\n"), [])
        self.assertEqual(failures_of("```console\n$ echo took 3 s\ntook … s\n```\n"), [])
        self.assertEqual(failures_of("```console\n$ echo a; echo b\n…\n```\n"), [])
        self.assertEqual(failures_of("```console\n$ echo a \\\n    b\na b\n```\n"), [])

    def test_wrong_output_is_found(self):
        self.assertIn("prints something else", failures_of("```console\n$ echo a\nb\n```\n")[0])
        self.assertIn("prints something else", failures_of("```console\n$ echo a\na\nb\n```\n")[0])
        self.assertIn("page.md:4", failures_of("\n\n```console\n$ echo a\nb\n```\n")[0])

    def test_a_failing_command_is_found(self):
        self.assertIn("exits 3", failures_of("```console\n$ exit 3\n```\n")[0])

    def test_files_are_there_for_the_commands(self):
        self.assertEqual(failures_of("<!-- file: a.csv -->\n```csv\n1,2\n```\n\n```console\n$ cat a.csv\n1,2\n```\n"), [])

    def test_python_blocks_share_an_interpreter_and_are_compared(self):
        good = "```python\nx = 2\n```\n\n```python\nprint(x + 1)\n```\n\n<!-- prints -->\n```text\n3\n```\n"
        self.assertEqual(failures_of(good), [])
        self.assertIn("page.md:6: the block prints something else", failures_of(good.replace("\n3\n", "\n4\n"))[0])
        self.assertIn("line 6", failures_of("text\n\n\n\n```python\nraise ValueError\n```\n")[0])

    def test_figures_must_be_made_by_the_page(self):
        page = "```python\nopen('figures/a.png', 'w').close()\n```\n\n![a](figures/a.png)\n"
        self.assertEqual(failures_of(page), [])
        self.assertIn("no block of the page makes it", failures_of(page.replace("open('figures/a.", "open('figures/b."))[0])

    def test_python3_is_the_interpreter_of_the_tests(self):
        with tempfile.TemporaryDirectory() as folder:
            environment = docs.with_python({"PATH": "/nowhere:/usr/bin:/bin"}, pathlib.Path(folder), pathlib.Path("/the/package"))
            done = docs.run(["bash", "-c", "python3 -c 'import sys; print(sys.executable, sys.path[1])'"], folder, environment)
            self.assertEqual(done.stdout.split(), [sys.executable, "/the/package"])

    def test_blocks_that_are_only_shown(self):
        self.assertEqual(failures_of("<!-- not run -->\n```console\n$ exit 3\n```\n"), [])


if __name__ == "__main__":
    unittest.main()
