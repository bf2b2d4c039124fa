"""Everything public has a docstring, and the programs of the gallery (docs/gallery) run."""
import inspect
import os
import pathlib
import subprocess
import sys

import pytest

import tamis

GALLERY = sorted((pathlib.Path(__file__).resolve().parents[2] / "docs" / "gallery").glob("plot_*.py"))


def public_members(owner, name):
    """(name, item) of a class or function and of what a class has of its own or from the package."""
    yield name, owner
    if inspect.isclass(owner):
        for member, item in inspect.getmembers(owner):
            function = item.fget if isinstance(item, property) else item
            if not member.startswith("_") and inspect.isfunction(function) and function.__module__.startswith("tamis"):
                yield f"{name}.{member}", function


def everything_public():
    for name in tamis.__all__:
        if name == "datasets":
            loaders = [loader for loader in dir(tamis.datasets) if loader.startswith("load")]
            yield from ((f"datasets.{loader}", getattr(tamis.datasets, loader)) for loader in loaders)
        else:
            yield from public_members(getattr(tamis, name), name)


def test_everything_public_has_a_docstring():
    found = dict(everything_public())
    assert len(found) > 100
    assert [name for name, item in found.items() if not (inspect.getdoc(item) or "").strip()] == []


def test_a_missing_docstring_is_noticed():
    class Silent:
        def silent(self):
            pass

    Silent.silent.__module__ = "tamis.silent"
    assert [name for name, item in public_members(Silent, "Silent") if not inspect.getdoc(item)] == ["Silent", "Silent.silent"]


@pytest.mark.parametrize("program", GALLERY, ids=lambda program: program.stem)
def test_gallery(program, tmp_path):
    pytest.importorskip("matplotlib")
    environment = {**os.environ, "MPLBACKEND": "Agg", "PYTHONWARNINGS": "error::UserWarning"}
    done = subprocess.run([sys.executable, program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr, done.stderr


def test_there_is_a_gallery():
    assert len(GALLERY) >= 6
