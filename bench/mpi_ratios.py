"""What shards and ranks cost and save.

    python3 bench/mpi_ratios.py build/dev/bin/tamis [rounds|speedup|search …] [METHOD …] [--rows 1000000] [--cols 200]

rounds: the time of a round on next to no data, on one rank and on two; that is what messages and waiting cost.
speedup: two ranks of one thread each against one: all rounds, the loading of a .npy file of rows × cols doubles, and
processor time of all ranks.
METHOD: what these two measure, instead of METHODS; those that this program does not share are left out. Searches for neighbors
among 1,000,000 samples take from a minute (lapdofs) to hours (relieff, which searches exactly).
search: the graph of SEARCHED, in one process with and without shards, and on one rank and two; also lapdofs, which needs it.
Processor time is that of the busiest rank: what the job would take where nothing else runs.
"""
import json
import os
import pathlib
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
SEARCHED = [(60_000, 784, "exact"), (20_000, 500, "exact"), (200_000, 100, "approximate")]


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
    document = json.loads(process.stdout)
    return document, Rounds(document), cpu, seconds


class Rounds:
    """How many there were, and megabytes per round to the shards and from them."""

    def __init__(self, document):
        rounds = document["rounds"]
        self.count = rounds["count"]
        self.to, self.back = (1e-6 * rounds[name] / self.count for name in ("bytes_to_shards", "bytes_from_shards"))

    def __str__(self):
        return f"{self.count} rounds, {self.to:.3g} MB out and {self.back:.3g} MB in per round"


def time_rounds(program, folder, methods):
    random = np.random.default_rng(1)
    rows = np.column_stack([random.normal(size=(40, 12)), np.arange(40) % 2])
    np.save(folder / "tiny.npy", rows)
    for method in methods:
        for ranks in (1, 2):
            times, told = [], None
            for _ in range(5):
                outcome = run(program, ranks, "select", str(folder / "tiny.npy"), "--label", "last", "--shards", "2",
                              "--method", method, "-k", "10", "--threads", "1")
                if outcome is None:
                    break
                document, told, _, _ = outcome
                times.append((document["seconds"]["total"] - document["seconds"]["load"]) / told.count)
            if times:
                print(f"{method}, {ranks} rank(s): {1e3 * statistics.median(times):.3f} ms per round (from "
                      f"{1e3 * min(times):.3f} to {1e3 * max(times):.3f}): {told}")


def time_methods(program, folder, methods, rows, cols):
    random = np.random.default_rng(2)
    path = folder / "large.npy"
    data = np.lib.format.open_memmap(path, mode="w+", dtype=np.float64, shape=(rows, cols + 1))
    for begin in range(0, rows, 50_000):
        block = random.normal(size=(min(50_000, rows - begin), cols + 1))
        block[:, -1] = np.arange(begin, begin + len(block)) % 5
        block[:, :10] += block[:, -1:]
        data[begin:begin + len(block)] = block
    del data
    for method in methods:
        for turn in range(3):  # the machine may be busy: turn about
            line = []
            for ranks in (1, 2):
                outcome = run(program, ranks, "select", str(path), "--label", "last", "--method", method, "-k", "20",
                              "--threads", "1")
                if outcome is None:
                    return
                document, told, cpu, wall = outcome
                seconds = document["seconds"]
                line.append((seconds["total"] - seconds["load"], seconds["load"], wall, cpu))
            (one, one_load, one_wall, one_cpu), (two, two_load, two_wall, two_cpu) = line
            print(f"{method} {rows} × {cols}, turn {turn}: rounds {one:.2f} / {two:.2f} s = {one / two:.2f} ×, loading "
                  f"{one_load:.2f} / {two_load:.2f} s = {one_load / two_load:.2f} ×, whole run {one_wall:.2f} / {two_wall:.2f} s = "
                  f"{one_wall / two_wall:.2f} ×; processor time {one_cpu:.1f} and {two_cpu:.1f} s; {told}")
            sys.stdout.flush()


def processor_time(folder, launcher, *command):
    """Of the busiest process that the launcher starts, and the document."""
    times = folder / "times"
    times.mkdir(exist_ok=True)
    for old in times.iterdir():
        old.unlink()
    wrapped = ["sh", "-c", 'exec /usr/bin/time -f "%U %S" -o "$0/${OMPI_COMM_WORLD_RANK:-0}" "$@"', str(times), *command]
    process = subprocess.run([*launcher, *wrapped, "--threads", "1", "--json"], capture_output=True, text=True, check=True)
    return max(sum(map(float, path.read_text().split()[-2:])) for path in times.iterdir()), json.loads(process.stdout)


def time_search(program, folder):
    """The better of two, as others use the machine."""
    random = np.random.default_rng(3)
    for rows, cols, search in SEARCHED:
        path = str(folder / "search.npy")
        if search == "exact":
            data = random.normal(size=(rows, cols)) + random.normal(size=(20, cols))[np.arange(rows) % 20]
        else:  # has few strong directions, as real data do: without them hardly any neighbors are found
            data = random.normal(size=(rows, 10)) @ random.normal(size=(10, cols)) + 0.1 * random.normal(size=(rows, cols))
        np.save(path, data)
        ways = {"one process": ([], []), "--shards 2": ([], ["--shards", "2"]), "--shards 64": ([], ["--shards", "64"]),
                **{f"{ranks} rank(s)": (["mpirun", *SETTINGS, "-n", str(ranks)], []) for ranks in (1, 2)}}
        for method in ("laplacian", "lapdofs") if search == "exact" else ("laplacian",):
            loading, _ = min((processor_time(folder, [], program, "select", path, "--method", "variance", "-k", "20")
                              for _ in range(2)), key=lambda found: found[0])
            taken = {}
            for way, (launcher, options) in ways.items():
                taken[way], document = min((processor_time(folder, launcher, program, "select", path, "--method", method, "-k",
                                                           "20", "--search", search, *options) for _ in range(2)), key=lambda found: found[0])
                told = f"; {Rounds(document)}" if "rounds" in document else ""
                print(f"{method} {rows} × {cols}, {search}, {way}: {taken[way]:.2f} s of processor time, "
                      f"{taken[way] / taken['one process']:.2f} × one process{told}")
            print(f"{method} {rows} × {cols}, {search}: two ranks are {taken['1 rank(s)'] / taken['2 rank(s)']:.2f} × as fast as one "
                  f"(loading and checking alone takes {loading:.2f} s in one process)")
            sys.stdout.flush()


def main():
    words = sys.argv[1:]
    sizes = {"--rows": 1_000_000, "--cols": 200}
    for name in sizes:
        if name in words:
            place = words.index(name)
            sizes[name] = int(words[place + 1])
            del words[place:place + 2]
    parts = ["rounds", "speedup", "search"]
    program, wanted = words[0], [word for word in words[1:] if word in parts] or parts
    methods = [word for word in words[1:] if word not in parts] or METHODS
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        if "rounds" in wanted:
            time_rounds(program, pathlib.Path(folder), methods)
        if "speedup" in wanted:
            time_methods(program, pathlib.Path(folder), methods, sizes["--rows"], sizes["--cols"])
        if "search" in wanted:
            time_search(program, pathlib.Path(folder))


if __name__ == "__main__":
    main()
