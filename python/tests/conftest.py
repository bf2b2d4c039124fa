"""Run with PYTHONPATH set to the package's folder (the build tree's or an installed one) and TAMIS to the program."""
import json
import os
import subprocess

import numpy as np
import pytest


@pytest.fixture(scope="session")
def digits():
    from tamis.datasets import load_digits

    bunch = load_digits()
    bunch.data.setflags(write=False)  # nobody may write to it
    return bunch


@pytest.fixture(scope="session")
def small():
    """60 samples, 12 features of which the first four carry the three classes."""
    random = np.random.default_rng(0)
    y = np.arange(60) % 3
    x = random.normal(size=(60, 12))
    x[:, :4] += y[:, None] * np.arange(1, 5)
    return x, y


@pytest.fixture
def command_line(tmp_path):
    """The JSON that the program prints: command_line("select", "digits", "--method", "fisher")."""

    def call(*arguments):
        program = [os.environ["TAMIS"], *map(str, arguments), "--json", "--quiet"]
        done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call
