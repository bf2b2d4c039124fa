"""What users build puts some sources into one translation unit each (UNITY_BUILD); developers build them one by one.
This test reads them together, so that two files cannot use one name for two things."""
import json
import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ["TAMIS_BUILD"])


def flags_of(source):
    """The options that a source is compiled with, without its name and its output."""
    entries = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    words = shlex.split(next(entry["command"] for entry in entries if entry["file"] == str(source)))
    words = words[next(i for i, word in enumerate(words) if pathlib.Path(word).name in ("c++", "g++", "clang++")):]
    kept, skip = [], False
    for word in words:
        if word.startswith("-W"):
            continue  # a name that hides another one is no mistake here
        takes_value = word in ("-o", "-c", "-MF", "-MT")
        if not skip and not takes_value and word != "-MD":
            kept.append(word)
        skip = takes_value
    return kept


class UserBuild(unittest.TestCase):
    def compile_together(self, folder):
        sources = sorted((ROOT / folder).glob("*.cpp"))
        self.assertGreater(len(sources), 1)
        with tempfile.TemporaryDirectory() as work:
            together = pathlib.Path(work) / "together.cpp"
            together.write_text("".join(f'#include "{source}"\n' for source in sources), encoding="utf-8")
            done = subprocess.run([*flags_of(sources[0]), "-fsyntax-only", str(together)], cwd=BUILD, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-4000:])

    def test_the_files_of_the_library(self):
        lists = (ROOT / "src" / "tamis" / "CMakeLists.txt").read_text(encoding="utf-8")
        folders = re.search(r"foreach\(folder ([^)]*)\)", lists)[1].split()
        self.assertIn("saved", folders)
        for folder in folders:
            with self.subTest(folder):
                self.compile_together("src/tamis/" + folder)

    def test_the_files_of_the_command_line(self):
        self.compile_together("cli")


if __name__ == "__main__":
    unittest.main()
