"""What the command `tamis` of a wheel calls: the program in the package, without importing the package and all it needs."""
import importlib.util
import pathlib
import runpy


def main():
    package = pathlib.Path(importlib.util.find_spec("tamis").origin).parent
    runpy.run_path(str(package / "_program.py"), run_name="__main__")
