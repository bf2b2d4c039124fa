"""tools/check_all runs the parts that are named, goes on after one that fails, and says what became of each."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"


class CheckAll(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tools = pathlib.Path(folder.name, "tools")
        self.tools.mkdir()
        for name in ("check_all", "setup.sh"):
            shutil.copy(TOOLS / name, self.tools / name)

    def tool(self, name, script):
        path = self.tools / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def check_all(self, *parts):
        return subprocess.run([self.tools / "check_all", *parts], capture_output=True, text=True, check=False,
                              env={**os.environ, "CHECK_ALL_INSTALL": "no"})

    def test_a_part_that_fails_is_told_and_the_others_run(self):
        self.tool("sanitize_all", "exit 3")
        self.tool("fuzz_all", '[ "$1" = 60 ]')
        done = self.check_all("sanitizers", "fuzz", "docs")
        self.assertEqual(done.returncode, 1)
        outcome = {line.split()[0]: line.split()[1] for line in done.stdout.splitlines()}
        self.assertEqual(outcome, {"sanitizers": "failed", "fuzz": "passed", "docs": "skipped"})
        self.assertIn("there is no tools/build_docs", done.stderr)

    def test_a_step_that_fails_ends_its_part(self):
        self.tool("test_packages", 'echo "$1" >>"$0.ran"; exit 1')
        (self.tools.parent / "build").mkdir()
        script = (self.tools / "check_all").read_text(encoding="utf-8").replace("    build package\n", "")
        (self.tools / "check_all").write_text(script, encoding="utf-8")
        self.assertEqual(self.check_all("packages").returncode, 1)
        self.assertEqual((self.tools / "test_packages.ran").read_text(encoding="utf-8"), "wheel\n")

    def test_all_good(self):
        self.tool("sanitize_all", "exit 0")
        self.assertEqual(self.check_all("sanitizers").returncode, 0)

    def test_an_unknown_part(self):
        done = self.check_all("sanitisers")
        self.assertEqual(done.returncode, 2)
        self.assertIn("sanitizers", done.stderr)


if __name__ == "__main__":
    unittest.main()
