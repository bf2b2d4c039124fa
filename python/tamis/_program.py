"""The program `tamis` that goes with this package. Imports nothing of the package, so that it starts at once."""
import os
import pathlib
import sys

PACKAGE = pathlib.Path(__file__).absolute().parent  # links stay: in the build tree the sources are linked
# Inside the package (wheel, build tree), or where `cmake --install` puts it: PREFIX/lib/pythonX/site-packages/tamis.
PLACES = (PACKAGE / "bin" / "tamis", PACKAGE.parents[3] / "bin" / "tamis")


def path():
    for place in PLACES:
        if place.exists():
            return str(place)
    raise FileNotFoundError(f"the program tamis is not there; looked for {' and '.join(map(str, PLACES))}")


def main():
    """Becomes the program: same arguments, streams, signals and exit code."""
    program = path()
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
