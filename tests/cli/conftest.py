"""Runs the tamis program named by the environment variable TAMIS."""
import json
import os
import pty
import re
import select
import signal
import subprocess

import numpy as np
import pytest
import scipy.sparse as sp

PATIENCE = 600  # seconds until a run counts as stuck

# For tests that say nothing with a sanitizer in the program (tests/CMakeLists.txt): it takes terabytes of addresses.
own_limits = pytest.mark.skipif("TAMIS_SANITIZED" in os.environ, reason="a sanitizer takes all addresses there are")


class Outcome:
    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout
        self.err = process.stderr

    @property
    def json(self):
        def no_constant(text):
            raise ValueError(f"{text} is not JSON")

        return json.loads(self.out, parse_constant=no_constant)


@pytest.fixture
def tamis(tmp_path):
    """Calls tamis in an empty folder: tamis("select", "digits", ...); `data` is the value of TAMIS_DATA."""

    def call(*arguments, data=None):
        environment = {name: value for name, value in os.environ.items() if name != "TAMIS_DATA"}
        if data is not None:
            environment["TAMIS_DATA"] = str(data)
        process = subprocess.run(
            [os.environ["TAMIS"], *map(str, arguments)], cwd=tmp_path, env=environment, capture_output=True, text=True,
            timeout=PATIENCE
        )
        return Outcome(process)

    return call


class Terminal:
    """A run of tamis whose standard error is a terminal: it draws its progress there."""

    BAR = re.compile(r"\r\x1b\[K(\[#*\.*\][^\r\n]*)?")

    def __init__(self, folder, arguments):
        self.parent, child = pty.openpty()
        self.process = subprocess.Popen([os.environ["TAMIS"], *map(str, arguments)], cwd=folder, stdout=subprocess.PIPE,
                                        stderr=child, text=True)
        os.close(child)
        self.seen = ""

    def read(self):
        """One more piece of what it writes; False at its end."""
        assert select.select([self.parent], [], [], PATIENCE)[0], f"nothing in {PATIENCE} s after {self.seen!r}"
        try:
            piece = os.read(self.parent, 4096).decode()
        except OSError:  # the other side is closed
            return False
        self.seen += piece
        return piece != ""

    def bars(self):
        return [bar for bar in self.BAR.findall(self.seen) if bar]

    def wait_for(self, percent):
        """Until the bar shows that at least so much of a comparison is done."""
        def shown():
            return [int(found.group(1)) for found in map(re.compile(r"(\d+) %  comparing").search, self.bars()) if found]

        while not any(done >= percent for done in shown()):
            assert self.read(), f"over before {percent} %: {self.seen!r}"

    def finish(self):
        """Waits for its end; the messages come without the bars."""
        while self.read():
            pass
        os.close(self.parent)
        out, _ = self.process.communicate(timeout=PATIENCE)
        messages = self.BAR.sub("", self.seen).replace("\r\n", "\n")
        return Outcome(subprocess.CompletedProcess(self.process.args, self.process.returncode, out, messages))


@pytest.fixture
def on_terminal(tmp_path):
    """Starts tamis on a terminal in that folder: on_terminal("evaluate", …) is a Terminal."""
    return lambda *arguments: Terminal(tmp_path, arguments)


@pytest.fixture
def interrupted(on_terminal):
    """Presses Ctrl-C in a comparison once its bar shows `percent` or more; returns the messages."""

    def run(*arguments, percent):
        terminal = on_terminal(*arguments)
        terminal.wait_for(percent)
        terminal.process.send_signal(signal.SIGINT)
        outcome = terminal.finish()
        assert (outcome.code, outcome.out) == (130, "")
        return outcome.err

    return run


@pytest.fixture
def write(tmp_path):
    """Writes a file into that folder: write("small.csv", "a,b\n1,2\n")."""

    def put(name, content):
        path = tmp_path / name
        if isinstance(content, str):
            content = content.encode()
        path.write_bytes(content)
        return path

    return put


@pytest.fixture
def read(tamis, tmp_path):
    """What tamis reads, as arrays: converts the file to .npz and loads that."""

    def load(*arguments, warning=""):
        outcome = tamis("convert", *arguments, "read-back.npz")
        assert outcome.code == 0, outcome.err
        assert warning in outcome.err
        arrays = dict(np.load(tmp_path / "read-back.npz"))
        if "format" in arrays:
            arrays["X"] = sp.load_npz(tmp_path / "read-back.npz").toarray()
            arrays["sparse"] = True
        return arrays

    return load


@pytest.fixture
def failing(tamis):
    """Asserts exit code and the whole message of a run that must fail; stdout stays empty."""

    def check(code, message, *arguments):
        outcome = tamis(*arguments)
        assert (outcome.code, outcome.err, outcome.out) == (code, f"tamis: {message}\n", "")

    return check
