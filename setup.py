"""The wheel: CMake builds the module and the program, their libraries are bundled, setuptools packs it all. Everything
else is in pyproject.toml.

The C++ libraries (OpenBLAS, matio, fmt and others, see tools/setup.sh) must be installed to build, not to use the wheel.
Settings, as environment variables:
  TAMIS_BUILD_FOLDER   a CMake build of these sources to use instead of a new one, e.g. build/dev
  CMAKE_ARGS           more arguments for the configuration of a new one
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import setuptools
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "python" / "wheel"))
from bundle import bundle  # noqa: E402 - needs the path


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        module = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve()
        package = module.parent
        program = package / "bin" / "tamis"
        given = os.environ.get("TAMIS_BUILD_FOLDER")
        folder = pathlib.Path(given).resolve() if given else pathlib.Path(self.build_temp).resolve() / "cmake"
        if not given:
            self.configure(folder)
        self.run_cmake("--build", folder, "--target", "tamis_wheel", "-j", os.cpu_count() or 1)
        built = folder / "wheel" / "tamis"
        if not (built / module.name).exists():
            sys.exit(f"{folder} has no {module.name}: it was built for another Python than {sys.executable}")
        program.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(built / module.name, module)
        shutil.copy(built / "bin" / "tamis", program)
        if sys.platform == "linux":
            bundle(package, [module, program])

    def configure(self, folder):
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        launcher = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        self.run_cmake("-S", ROOT, "-B", folder, *generator, "-DCMAKE_BUILD_TYPE=Release", "-DTAMIS_PYTHON=ON",
                       f"-DPython_EXECUTABLE={sys.executable}", *launcher,
                       *shlex.split(os.environ.get("CMAKE_ARGS", "")))

    @staticmethod
    def run_cmake(*arguments):
        try:
            subprocess.run(["cmake", *map(str, arguments)], check=True)
        except FileNotFoundError:
            sys.exit("tamis needs CMake 3.25 or later to be built; it was not found")
        except subprocess.CalledProcessError as error:
            sys.exit(f"building the C++ library failed ({error}); the packages it needs are listed in tools/setup.sh")


version = re.search(r"project\(tamis VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)
# Since version 77 setuptools wants an SPDX expression and refuses the older forms; Debian 12 has 66, which knows only those.
spdx = int(setuptools.__version__.split(".")[0]) >= 77
license_metadata = {"license_expression": "MIT"} if spdx else {"license": "MIT"}
setup(version=version, license_files=["LICENSE"], ext_modules=[Extension("tamis._core", sources=[])],
      cmdclass={"build_ext": CMakeBuild}, **license_metadata)
