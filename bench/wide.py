"""Few samples and very many features: what every selector and projector takes on 200 x 200,000.

    /usr/bin/python3 bench/wide.py build/dev/bin/tamis [--rows N] [--cols N] [--only WORD]

Makes normal data in four classes, one feature in twenty of which tells them apart, and runs `tamis select` (50 features),
`tamis evaluate` (one holdout split, 50 features) and `tamis project`, each method by itself. Prints a table of the seconds of
processor time, which all threads together take, and of wall-clock time. Reading the file is part of both.
"""
import argparse
import pathlib
import resource
import subprocess
import tempfile
import time

import numpy as np


def make(folder, rows, cols):
    random = np.random.default_rng(0)
    y = np.arange(rows) % 4
    x = random.normal(size=(rows, cols))
    x += ((random.random(cols) < 0.05) * random.normal(size=(4, cols)))[y]
    np.save(folder / "wide.npy", x)
    (folder / "labels.txt").write_text("".join(f"c{k}\n" for k in y))


def names(program):
    """The methods and the projectors that the program knows: the first words of the two tables."""
    tables = subprocess.run([program, "methods"], capture_output=True, text=True, check=True).stdout.split("\n\n")
    return [[line.split()[0] for line in table.splitlines()[2:]] for table in tables[:2]]


def seconds_of(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    ended = subprocess.run(command, capture_output=True, text=True)
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode != 0:
        return f"error: {ended.stderr.strip().splitlines()[0]}"
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{used:.1f} ({wall:.1f})"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("--rows", type=int, default=200)
    arguments.add_argument("--cols", type=int, default=200_000)
    arguments.add_argument("--only", default="", help="methods with this word in them")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as where:
        folder = pathlib.Path(where)
        make(folder, given.rows, given.cols)
        data = [str(folder / "wide.npy"), "--label-file", str(folder / "labels.txt"), "--quiet"]
        selectors, projectors = names(given.program)
        print("| method | select | evaluate |\n| --- | --- | --- |")
        for method in selectors:
            if given.only in method:
                once = seconds_of([given.program, "select", *data, "--method", method, "-k", "50"])
                split = seconds_of([given.program, "evaluate", *data, "--methods", method, "-k", "50",
                                    "--protocol", "holdout:0.5", "--no-baselines"])
                print(f"| `{method}` | {once} | {split} |", flush=True)
        print("\n| projector | project |\n| --- | --- |")
        for method in projectors:
            if given.only in method:
                command = [given.program, "project", *data, "--method", method]
                took = seconds_of(command)
                if took.startswith("error"):  # not made for fewer samples than features
                    took = seconds_of([*command, "--pca", "0.95"]) + " with `--pca 0.95`"
                print(f"| `{method}` | {took} |", flush=True)


if __name__ == "__main__":
    main()
