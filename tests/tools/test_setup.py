"""./quickstart's and ./check's shared stages: what they print, when they install, how they fail."""
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Setup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="with blanks ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.log = self.folder / "build" / "test.log"

    def fake(self, name, script):
        """A program that stands in for the system's."""
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/bash\n" + script + "\n", encoding="utf-8")
        path.chmod(0o755)

    def bash(self, script):
        environment = {**os.environ, "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
        head = f"set -euo pipefail; root='{self.folder}'; log='{self.log}'; . '{ROOT}/tools/setup.sh'; start_log; "
        return subprocess.run(["bash", "-c", head + script], env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False)

    def test_a_stage_is_one_line_and_its_output_is_in_the_log(self):
        done = self.bash("stage 'doing it' echo noise")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", "tamis: doing it\n"))
        self.assertIn("noise", self.log.read_text())

    def test_a_failed_stage_shows_its_own_output_and_stops(self):
        done = self.bash("stage one echo earlier; stage two bash -c 'echo broken; exit 7'; echo reached")
        self.assertEqual(done.returncode, 1)
        self.assertIn("broken", done.stderr)
        self.assertNotIn("earlier", done.stderr)
        self.assertNotIn("reached", done.stdout)

    def test_a_build_shows_how_far_it_is(self):
        self.fake("cmake", "echo '[1/2] Building one'; sleep 2; echo '[2/2] Building two'; sleep 2")
        done = self.bash("progress_seconds=0; stage building run_build folder")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(done.stderr, "tamis: building\ntamis: built 1 of 2\ntamis: built 2 of 2\n")

    def test_a_failed_build_stops(self):
        self.fake("cmake", "echo '[1/2] Building one'; echo wrong code; exit 3")
        done = self.bash("stage building run_build folder; echo reached")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("wrong code", done.stderr)

    def test_only_missing_packages_are_installed(self):
        self.fake("dpkg-query", r"printf 'ii there\nrc removed\n'; exit 1")
        self.fake("sudo", '"$@"')
        self.fake("apt-get", f'echo "$@" >> "{self.folder}/apt"')
        self.assertEqual(self.bash("install_packages there").returncode, 0)
        self.assertFalse((self.folder / "apt").exists(), "apt-get was called though nothing was missing")
        done = self.bash("install_packages there removed absent")
        self.assertEqual(done.returncode, 0, done.stderr)
        calls = (self.folder / "apt").read_text()
        self.assertIn("update", calls)
        self.assertRegex(calls, "install .* removed absent\n")

    def test_a_failed_installation_stops(self):
        self.fake("dpkg-query", "exit 1")
        self.fake("sudo", '"$@"')
        self.fake("apt-get", "echo no such package; exit 100")
        done = self.bash("install_packages absent; echo reached")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no such package", done.stderr)

    def browser_folder(self, npm):
        self.fake("dpkg-query", r"printf 'ii chromium\nii fonts-dejavu-core\n'")
        self.fake("npm", npm)
        here = self.folder / "tests" / "browser"
        here.mkdir(parents=True)
        for name in ("package.json", "package-lock.json", ".npmrc"):
            (here / name).write_text(name, encoding="utf-8")

    def test_the_packages_of_the_browser_tests_are_installed_once(self):
        self.browser_folder(f'echo "$@" >> "{self.folder}/npm"')
        done = self.bash("install_browser; install_browser")
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertEqual((self.folder / "npm").read_text(), "ci\n")
        self.assertEqual((self.folder / "build" / "browser" / "package.json").read_text(), "package.json")

    def test_without_them_the_rest_goes_on(self):
        self.browser_folder("echo no network; exit 1")
        done = self.bash("install_browser; echo reached")
        self.assertEqual((done.returncode, done.stdout), (0, "reached\n"))
        self.assertIn("the browser tests are skipped", done.stderr)
        self.assertIn("no network", self.log.read_text())


if __name__ == "__main__":
    unittest.main()
