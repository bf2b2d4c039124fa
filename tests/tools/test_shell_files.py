"""The manual pages and the completions name all that the program takes."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
from command_help import all_help, parsed  # noqa: E402 - needs the path

PROGRAM = os.environ["TAMIS"]
HELP = """\
does something
Usage: tamis some [OPTIONS] DATA

Positionals:
  DATA REQUIRED                   a data file

Options:
  -m,--method M REQUIRED          a method
  --encoding auto|utf-8|latin-1=auto
                                  text files: encoding of names
  --stability [B]=50              how often


Run:
  -q,--quiet                      no warnings

Example:
  tamis some digits
"""
# What bash-completion offers, as far as the completions use it.
BASH = """
_init_completion() { cur=${COMP_WORDS[COMP_CWORD]}; prev=${COMP_WORDS[COMP_CWORD-1]}; words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; }
_filedir() { COMPREPLY=("<file${1:-}>"); }
. "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
_tamis
echo "${COMPREPLY[*]}"
"""


class Help(unittest.TestCase):
    def test_groups_terms_and_texts(self):
        found = parsed(HELP)
        self.assertEqual(found.summary, "does something")
        self.assertEqual(found.usage, "tamis some [OPTIONS] DATA")
        self.assertEqual(list(found.groups), ["Positionals", "Options", "Run"])
        method, encoding, stability = found.entries("Options")
        self.assertEqual((method.flags, method.value), (["-m", "--method"], "M"))
        self.assertEqual(encoding.text, "text files: encoding of names")
        self.assertEqual(encoding.choices, ["auto", "utf-8", "latin-1"])
        self.assertEqual(stability.value, "")
        self.assertEqual(found.footer, ["Example:", "  tamis some digits"])


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        subprocess.run([sys.executable, TOOLS / "shell_files", PROGRAM, cls.folder.name], check=True)
        cls.helps = all_help(PROGRAM)

    def completed(self, *words):
        script = pathlib.Path(self.folder.name, "completions", "tamis")
        done = subprocess.run(["bash", "-c", BASH, "bash", script, *words], capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_every_command_has_a_page_with_all_its_options(self):
        for name, text in self.helps.items():
            page = pathlib.Path(self.folder.name, "man1", f"tamis-{name}.1" if name else "tamis.1").read_text(encoding="utf-8")
            shown = page.replace("\\-", "-")
            self.assertTrue(text.entries(), name)
            for entry in text.entries():
                self.assertIn(entry.term.replace(" REQUIRED", ""), shown)
            for section in ("NAME", "SYNOPSIS", "OPTIONS", "SEE ALSO"):
                self.assertRegex(page, rf"(?m)^\.SH {section}$")
            self.assertFalse([line for line in page.split("\n") if re.match(r"'|\.(?!TH|SH|TP|B |nf|fi|sp)", line)])

    def test_completions(self):
        self.assertEqual(self.completed("tamis", "se"), ["select"])
        self.assertEqual(self.completed("tamis", "select", "--metric", ""), ["euclidean", "cosine"])
        self.assertEqual(self.completed("tamis", "select", "digits", "--met"), ["--method", "--metric"])
        self.assertEqual(self.completed("tamis", "project", "digits", "--method", "fl"), ["flda"])
        self.assertEqual(self.completed("tamis", "cite", "lapl"), ["laplacian"])
        self.assertEqual(self.completed("tamis", "info", "dig"), ["<file>", "digits"])
        self.assertEqual(self.completed("tamis", "auto", "digits", "-o", ""), ["<file-d>"])
        self.assertEqual(self.completed("tamis", "select", "digits", "-k", ""), [])

    def test_every_flag_of_every_command_is_offered(self):
        for name, text in self.helps.items():
            flags = [flag for entry in text.entries() for flag in entry.flags]
            self.assertEqual(self.completed("tamis", name, "--") if name else self.completed("tamis", "--"),
                             [flag for flag in flags if flag.startswith("--")])


if __name__ == "__main__":
    unittest.main()
