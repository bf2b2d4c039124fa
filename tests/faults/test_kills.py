"""Processes that end at any moment: result files are whole or not there, and the next run cleans up."""
import concurrent.futures
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import time

import numpy as np
import pytest

from conftest import leftovers, start, wait_until

QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
KILLS = int(os.environ.get("TAMIS_KILLS", "50"))  # per command
LANES = 3  # of them at once, each in a folder of its own

COMMANDS = {
    "select": (("select", "data.npy", "--method", "laplacian", "-k", "5", "--label", "none", "-o", "out.json"), "out.json"),
    "convert": (("convert", "data.npy", "out.csv", "--label", "none"), "out.csv"),
    "project": (("project", "data.npy", "--method", "pca", "--dim", "20", "--label", "none", "-o", "out.json"), "out.npz"),
    "evaluate": (("evaluate", "sonar", "--methods", "fisher,laplacian", "-k", "5,10", "--protocol", "holdout:0.5x40",
                  "--resume", "out.json"), "out.json"),
}


def is_whole(path):
    if path.suffix == ".json":
        json.loads(path.read_text())
    elif path.suffix == ".npz":
        with np.load(path) as arrays:
            assert all(np.isfinite(arrays[name]).all() for name in arrays.files)
    else:
        assert len(np.loadtxt(path, delimiter=",", skiprows=1)) == 2000


def kill_often(folder, name, kills, moments):
    """Runs the command `kills` times and kills it at any moment. Returns how often it had not yet ended."""
    command, result = COMMANDS[name]
    target = folder / result
    whole_times = []
    for _ in range(2):  # the first one may have waited for the disk
        target.unlink(missing_ok=True)
        began = time.monotonic()
        assert start(folder, *command, **QUIET).wait(120) == 0
        whole_times.append(time.monotonic() - began)
    is_whole(target)
    earlier = target.read_bytes()
    hit = 0
    for number in range(kills):
        # Half of the runs find a result that must stay whole; evaluate would have nothing left to do then.
        found_one = number % 2 == 1 and name != "evaluate"
        if found_one:
            target.write_bytes(earlier)
        else:
            target.unlink(missing_ok=True)
        process = start(folder, *command, **QUIET)
        time.sleep(moments.uniform(0.0, 1.1 * min(whole_times)))
        process.kill()
        hit += process.wait() == -signal.SIGKILL
        assert target.exists() or not found_one
        if target.exists():
            is_whole(target)
    # What a killed process left behind is removed by the next that writes the same file.
    target.unlink(missing_ok=True)
    assert start(folder, *command, **QUIET).wait(120) == 0
    assert leftovers(folder) == []
    is_whole(target)
    return hit


@pytest.mark.parametrize("name", COMMANDS)
def test_kill(tmp_path, name):
    data = np.random.default_rng(0).normal(size=(2000, 60))

    def lane(number):
        folder = tmp_path / str(number)
        folder.mkdir()
        np.save(folder / "data.npy", data)
        share = KILLS // LANES + (number < KILLS % LANES)
        return kill_often(folder, name, share, random.Random(f"{name} {number}"))

    with concurrent.futures.ThreadPoolExecutor(LANES) as lanes:
        hit = sum(lanes.map(lane, range(LANES)))
    assert hit > KILLS // 4  # many runs were killed before their end


def test_parts_of_others_stay(run, tmp_path):
    """Those of a living process, of another host and of another file."""
    host = socket.gethostname()
    kept = {f".a.json.part-{host}-{os.getpid()}-0", ".a.json.part-elsewhere-1-0", f".b.json.part-{host}-999999999-0",
            f".a.json.part-{host}-x-0"}
    for name in kept | {f".a.json.part-{host}-999999998-3"}:
        (tmp_path / name).write_text("")
    assert run("select", "sonar", "--method", "fisher", "-k", "3", "-o", "a.json", "-q").code == 0
    assert set(leftovers(tmp_path)) == kept


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_save_and_stop(tmp_path, number):
    command = ("evaluate", "digits", "--methods", "relieff", "-k", "5", "--protocol", "holdout:0.5x200", "--resume", "run.json")
    process = start(tmp_path, *command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    # It saves every five seconds; the signal comes before that.
    wait_until(lambda: pathlib.Path(f"/proc/{process.pid}/stat").read_text().split()[13] != "0")
    time.sleep(2.0)
    process.send_signal(number)
    message = process.communicate(timeout=60)[1]
    assert process.returncode == 128 + number
    assert "tamis: interrupted: " in message and "are saved in run.json" in message
    saved = json.loads((tmp_path / "run.json").read_text())
    assert saved["rows"] and not saved["complete"] and leftovers(tmp_path) == []


def test_ignored_hangup_stays_ignored(tmp_path):
    process = subprocess.Popen(["nohup", os.environ["TAMIS"], "evaluate", "sonar", "--methods", "fisher", "-k", "3", "--protocol",
                                "holdout:0.5x300"], cwd=tmp_path, **QUIET)
    # nohup has become the program, and the program has begun to work.
    wait_until(lambda: pathlib.Path(f"/proc/{process.pid}/comm").read_text() == "tamis\n")
    time.sleep(0.3)
    process.send_signal(signal.SIGHUP)
    assert process.wait(120) == 0


def test_finished_numbers_of_features_are_saved(run, tmp_path):
    """One step of many numbers of features: those that are finished are saved, and not computed again."""
    command = ("evaluate", "digits", "--methods", "gfs", "-k", ",".join(map(str, range(2, 61))), "--protocol", "holdout:0.5x1",
               "--no-baselines", "--evaluator", "svm", "--threads", "1", "--resume", "run.json")
    process = start(tmp_path, *command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    # The file appears after five seconds, in the middle of the only step.
    wait_until((tmp_path / "run.json").exists, 60.0)
    process.send_signal(signal.SIGTERM)
    message = process.communicate(timeout=60)[1]
    assert process.returncode == 143 and "0 of 1 step and a part of 1 more (a method on a split) are saved" in message
    saved = json.loads((tmp_path / "run.json").read_text())
    known = {row["k"]: row for row in saved["rows"] if row["evaluator"] == "svm"}
    assert 0 < len(known) < 59
    fewer = ",".join(map(str, [*sorted(known), max(known) + 1]))
    again = run(*(fewer if word == command[5] else word for word in command), "-q", timeout=120)
    assert again.code == 0
    rows = {row["k"]: row for row in json.loads((tmp_path / "run.json").read_text())["rows"] if row["evaluator"] == "svm"}
    assert len(rows) == len(known) + 1 and all(rows[k] == known[k] for k in known)
