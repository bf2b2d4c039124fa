"""The package as a whole: stub, generated classes, version, wheel."""
import ast
import importlib.metadata
import inspect
import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import tamis
from tamis import _core
from tamis._generated import PROJECTORS, SELECTORS

ROOT = pathlib.Path(__file__).resolve().parents[2]
METHODS = json.loads(_core.methods_json())


def test_the_stub_names_everything_and_nothing_else():
    tree = ast.parse((ROOT / "python" / "tamis" / "_core.pyi").read_text())
    stubbed = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert stubbed == {name for name in vars(_core) if not name.startswith("_")}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in [*node.args.args, *node.args.kwonlyargs]]
            first_line = getattr(_core, node.name).__doc__.splitlines()[0]
            assert all(f"{name}:" in first_line for name in names), first_line


@pytest.mark.parametrize("kind, classes", [("methods", SELECTORS), ("projectors", PROJECTORS)])
def test_every_registered_method_has_a_class_with_its_defaults(kind, classes):
    assert [method["name"] for method in METHODS[kind]] == list(classes)
    for method in METHODS[kind]:
        cls = classes[method["name"]]
        defaults = {name: value.default for name, value in inspect.signature(cls).parameters.items()}
        options = {option: parameter for parameter, option in cls._options.items()}
        for option in method["options"]:
            assert defaults[options[option["name"]]] == option["default"]
            assert f"{options[option['name']]} : " in cls.__doc__
        for parameter, option in getattr(cls, "_graph_options", {}).items():
            assert defaults[parameter] == method["graph_defaults"][option]
        assert method["citation"].split(".")[0] in " ".join(cls.__doc__.split())
        assert getattr(tamis, cls.__name__) is cls and cls.__name__ in tamis.__all__


def test_version_is_that_of_the_program():
    done = subprocess.run([os.environ["TAMIS"], "--version"], capture_output=True, text=True, check=True)
    name, version, *mpi = done.stdout.split()
    assert (name, version) == ("tamis", tamis.__version__) and mpi[:1] in (["with"], ["without"])


def test_everything_that_is_exported_is_there():
    assert all(hasattr(tamis, name) for name in tamis.__all__)


def test_python_m_tamis_is_the_program():
    for arguments, code in (["info", "digits"], 0), (["no-such-command"], 2):
        program = subprocess.run([os.environ["TAMIS"], *arguments], capture_output=True, text=True, check=False)
        module = subprocess.run([sys.executable, "-m", "tamis", *arguments], capture_output=True, text=True, check=False)
        assert program.returncode == module.returncode == code
        assert (program.stdout, program.stderr) == (module.stdout, module.stderr)


@pytest.mark.skipif("TAMIS_BUILD_FOLDER" not in os.environ, reason="TAMIS_BUILD_FOLDER is not set")
@pytest.mark.skipif(shutil.which("patchelf") is None, reason="a wheel needs patchelf to be built")
def test_pip_install(tmp_path):
    pytest.importorskip("pip")
    pytest.importorskip("setuptools")
    # A copy: setuptools leaves files next to the sources.
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "setup.py", "CMakeLists.txt", "README.md", "LICENSE", "python"):
        (source / name).symlink_to(ROOT / name)
    (source / "python").unlink()
    (source / "python").mkdir()
    for name in ("tamis", "wheel", "_tamis_command.py"):
        (source / "python" / name).symlink_to(ROOT / "python" / name)
    command = [sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "--no-index", "--quiet",
               "--disable-pip-version-check", "--root-user-action", "ignore", "--target", tmp_path / "site", source]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = importlib.metadata.distributions(name="tamis", path=[str(tmp_path / "site")])
    assert found.version == tamis.__version__
    script = "import tamis; print(tamis.__file__, tamis.datasets.load_sonar().data.shape)"
    ran = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False,
                         env={**os.environ, "PYTHONPATH": str(tmp_path / "site")})
    assert ran.stdout.split() == [str(tmp_path / "site" / "tamis" / "__init__.py"), "(208,", "60)"], ran.stderr
    assert (tmp_path / "site" / "tamis" / "py.typed").exists()
    assert found.metadata["License"] == "MIT" or found.metadata["License-Expression"] == "MIT"
    shown = subprocess.run([tmp_path / "site" / "bin" / "tamis", "--version"], capture_output=True, text=True, check=False,
                           env={**os.environ, "PYTHONPATH": str(tmp_path / "site")})
    assert shown.stdout.strip() == f"tamis {tamis.__version__} without MPI", shown.stderr
    # All libraries but those of the system are the package's own.
    needed = subprocess.run(["ldd", tmp_path / "site" / "tamis" / "bin" / "tamis"], capture_output=True, text=True, check=True).stdout
    own = [line for line in needed.splitlines() if "/site/tamis/" in line]
    assert any("openblas" in line for line in own) and not any(name in needed for name in ("hdf5", "curl", "ldap"))
