"""Running and reporting, for all kinds of packages."""
import os
import pathlib
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "packages"
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable  # Debian's has scikit-learn


def say(text):
    print(text, flush=True)


def fail(text):
    sys.exit(f"test_packages: {text}")


def call(*command, quiet=True, **settings):
    """Output of a command; one that fails ends the test with all that it has printed."""
    words = [str(word) for word in command]
    begun = time.monotonic()
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **settings)
    if done.returncode != 0:
        fail(f"{shlex.join(words)} ended with {done.returncode}:\n{done.stdout}")
    if not quiet:
        say(f"$ {shlex.join(words)}    ({time.monotonic() - begun:.1f} s)\n{done.stdout.rstrip()}")
    return done.stdout


def megabytes(size):
    return f"{size / 1e6:.1f} MB"
