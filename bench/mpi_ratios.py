"""What shards and ranks cost and save.

    python3 bench/mpi_ratios.py build/dev/bin/tamis [rounds|speedup …] [--rows 1000000] [--cols 200]

rounds: the time of a round on next to no data, on one rank and on two; that is what messages and waiting cost.
speedup: two ranks of one thread each against one, the method and the loading of a .npy file of rows × cols doubles, and
processor time of all ranks. METHODS says which methods; those that this program does not share are left out.
"""
import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

SETTINGS = ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader", "--mca", "pml", "ob1",
            "--mca", "btl_vader_single_copy_mechanism", "none", "--mca", "oob_tcp_if_include", "lo"]
METHODS = ["fisher", "lapdofs", "relieff"]
ROUNDS = re.compile(r"(\d+) rounds? over \d+ shards?: (\S+ \S+) per round to them, (\S+ \S+) per round from them")


def run(program, ranks, *arguments):
    """The document, the number of rounds with their bytes, processor time and wall time; None if it is refused."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.run(["mpirun", *SETTINGS, "-n", str(ranks), program, *arguments, "--json"], capture_output=True,
                             text=True)
    seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode != 0:
        print(f"  refused: {process.stderr.splitlines()[-1] if process.stderr else process.returncode}")
        return None
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(process.stdout), ROUNDS.search(process.stderr), cpu, seconds


def time_rounds(program, folder):
    random = np.random.default_rng(1)
    rows = np.column_stack([random.normal(size=(40, 12)), np.arange(40) % 2])
    np.save(folder / "tiny.npy", rows)
    for method in METHODS:
        for ranks in (1, 2):
            times, told = [], None
            for _ in range(5):
                outcome = run(program, ranks, "select", str(folder / "tiny.npy"), "--label", "last", "--shards", "2",
                              "--method", method, "-k", "10", "--threads", "1")
                if outcome is None:
                    break
                document, told, _, _ = outcome
                times.append((document["seconds"]["graph"] + document["seconds"]["method"]) / int(told.group(1)))
            if times:
                print(f"{method}, {ranks} rank(s): {told.group(1)} rounds, {1e3 * statistics.median(times):.3f} ms each "
                      f"(from {1e3 * min(times):.3f} to {1e3 * max(times):.3f}), {told.group(2)} out and {told.group(3)} in")


def time_methods(program, folder, rows, cols):
    random = np.random.default_rng(2)
    path = folder / "large.npy"
    data = np.lib.format.open_memmap(path, mode="w+", dtype=np.float64, shape=(rows, cols + 1))
    for begin in range(0, rows, 50_000):
        block = random.normal(size=(min(50_000, rows - begin), cols + 1))
        block[:, -1] = np.arange(begin, begin + len(block)) % 5
        block[:, :10] += block[:, -1:]
        data[begin:begin + len(block)] = block
    del data
    for method in METHODS:
        for turn in range(3):  # the machine may be busy: turn about
            line = []
            for ranks in (1, 2):
                outcome = run(program, ranks, "select", str(path), "--label", "last", "--method", method, "-k", "20",
                              "--threads", "1")
                if outcome is None:
                    return
                document, told, cpu, wall = outcome
                seconds = document["seconds"]
                line.append((seconds["graph"] + seconds["method"], seconds["load"], wall, cpu))
            (one, one_load, one_wall, one_cpu), (two, two_load, two_wall, two_cpu) = line
            print(f"{method} {rows} × {cols}, turn {turn}: method {one:.2f} / {two:.2f} s = {one / two:.2f} ×, loading "
                  f"{one_load:.2f} / {two_load:.2f} s = {one_load / two_load:.2f} ×, whole run {one_wall:.2f} / {two_wall:.2f} s = "
                  f"{one_wall / two_wall:.2f} ×; processor time {one_cpu:.1f} and {two_cpu:.1f} s; {told.group(1)} rounds, "
                  f"{told.group(2)} out, {told.group(3)} in")
            sys.stdout.flush()


def main():
    words = sys.argv[1:]
    sizes = {"--rows": 1_000_000, "--cols": 200}
    for name in sizes:
        if name in words:
            place = words.index(name)
            sizes[name] = int(words[place + 1])
            del words[place:place + 2]
    program, wanted = words[0], words[1:] or ["rounds", "speedup"]
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        if "rounds" in wanted:
            time_rounds(program, pathlib.Path(folder))
        if "speedup" in wanted:
            time_methods(program, pathlib.Path(folder), sizes["--rows"], sizes["--cols"])


if __name__ == "__main__":
    main()
