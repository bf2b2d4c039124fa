"""Jobs that cannot go well end soon, with one message and without a result."""
import os
import pathlib
import shutil
import signal
import subprocess

import numpy as np
import pytest

from conftest import ended, table

FISHER = ["--method", "fisher", "-k", "2", "--label", "last", "-o", "best.json"]


def assert_failed(outcome, tmp_path, code=1):
    assert outcome.code == code
    assert outcome.out == ""
    assert len(outcome.messages) == 1, outcome.err
    assert not (tmp_path / "best.json").exists()
    assert outcome.seconds < 10


def test_a_rank_that_fails(mpirun, write_shards, tmp_path):
    pattern = write_shards(table(300), 6)
    whole = (tmp_path / "part-5.npy").read_bytes()
    (tmp_path / "part-5.npy").write_bytes(whole[: len(whole) // 2])
    outcome = mpirun(3, "select", pattern, *FISHER)
    assert_failed(outcome, tmp_path)
    assert outcome.messages[0].startswith("tamis: rank 2 (") and "part-5.npy" in outcome.messages[0]


def test_every_rank_fails(mpirun, write_shards, tmp_path):
    pattern = write_shards(table(300), 6)
    for number in range(6):
        (tmp_path / f"part-{number}.npy").write_bytes(b"not at all")
    outcome = mpirun(3, "select", pattern, *FISHER)
    assert_failed(outcome, tmp_path)
    assert "part-0.npy" in outcome.messages[0]  # the first in order


def test_the_driver_fails_between_rounds(mpirun, write_shards, tmp_path):
    rows = table(60)
    rows[:, -1] = 1.0
    outcome = mpirun(3, "select", write_shards(rows, 3), *FISHER)
    assert_failed(outcome, tmp_path)
    assert "needs at least two classes" in outcome.messages[0]


@pytest.fixture(scope="module")
def failing_malloc(tmp_path_factory):
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    library = tmp_path_factory.mktemp("preload") / "failing_malloc.so"
    source = pathlib.Path(__file__).with_name("failing_malloc.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


@pytest.mark.parametrize("number", [15, 25, 35])
@pytest.mark.parametrize("rank", [0, 1])
def test_a_rank_without_memory_for_rows_that_travel(mpirun, failing_malloc, tmp_path, rank, number):
    """Wherever it happens, also in the middle of a message: the others are told, and nobody waits."""
    np.save(tmp_path / "wide.npy", np.random.default_rng(1).standard_normal((8100, 300)))
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\nexport LD_PRELOAD={failing_malloc} FAIL_RANK={rank} FAIL_AT={number}\nexec '{os.environ['TAMIS']}' \"$@\"\n")
    program.chmod(0o755)
    outcome = mpirun(2, "select", "wide.npy", "--method", "laplacian", "--search", "approximate", "-k", "2", "--threads", "1",
                     "-o", "best.json", program=program)
    assert_failed(outcome, tmp_path)
    assert f"rank {rank} (" in outcome.messages[0] and "not enough memory" in outcome.messages[0]


def test_a_file_that_is_gone(mpirun, write_shards, tmp_path):
    write_shards(table(60), 3)
    names = [f"part-{number}.npy" for number in range(3)]
    (tmp_path / names[2]).unlink()
    outcome = mpirun(3, "select", *names, *FISHER)
    assert_failed(outcome, tmp_path)
    assert "rank 2" in outcome.messages[0] and "part-2.npy: there is no such file" in outcome.messages[0]


def test_a_file_that_vanishes_between_start_and_reading(start_job, write_shards, tmp_path):
    pattern = write_shards(table(60), 6, stuck=[4])
    job = start_job(3, "select", pattern, *FISHER)
    job.wait_for_note("6 shards: ")
    (tmp_path / "part-5.npy").unlink()
    write_shards.release(4)  # rank 2 reads this one before the next
    outcome = job.finish()
    assert_failed(outcome, tmp_path)
    assert "rank 2" in outcome.messages[0] and "part-5.npy: there is no such file" in outcome.messages[0]


def test_other_columns(mpirun, tmp_path):
    for number, names in enumerate(["a,b,class", "a,b,class", "a,c,class"]):
        (tmp_path / f"s{number}.csv").write_text(names + "\n1,2,x\n2,5,y\n3,1,x\n")
    outcome = mpirun(3, "select", "s*.csv", "--method", "fisher", "-k", "1", "-o", "best.json")
    assert_failed(outcome, tmp_path)
    assert "column 1 (counted from 0) is 'b' in s0.csv and 'c' in s2.csv" in outcome.messages[0]


def test_a_label_that_one_shard_does_not_have(mpirun, tmp_path):
    for number, names in enumerate(["a,b,class", "a,b,class", "a,b,d"]):
        (tmp_path / f"s{number}.csv").write_text(names + "\n1,2,3\n2,5,4\n3,1,3\n")
    outcome = mpirun(3, "select", "s*.csv", "--method", "fisher", "-k", "1", "-o", "best.json")
    assert_failed(outcome, tmp_path)
    assert "s2.csv has no label, and s0.csv has the label 'class'" in outcome.messages[0]


def test_wrong_usage_is_told_once(mpirun, tmp_path):
    outcome = mpirun(2, "select", "digits", "--method", "fishy", "-k", "2", "-o", "best.json")
    assert_failed(outcome, tmp_path, code=2)


def test_commands_that_are_not_shared(mpirun, tmp_path):
    outcome = mpirun(2, "info", "digits")
    assert_failed(outcome, tmp_path, code=2)
    assert "tamis info runs in one process, and this is a job of 2 ranks" in outcome.messages[0]


def test_a_program_without_mpi(mpirun, write_shards, tmp_path):
    alone = tmp_path / "bin" / "tamis"
    alone.parent.mkdir()
    shutil.copy(os.environ["TAMIS"], alone)
    outcome = mpirun(2, "select", write_shards(table(30), 2), *FISHER, program=alone)
    assert_failed(outcome, tmp_path)
    assert "was built without MPI, and each of the processes would do all of the work" in outcome.messages[0]


@pytest.mark.parametrize("rank", [0, 1, 2])
def test_a_rank_that_is_killed(start_job, write_shards, tmp_path, rank):
    job = start_job(3, "select", write_shards(table(60), 3, stuck=[1]), *FISHER)
    pids = job.wait_for_ranks()
    job.wait_for_note("3 shards: ")
    os.kill(pids[rank], signal.SIGKILL)
    outcome = job.finish(patience=10)
    assert outcome.code != 0
    assert outcome.out == ""
    assert not (tmp_path / "best.json").exists()
    assert ended(pids.values())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_all_ranks(start_job, write_shards, tmp_path, number):
    job = start_job(3, "select", write_shards(table(60), 3, stuck=[1]), *FISHER)
    pids = job.wait_for_ranks()
    job.wait_for_note("3 shards: ")
    job.process.send_signal(number)
    outcome = job.finish(patience=10)
    assert outcome.code != 0
    assert outcome.out == ""
    assert not (tmp_path / "best.json").exists()
    assert ended(pids.values())


def test_a_failure_does_not_wait_for_ranks_that_are_busy(start_job, write_shards, tmp_path):
    pattern = write_shards(table(60), 3, stuck=[1])  # as if rank 1 had hours to compute
    (tmp_path / "part-2.npy").write_bytes(b"not at all")
    job = start_job(3, "select", pattern, *FISHER)
    outcome = job.finish()
    assert outcome.code != 0
    assert outcome.seconds < 20  # with the start of the job
    assert len(outcome.messages) == 1, outcome.err
    assert outcome.messages[0].startswith("tamis: rank 2 (") and "part-2.npy" in outcome.messages[0]
    assert not (tmp_path / "best.json").exists()
