"""tools/sanitize_all with programs that stand in for CMake and CTest: what it runs, what it says, when it fails."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class SanitizeAll(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="with blanks ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "tools").mkdir()
        (self.folder / "bin").mkdir()
        for name in ("sanitize_all", "setup.sh"):
            shutil.copy(ROOT / "tools" / name, self.folder / "tools" / name)
        self.fake("dpkg-query", "for package in \"${@:4}\"; do echo \"ii $package\"; done")
        self.fake("cmake", "echo cmake \"$@\" >> calls")
        self.fake("ctest", "echo ctest \"$2\" >> calls; echo '100% tests passed, 0 tests failed out of 3'")

    def fake(self, name, script):
        path = self.folder / "bin" / name
        path.write_text("#!/bin/bash\n" + f"cd '{self.folder}'\n" + script + "\n", encoding="utf-8")
        path.chmod(0o755)

    def run_it(self, *arguments):
        environment = {**os.environ, "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
        return subprocess.run([self.folder / "tools" / "sanitize_all", *arguments], env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False)

    def parts_run(self):
        return [line.split()[1] for line in (self.folder / "calls").read_text().splitlines() if line.startswith("ctest")]

    def test_both_parts_with_a_line_for_each(self):
        done = self.run_it()
        self.assertEqual((done.returncode, self.parts_run()), (0, ["asan", "tsan"]), done.stderr)
        summary = done.stdout.splitlines()[-2:]
        for part, line in zip(("asan", "tsan"), summary):
            self.assertRegex(line, rf"^{part}: 100% tests passed, 0 tests failed out of 3; findings: 0; "
                                   r"build \d+ s, \d+ s of processor time; tests \d+ s, \d+ s of processor time$")

    def test_one_part_alone(self):
        self.assertEqual((self.run_it("tsan").returncode, self.parts_run()), (0, ["tsan"]))

    def test_findings_fail_and_are_counted(self):
        for text in ("==7==ERROR: AddressSanitizer: heap-buffer-overflow", "==7==ERROR: LeakSanitizer: detected memory leaks",
                     "WARNING: ThreadSanitizer: data race", "a.cpp:7:3: runtime error: division by zero"):
            self.fake("ctest", f"echo '{text}'; echo '100% tests passed, 0 tests failed out of 3'")
            done = self.run_it("asan")
            self.assertEqual(done.returncode, 1, text)
            self.assertIn("; findings: 1; ", done.stdout)
            self.assertIn(text, (self.folder / "build" / "sanitize_asan.log").read_text())

    def test_failed_tests_fail_and_the_other_part_still_runs(self):
        self.fake("ctest", "echo ctest \"$2\" >> calls; echo '67% tests passed, 1 tests failed out of 3'; exit 8")
        done = self.run_it()
        self.assertEqual((done.returncode, self.parts_run()), (1, ["asan", "tsan"]))
        self.assertIn("asan: 67% tests passed, 1 tests failed out of 3; findings: 0", done.stdout)

    def test_a_failed_build_stops(self):
        self.fake("cmake", "echo wrong code; exit 3")
        done = self.run_it()
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("wrong code", done.stderr)

    def test_unknown_part(self):
        done = self.run_it("msan")
        self.assertEqual(done.returncode, 2)
        self.assertIn("usage: tools/sanitize_all [asan] [tsan]", done.stderr)


if __name__ == "__main__":
    unittest.main()
