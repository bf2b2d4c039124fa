"""Every Python program of examples/ runs."""
import pathlib
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize("program", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_example(program, tmp_path):
    done = subprocess.run([sys.executable, program], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
