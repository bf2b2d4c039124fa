"""The wheel: CMake builds the module, setuptools packs it. Everything else is in pyproject.toml.

The C++ libraries (OpenBLAS, matio, fmt and others, see tools/setup.sh) must be installed. Settings, as environment
variables:
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

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve()
        given = os.environ.get("TAMIS_BUILD_FOLDER")
        folder = pathlib.Path(given).resolve() if given else pathlib.Path(self.build_temp).resolve() / "cmake"
        if not given:
            self.configure(folder)
        self.run_cmake("--build", folder, "--target", "tamis_python", "-j", os.cpu_count() or 1)
        built = folder / "python" / "tamis" / target.name
        if not built.exists():
            sys.exit(f"{folder} has no {target.name}: it was built for another Python than {sys.executable}")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(built, target)

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
setup(version=version, ext_modules=[Extension("tamis._core", sources=[])], cmdclass={"build_ext": CMakeBuild})
