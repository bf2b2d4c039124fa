"""The release script writes one version everywhere, and refuses what would make a wrong release."""
import datetime
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHANGELOG = "# Changelog\n\n## {} (unreleased)\n\n- New.\n\n## 0.0.9 (2020-01-01)\n\n- Old.\n"


class Release(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        for name in ("CMakeLists.txt", "CITATION.cff", "packaging/vcpkg/vcpkg.json"):
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.tree / name)
        self.git("init", "--quiet")
        self.commit("0.2.0")

    def git(self, *words):
        person = ["-c", "user.name=T", "-c", "user.email=t@localhost"]
        return subprocess.run(["git", *person, *words], cwd=self.tree, check=True, capture_output=True, text=True).stdout

    def commit(self, unreleased):
        (self.tree / "CHANGELOG.md").write_text(CHANGELOG.format(unreleased), encoding="utf-8")
        self.git("add", "-A")
        self.git("commit", "--quiet", "--allow-empty", "-m", "state")

    def release(self, *words):
        settings = {**os.environ, "TAMIS_RELEASE_ROOT": str(self.tree), "GIT_AUTHOR_NAME": "T", "GIT_AUTHOR_EMAIL": "t@localhost",
                    "GIT_COMMITTER_NAME": "T", "GIT_COMMITTER_EMAIL": "t@localhost"}
        return subprocess.run([sys.executable, ROOT / "tools" / "release", *words], env=settings, capture_output=True, text=True, check=False)

    def refused(self, version, word):
        done = self.release(version, "--no-artifacts")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(word, done.stderr)
        self.assertEqual(self.git("tag"), "")

    def test_the_version_the_date_and_the_tag(self):
        done = self.release("0.2.0", "--no-artifacts")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("project(tamis VERSION 0.2.0 ", (self.tree / "CMakeLists.txt").read_text(encoding="utf-8"))
        self.assertIn("\nversion: 0.2.0\n", (self.tree / "CITATION.cff").read_text(encoding="utf-8"))
        self.assertIn('"version": "0.2.0"', (self.tree / "packaging" / "vcpkg" / "vcpkg.json").read_text(encoding="utf-8"))
        changes = (self.tree / "CHANGELOG.md").read_text(encoding="utf-8")
        self.assertIn(f"## 0.2.0 ({datetime.date.today().isoformat()})", changes)
        self.assertIn("## 0.0.9 (2020-01-01)", changes)
        self.assertEqual(self.git("tag").split(), ["v0.2.0"])
        self.assertEqual(self.git("status", "--porcelain"), "")

    def test_refusals(self):
        self.refused("0.2", "MAJOR.MINOR.PATCH")
        self.refused("0.3.0", "CHANGELOG.md must begin with")
        (self.tree / "new.txt").write_text("x", encoding="utf-8")
        self.refused("0.2.0", "not committed")
        (self.tree / "new.txt").unlink()
        self.commit("0.0.1")
        self.refused("0.0.1", "older")

    def test_the_tree_itself_has_one_version(self):
        in_cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8").split("project(tamis VERSION ")[1].split()[0]
        self.assertIn(f"\nversion: {in_cmake}\n", (ROOT / "CITATION.cff").read_text(encoding="utf-8"))
        self.assertIn(f'"version": "{in_cmake}"', (ROOT / "packaging" / "vcpkg" / "vcpkg.json").read_text(encoding="utf-8"))
        self.assertIn(f"## {in_cmake} (", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
