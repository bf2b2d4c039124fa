"""A wheel as its users meet it."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from .steps import PYTHON, ROOT, WORK, call, fail, megabytes, say

sys.path.insert(0, str(ROOT / "python" / "wheel"))
from bundle import SYSTEM  # noqa: E402 - needs the path

MOST_BYTES = 40_000_000
FORBIDDEN = re.compile("curl|krb5|ldap|hdf5|matio")

# Fits, files of the formats that the module leaves to the program, and what the process has loaded.
TRIAL = """
import pathlib, sys
import numpy as np, scipy.io
import tamis
X, y = tamis.load("digits", return_X_y=True)
selector = tamis.LaplacianScore(n_features_to_select=10).fit(X)
print("tamis", tamis.__version__, "in", pathlib.Path(tamis.__file__).parent)
print("Laplacian score, 10 pixels:", *selector.indices_)
scipy.io.savemat("digits.mat", {"X": X, "y": y})
again = tamis.load("digits.mat")
assert np.array_equal(again.data, X) and np.array_equal(again.target, y)
try:
    import h5py
except ImportError:
    print("h5py is not there: .h5 is not tried")
else:
    with h5py.File("digits.h5", "w") as file:
        file["X"], file["y"] = X, y
    again = tamis.load("digits.h5")
    assert np.array_equal(again.data, X) and np.array_equal(again.target, y)
print("loaded:", *sorted({line.split()[-1] for line in open("/proc/self/maps") if "/tamis/libs/" in line}), sep="\\n  ")
"""


def build():
    folder = WORK / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    call(PYTHON, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "--disable-pip-version-check",
         "-w", folder, ROOT)
    (wheel,) = folder.glob("tamis-*.whl")
    return wheel


def check_links(binary):
    """Every library is one of the system or one of the package."""
    package = re.compile(re.escape(str(binary.parent.parent if binary.parent.name == "bin" else binary.parent)) + "/")
    for line in call("ldd", binary).splitlines():
        name, arrow, place = line.strip().partition(" => ")
        say("  " + line.strip())
        if FORBIDDEN.search(name) or (arrow and not SYSTEM.fullmatch(name) and not package.match(place.replace("/bin/../", "/"))):
            fail(f"{binary.name} loads {name} from outside of the package")


def run(wheel=None):
    wheel = pathlib.Path(wheel).resolve() if wheel else build()
    size = wheel.stat().st_size
    say(f"{wheel.name}: {megabytes(size)}")
    if size > MOST_BYTES:
        fail(f"the wheel is larger than {megabytes(MOST_BYTES)}")
    place = WORK / "environment"
    shutil.rmtree(place, ignore_errors=True)
    call(PYTHON, "-m", "venv", "--system-site-packages", place)
    call(place / "bin" / "pip", "install", "--no-index", "--no-deps", "--disable-pip-version-check", wheel)
    work = place / "work"
    work.mkdir()
    # Nothing of the caller's environment: no PYTHONPATH, no LD_LIBRARY_PATH.
    clean = {"PATH": "/usr/bin:/bin", "HOME": str(work), "LC_ALL": "C.UTF-8"}
    call(place / "bin" / "python", "-c", TRIAL, cwd=work, env=clean, quiet=False)
    shown = call(place / "bin" / "tamis", "info", "digits", cwd=work, env=clean, quiet=False)
    if call(place / "bin" / "python", "-m", "tamis", "info", "digits", cwd=work, env=clean) != shown:
        fail("`python -m tamis` and `tamis` differ")
    wrong = subprocess.run([place / "bin" / "tamis", "no-such-command"], env=clean, capture_output=True, check=False)
    if wrong.returncode != 2:
        fail(f"the exit code of wrong usage is {wrong.returncode}, not 2")
    (package,) = place.glob("lib/python*/site-packages/tamis")
    (module,) = package.glob("_core*.so")
    for binary in (module, package / "bin" / "tamis"):
        say(f"$ ldd {binary.relative_to(place)}")
        check_links(binary)
    say("the wheel works" + (" (from " + os.environ["TAMIS_BUILD_FOLDER"] + ")" if "TAMIS_BUILD_FOLDER" in os.environ else ""))
