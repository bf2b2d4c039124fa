#!/usr/bin/env python3
"""Runs the browser tests with Node, or says what is missing and exits 77: ctest then counts the test as skipped.

usage: run.py [FILE.test.mjs …]    settings by environment: TAMIS, TAMIS_BROWSER, TAMIS_WEB, TAMIS_PAGES
"""
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


def missing():
    """What the tests cannot do without and is not there."""
    for program, package in (("node", "nodejs"), ("chromium", "chromium")):
        if not shutil.which(program):
            return f"{program} is not installed (Debian package {package})"
    modules = pathlib.Path(os.environ["TAMIS_BROWSER"]) / "node_modules"
    for module in ("playwright-core", "axe-core", "html-validate", "typescript"):
        if not (modules / module / "package.json").exists():
            return f"the npm package {module} is not installed; ./check does it"
    return None


def main():
    reason = missing()
    if reason:
        print(f"skipped: {reason}")
        return SKIPPED
    names = sys.argv[1:] or sorted(path.name for path in HERE.glob("*.test.mjs"))
    # One file at a time: the measured times are those of a page that is alone.
    for name in names:
        print(f"== {name}", flush=True)
        done = subprocess.run(["node", "--test-reporter=spec", "--test", str(HERE / name)], check=False)
        if done.returncode != 0:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
