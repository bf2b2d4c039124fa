"""Runs the program named by the environment variable TAMIS under limits."""
import os
import pathlib
import resource
import subprocess
import time

import pytest

MEGABYTE = 1 << 20
SANITIZED = "TAMIS_SANITIZED" in os.environ  # the program has a sanitizer in it, see tests/CMakeLists.txt

# For tests that say nothing there: a sanitizer takes terabytes of addresses and has a thread of its own.
own_limits = pytest.mark.skipif(SANITIZED, reason="a sanitizer has memory and threads of its own")


class Outcome:
    def __init__(self, code, out, err):
        self.code = code  # as a shell tells it: 128 + n if signal n ended the process
        self.out = out
        self.err = err


def start(folder, *arguments, limits=None, **more):
    """The program in `folder`, with limits such as {resource.RLIMIT_AS: 400 * MEGABYTE}."""

    def limit():
        for kind, most in (limits or {}).items():
            resource.setrlimit(kind, (most, most))

    return subprocess.Popen([os.environ["TAMIS"], *map(str, arguments)], cwd=folder, preexec_fn=limit if limits else None, **more)


@pytest.fixture
def run(tmp_path):
    """run("info", "a.csv", memory=400) with a limit on the address space in megabytes; none with a sanitizer."""

    def call(*arguments, memory=None, limits=None, folder=None, timeout=60):
        limits = dict(limits or {})
        if memory is not None:
            limits[resource.RLIMIT_AS] = memory * MEGABYTE
        if SANITIZED:
            limits.pop(resource.RLIMIT_AS, None)
        streams = [tmp_path / ".out", tmp_path / ".err"]
        with open(streams[0], "wb") as out, open(streams[1], "wb") as err:
            process = start(folder or tmp_path, *arguments, limits=limits, stdout=out, stderr=err,
                            stdin=subprocess.DEVNULL)
            try:
                code = process.wait(timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise AssertionError(f"tamis {' '.join(map(str, arguments))} does not end") from None
        return Outcome(128 - code if code < 0 else code, streams[0].read_text(errors="replace"),
                       streams[1].read_text(errors="replace"))

    return call


@pytest.fixture
def write(tmp_path):
    def put(name, content):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return put


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 64 kB; needs the right to mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("this user may not mount a small disk; the tests with a limit on the size of files still run")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def wait_until(condition, seconds=30.0):
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "waited in vain"
        time.sleep(0.005)


def leftovers(folder):
    return [path.name for path in pathlib.Path(folder).iterdir() if ".part-" in path.name]
