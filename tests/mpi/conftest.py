"""Jobs of several ranks: mpirun starts the tamis program named by the environment variable TAMIS."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

import numpy as np
import pytest

PATIENCE = 60  # seconds until a job counts as stuck
# Ranks of one host talk through shared memory: no network is needed. A container may forbid a process to read the
# memory of another one, which Open MPI would use for large messages.
SETTINGS = {"btl": "self,vader", "pml": "ob1", "btl_vader_single_copy_mechanism": "none", "oob_tcp_if_include": "lo",
            "btl_base_warn_component_unused": "0"}


def mpirun_command(ranks, *arguments, program=None):
    settings = [word for name, value in SETTINGS.items() for word in ("--mca", name, value)]
    return [os.environ.get("TAMIS_MPIRUN") or "mpirun", "--allow-run-as-root", "--oversubscribe", *settings, "-n", str(ranks),
            str(program or os.environ["TAMIS"]), *map(str, arguments)]


class Outcome:
    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds

    @property
    def messages(self):
        """What tamis said, without what mpirun has to say about a job that failed."""
        return [line for line in self.err.splitlines() if line.startswith("tamis: ")]

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def result(self):
        """The document without times, and without rounds, which depend on the number of ranks."""
        document = self.json
        document.pop("seconds")
        document.pop("rounds", None)
        return document


def environment(folder):
    # Sockets of Open MPI live in its folder of temporary files; their names must not get long.
    return {**os.environ, "TMPDIR": folder, "TAMIS_DATA": ""}


@pytest.fixture(scope="session")
def short_folder():
    folder = tempfile.mkdtemp(prefix="mpi", dir="/tmp")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def mpirun(tmp_path, short_folder):
    """mpirun(3, "select", …): a whole job, in an empty folder."""

    def call(ranks, *arguments, program=None):
        began = time.monotonic()
        process = subprocess.run(mpirun_command(ranks, *arguments, program=program), cwd=tmp_path, capture_output=True,
                                 text=True, timeout=PATIENCE, env=environment(short_folder))
        return Outcome(process.returncode, process.stdout, process.stderr, time.monotonic() - began)

    return call


@pytest.fixture
def tamis(tmp_path):
    """tamis("select", …) in one process."""

    def call(*arguments):
        began = time.monotonic()
        process = subprocess.run([os.environ["TAMIS"], *map(str, arguments)], cwd=tmp_path, capture_output=True, text=True,
                                 timeout=PATIENCE)
        return Outcome(process.returncode, process.stdout, process.stderr, time.monotonic() - began)

    return call


class RunningJob:
    """A job that has begun to work, to be disturbed."""

    def __init__(self, folder, short_folder, ranks, arguments):
        self.ranks = ranks
        self.messages = pathlib.Path(tempfile.mkstemp(dir=short_folder)[1])
        with open(self.messages, "w") as messages:
            self.process = subprocess.Popen(mpirun_command(ranks, *arguments), cwd=folder, stdout=subprocess.PIPE,
                                            stderr=messages, text=True, env=environment(short_folder))

    def pids(self):
        """rank -> process"""
        found = {}
        for place in pathlib.Path("/proc").iterdir():
            if not place.name.isdigit():
                continue
            try:
                if int((place / "stat").read_text().rsplit(")", 1)[1].split()[1]) != self.process.pid:
                    continue
                variables = (place / "environ").read_bytes().split(b"\0")
            except (OSError, ValueError, IndexError):
                continue
            for variable in variables:
                if variable.startswith(b"OMPI_COMM_WORLD_RANK="):
                    found[int(variable.split(b"=")[1])] = int(place.name)
        return found

    def wait_for_ranks(self):
        until = time.monotonic() + PATIENCE
        while len(self.pids()) < self.ranks:
            assert time.monotonic() < until and self.process.poll() is None, "the ranks did not start"
            time.sleep(0.01)
        return self.pids()

    def said(self):
        return self.messages.read_text()

    def wait_for_note(self, text):
        """Until it has said that on stderr."""
        until = time.monotonic() + PATIENCE
        while text not in self.said():
            assert time.monotonic() < until and self.process.poll() is None, f"no {text!r} in {self.said()!r}"
            time.sleep(0.01)

    def finish(self, patience=PATIENCE):
        began = time.monotonic()
        out, _ = self.process.communicate(timeout=patience)
        return Outcome(self.process.returncode, out, self.said(), time.monotonic() - began)


@pytest.fixture
def start_job(tmp_path, short_folder):
    jobs = []

    def start(ranks, *arguments):
        jobs.append(RunningJob(tmp_path, short_folder, ranks, arguments))
        return jobs[-1]

    yield start
    for job in jobs:
        if job.process.poll() is None:
            for pid in job.pids().values():
                os.kill(pid, signal.SIGKILL)
            job.process.kill()
            job.process.wait()


def ended(pids, seconds=10):
    """Whether all of these processes are gone, or are within so many seconds."""
    until = time.monotonic() + seconds
    while any(os.path.exists(f"/proc/{pid}/exe") for pid in pids):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def table(rows, cols=9, classes=3, seed=4):
    """Random rows with their class in the last column, which moves some of the others."""
    random = np.random.default_rng(seed)
    labels = random.integers(0, classes, rows)
    labels[:classes] = np.arange(classes)[: len(labels[:classes])]
    cells = random.normal(size=(rows, cols))
    cells[:, : cols // 2] += labels[:, None] * np.linspace(0.1, 1.5, cols // 2)
    return np.column_stack([cells, labels])


@pytest.fixture
def write_shards(tmp_path):
    """Cuts rows into part-0.npy, part-1.npy, … and also writes them as whole.npy. Shards in `stuck` are pipes: whoever reads
    one waits until release(number) is called."""
    held = {}

    def write(rows, count, stuck=()):
        np.save(tmp_path / "whole.npy", rows)
        for number, part in enumerate(np.array_split(rows, count)):
            path = tmp_path / f"part-{number}.npy"
            np.save(path, part)
            if number in stuck:
                held[number] = path.read_bytes()
                path.unlink()
                os.mkfifo(path)
        return "part-*.npy"

    def release(number):
        (tmp_path / f"part-{number}.npy").write_bytes(held[number])

    write.release = release
    return write
