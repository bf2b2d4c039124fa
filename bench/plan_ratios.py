"""What `--plan` says a run takes, compared with what it takes.

    python3 bench/plan_ratios.py [--cpu] build/dev/bin/tamis [METHOD…]

Every method with its usual options on three shapes of random data with ten classes; for `evaluate`, two comparisons.
Times are without loading, the shortest of three for runs below a fifth of a second. A ratio above 1: the plan says too
much. --cpu is for a busy machine: one thread, and the processor time less that of `variance`, which loads and checks the
data and reads them once.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

SHAPES = [(200, 3000), (2000, 400), (6000, 800)]
SHORT, SEEN = 0.2, 0.02  # seconds
COMPARISONS = ["fisher,laplacian", "fisher,relieff,lapdofs"]
CLASSES = 10


def write_data(folder, rows, cols):
    random = np.random.default_rng(rows)
    classes = np.arange(rows) % CLASSES
    x = random.standard_normal((rows, cols))
    x[:, :20] += random.standard_normal((CLASSES, 20))[classes]
    path = folder / f"{rows}x{cols}.npz"
    np.savez(path, X=x, y=classes)
    return str(path)


def run(program, *arguments):
    """The document that is printed, and the processor time."""
    process = subprocess.Popen([program, *arguments, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    return (None if status else json.loads(text)), usage.ru_utime + usage.ru_stime


def seconds_of(program, command):
    times = []
    while len(times) < 3 and (not times or times[-1] < SHORT):
        taken, _ = run(program, *command)
        if taken is None:  # more features than samples, for some projectors
            return None
        times.append(taken["seconds"]["total"] - taken["seconds"].get("load", 0.0))
    return min(times)


def cpu_seconds_of(program, command, file):
    one = ["--threads", "1"]
    loading = min(run(program, "select", file, "--method", "variance", *one)[1] for _ in range(3))
    times = [run(program, *command, *one) for _ in range(2)]
    return None if times[0][0] is None else min(cpu for _, cpu in times) - loading


def compared(program, command, by_cpu):
    plan, _ = run(program, *command, "--plan", *(["--threads", "1"] if by_cpu else []))
    seconds = cpu_seconds_of(program, command, command[1]) if by_cpu else seconds_of(program, command)
    if seconds is None:
        return "refused"
    if by_cpu and seconds < SEEN:
        return f"{plan['seconds']:.2g} / < {SEEN} s"
    return f"{plan['seconds']:.2g} / {seconds:.2g} s, {plan['seconds'] / seconds:.2g} ×"


def main(arguments):
    by_cpu = "--cpu" in arguments
    program, *wanted = [argument for argument in arguments if argument != "--cpu"]
    methods, _ = run(program, "methods")
    runs = [(entry["name"], ["select", "-k", "10", "--method", entry["name"]]) for entry in methods["methods"]]
    runs += [(f"project {entry['name']}", ["project", "--method", entry["name"]]) for entry in methods["projectors"]]
    runs += [(f"evaluate {names}", ["evaluate", "--protocol", "cv:5", "-k", "10,20", "--methods", names]) for names in COMPARISONS]
    print("| planned / taken, ratio | " + " | ".join(f"{rows} × {cols}" for rows, cols in SHAPES) + " |")
    print("| --- |" + " --- |" * len(SHAPES))
    with tempfile.TemporaryDirectory() as folder:
        files = [write_data(pathlib.Path(folder), *shape) for shape in SHAPES]
        for name, command in runs:
            if not wanted or name in wanted:
                cells = [compared(program, [command[0], file, *command[1:]], by_cpu) for file in files]
                print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
