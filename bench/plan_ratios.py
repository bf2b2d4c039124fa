"""What `--plan` says a run takes, compared with what it takes.

    python3 bench/plan_ratios.py build/dev/bin/tamis [METHOD…]

Every method with its usual options on three shapes of random data with ten classes; for `evaluate`, two comparisons.
Times are without loading. A ratio above 1: the plan says too much.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

SHAPES = [(200, 3000), (2000, 400), (6000, 800)]
COMPARISONS = [["--methods", "fisher,laplacian"], ["--methods", "fisher,relieff,lapdofs"]]
CLASSES = 10


def write_data(folder, rows, cols):
    random = np.random.default_rng(rows)
    classes = np.arange(rows) % CLASSES
    x = random.standard_normal((rows, cols))
    x[:, :20] += random.standard_normal((CLASSES, 20))[classes]
    path = folder / f"{rows}x{cols}.npz"
    np.savez(path, X=x, y=classes)
    return str(path)


def document(program, *arguments):
    run = subprocess.run([program, *arguments, "--json", "--quiet"], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def compare(program, name, command, cells):
    planned = document(program, *command, "--plan")["seconds"]
    taken = document(program, *command)
    seconds = taken["seconds"]["total"] - taken["seconds"].get("load", 0.0)
    cells.append(f"{planned:.3g} / {seconds:.3g} s, {planned / seconds:.2g} x")


def main(program, wanted):
    methods = document(program, "methods")
    runs = [(entry["name"], ["select", "-k", "10", "--method", entry["name"]]) for entry in methods["methods"]]
    runs += [(f"{entry['name']} (projector)", ["project", "--method", entry["name"]]) for entry in methods["projectors"]]
    runs += [(f"evaluate {rest[1]}", ["evaluate", "--protocol", "cv:5", "-k", "10,20", *rest]) for rest in COMPARISONS]
    print("| planned / taken, ratio | " + " | ".join(f"{rows} x {cols}" for rows, cols in SHAPES) + " |")
    print("| --- |" + " --- |" * len(SHAPES))
    with tempfile.TemporaryDirectory() as folder:
        files = [write_data(pathlib.Path(folder), *shape) for shape in SHAPES]
        for name, command in runs:
            if wanted and name.split()[0] not in wanted:
                continue
            cells = []
            for file in files:
                compare(program, name, [command[0], file, *command[1:]], cells)
            print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
