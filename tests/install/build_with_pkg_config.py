"""Builds a program against the installed tree with the compiler and pkg-config alone, and runs it.

usage: build_with_pkg_config.py SOURCE WORK_FOLDER COMPILER PKG_CONFIG_FOLDER
"""
import os
import pathlib
import subprocess
import sys


def main():
    source, work, compiler, packages = sys.argv[1:]
    environment = {**os.environ, "PKG_CONFIG_PATH": packages}
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "tamis"], env=environment, check=True, capture_output=True,
                           text=True).stdout.split()
    pathlib.Path(work).mkdir(parents=True, exist_ok=True)
    program = os.path.join(work, "consumer")
    language = ["-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror"] if source.endswith(".c") else ["-std=c++20"]
    subprocess.run([compiler, *language, "-O1", source, "-o", program, *flags], check=True)
    return subprocess.run([program], cwd=work).returncode


if __name__ == "__main__":
    sys.exit(main())
