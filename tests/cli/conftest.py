"""Runs the tamis program named by the environment variable TAMIS."""
import json
import os
import subprocess

import pytest


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
            timeout=120
        )
        return Outcome(process)

    return call


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
def failing(tamis):
    """Asserts exit code and the whole message of a run that must fail; stdout stays empty."""

    def check(code, message, *arguments):
        outcome = tamis(*arguments)
        assert (outcome.code, outcome.err, outcome.out) == (code, f"tamis: {message}\n", "")

    return check
