"""Little memory, few threads, closed outputs, files that change: an error that says so, and no hanging."""
import os
import re
import resource
import subprocess
import threading
import time

import numpy as np
import pytest

from conftest import MEGABYTE, own_limits, start

NOBODY = 65534


@own_limits
@pytest.mark.parametrize("megabytes", [90, 110, 130, 150, 175, 200, 250, 300, 400, 800])
def test_memory(run, tmp_path, megabytes):
    """It works, or it says that there is not enough memory; below that the libraries cannot be loaded."""
    np.save(tmp_path / "a.npy", np.random.default_rng(0).normal(size=(1500, 200)))
    select = ("select", "a.npy", "--method", "laplacian", "-k", "3", "--label", "none", "-q")
    for command in (("info", "sonar"), select):
        outcome = run(*command, memory=megabytes, timeout=60)
        if outcome.code == 127:
            assert "error while loading shared libraries" in outcome.err
        elif outcome.code != 0:
            assert outcome.code == 1 and re.search("memory|threads", outcome.err), outcome.err
    if megabytes >= 150:
        assert run("info", "sonar", memory=megabytes).code == 0


def as_nobody(processes):
    def become():
        resource.setrlimit(resource.RLIMIT_NPROC, (processes, processes))
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)

    return become


@pytest.fixture
def open_folder(tmp_path_factory):
    """A folder that everybody may use; the program as another user needs it."""
    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    folder = "/tmp/tamis-faults-%d" % os.getpid()
    os.makedirs(folder, exist_ok=True)
    os.chmod(folder, 0o777)
    yield folder
    subprocess.run(["rm", "-rf", folder], check=True)


def run_as_nobody(folder, *arguments, processes=4096):
    return subprocess.run([os.environ["TAMIS"], *arguments], cwd=folder, preexec_fn=as_nobody(processes), capture_output=True,
                          text=True, timeout=60)


def reachable():
    return subprocess.run([os.environ["TAMIS"], "--version"], preexec_fn=as_nobody(4096), capture_output=True).returncode == 0


@own_limits
def test_no_threads(open_folder):
    if not reachable():
        pytest.skip("another user cannot run the program where it is")
    select = ("select", "digits", "--method", "laplacian", "-k", "5", "--threads", "4")
    usual = run_as_nobody(open_folder, *select)
    alone = run_as_nobody(open_folder, *select, processes=1)
    assert usual.returncode == alone.returncode == 0

    def chosen(text):
        return [line for line in text.splitlines() if re.match(r" *\d+  p", line)]

    assert chosen(usual.stdout) == chosen(alone.stdout) != []
    assert len(re.findall(r"the system gives only 1 of \d threads", alone.stderr)) == 1
    assert "threads" not in usual.stderr


def test_permissions(open_folder):
    if not reachable():
        pytest.skip("another user cannot run the program where it is")
    path = os.path.join(open_folder, "secret.csv")
    with open(path, "w") as file:
        file.write("a,b,class\n1,2,x\n3,4,y\n5,7,x\n")
    os.chmod(path, 0)
    assert "secret.csv: cannot be opened: Permission denied" in run_as_nobody(open_folder, "info", "secret.csv").stderr
    closed = os.path.join(open_folder, "closed")
    os.makedirs(closed, mode=0o700)
    for name in ("a.csv", "a.mat", "a.h5"):
        assert "permission denied: you may not look into its folder" in run_as_nobody(open_folder, "info", f"closed/{name}").stderr
    select = ("select", "sonar", "--method", "fisher", "-k", "3", "-q", "-o")
    denied = "permission denied: you may not write to the folder"
    assert denied in run_as_nobody(open_folder, *select, "closed/a.json").stderr
    os.chmod(closed, 0o755)
    with open(os.path.join(closed, "a.json"), "w") as file:
        file.write("old")
    assert denied in run_as_nobody(open_folder, *select, "closed/a.json").stderr


@own_limits
def test_no_threads_of_blas(tmp_path):
    process = start(tmp_path, "evaluate", "digits", "--methods", "relieff", "-k", "5", "--threads", "1", stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    threads = len(os.listdir(f"/proc/{process.pid}/task")) if process.poll() is None else 1
    process.kill()
    process.wait()
    assert threads == 1


@pytest.mark.parametrize("command", [("info", "sonar"), ("select", "sonar", "--method", "fisher", "--json"), ("methods",), ("--help",)])
def test_closed_stdout(tmp_path, command):
    def close():
        os.close(1)

    closed = subprocess.run([os.environ["TAMIS"], *command], cwd=tmp_path, preexec_fn=close, stderr=subprocess.PIPE, text=True, timeout=60)
    assert closed.returncode == 1 and "cannot write to standard output" in closed.stderr
    with open("/dev/full", "w") as full:
        outcome = subprocess.run([os.environ["TAMIS"], *command], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert outcome.returncode == 1 and "cannot write to standard output: No space left on device" in outcome.stderr


def test_reader_goes_away(tmp_path):
    process = start(tmp_path, "convert", "--help", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    process.wait(60)
    assert process.returncode in (0, 1, -13)


@pytest.mark.parametrize("kind", ["csv", "npy", "npz", "mat", "libsvm"])
def test_file_is_cut_while_it_is_read(run, tmp_path, kind):
    """The data are whole, or there is an error that names the file."""
    np.save(tmp_path / "big.npy", np.random.default_rng(0).normal(size=(3000, 200)).round(3))
    assert run("convert", "big.npy", f"a.{kind}", "--label", "none", "-q").code == 0
    whole = (tmp_path / f"a.{kind}").read_bytes()
    for share in (0.1, 0.5, 0.9):
        (tmp_path / f"a.{kind}").write_bytes(whole)
        cut = threading.Timer(0.02, lambda: os.truncate(tmp_path / f"a.{kind}", int(len(whole) * share)))
        cut.start()
        outcome = run("info", f"a.{kind}", "-q", limits={resource.RLIMIT_AS: 2000 * MEGABYTE})
        cut.join()
        assert outcome.code in (0, 1)
        if outcome.code == 1:
            assert f"a.{kind}" in outcome.err


def test_control_characters(run, write):
    write("a.csv", b"a\x1b]0;x\x07\x1b[31mred,b\x1b[2J,c,class\n1,2,3,x\x1b[31m\n2,1,4,x\x1b[31m\n3,5,1,y\n4,4,2,y\n")
    for command in (("info", "a.csv"), ("select", "a.csv", "--method", "fisher", "-k", "2"), ("select", "a.csv", "--method", "nope"),
                    ("select", "a.csv", "--method", "fisher", "--drop", "q\x1b[2J"), ("info", "\x1b[2J.csv"),
                    ("evaluate", "a.csv", "--methods", "fisher", "-k", "1", "--protocol", "holdout:0.5x1"),
                    ("select", "a.csv", "--method", "fisher", "-k", "2", "--json")):
        outcome = run(*command)
        assert "\x1b" not in outcome.out + outcome.err and "\x07" not in outcome.out + outcome.err, command
    assert "a\\x1b]0;x\\x07\\x1b[31mred" in run("select", "a.csv", "--method", "fisher", "-k", "all").out
