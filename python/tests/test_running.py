"""While the work goes on: Ctrl-C, progress, other threads, fork."""
import os
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

import tamis

# Ctrl-C once the fit has used some processor time, which other programs on the machine do not change.
ENDLESS = """
import numpy as np, signal, tamis, time
x = np.random.default_rng(0).normal(size=({rows}, {cols})); y = np.arange({rows}) % 5
marks = []

def interrupt(number, frame):
    marks.append(time.process_time())
    signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGPROF, interrupt)
marks.append(time.process_time())
signal.setitimer(signal.ITIMER_PROF, {seconds})
try:
    tamis.{estimator}.fit(x, y)
except KeyboardInterrupt:
    print("stopped", marks[1] - marks[0], time.process_time() - marks[1])
    tamis.VarianceScore(2).fit(x)  # the interpreter and the library are as good as new
    print("alive")
"""


@pytest.mark.parametrize("estimator, rows, cols", [
    ("LaplacianScore()", 60000, 300), ("ReliefF()", 40000, 100), ("HSIC(kernel='rbf', drop_fraction=0.0)", 2000, 400),
    ("QAlpha()", 1500, 3000), ("GeneralizedFisherScore(gamma='cv')", 3000, 2000), ("LapGOFS(500)", 2000, 3000),
])
def test_interrupt(estimator, rows, cols):
    seconds = float(os.environ.get("TAMIS_SLOWNESS", "1"))
    script = ENDLESS.format(estimator=estimator, rows=rows, cols=cols, seconds=seconds)
    lines = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split("\n")
    assert lines[0].startswith("stopped ") and lines[1] == "alive", lines
    before, after = map(float, lines[0].split()[1:])
    assert after < before, "most of the work was done after Ctrl-C"


def test_progress_callback_and_its_errors():
    x = np.random.default_rng(0).normal(size=(6000, 200))
    told = []
    tamis.LaplacianScore(verbose=lambda stage, done: told.append((stage, done)), n_jobs=1).fit(x)
    assert told and all(0.0 <= done <= 1.0 for _, done in told)
    assert {type(stage) for stage, _ in told} == {str}

    def refuse(stage, done):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        tamis.LaplacianScore(verbose=refuse, n_jobs=1).fit(x)


def test_progress_bar_and_lines(capsys, monkeypatch):
    x = np.random.default_rng(0).normal(size=(6000, 200))
    tamis.LaplacianScore(verbose=True, n_jobs=1).fit(x)
    assert "LaplacianScore" in capsys.readouterr().err
    for name in ("tqdm", "tqdm.auto"):
        monkeypatch.setitem(sys.modules, name, None)
    tamis.LaplacianScore(verbose=True, n_jobs=1).fit(x)
    lines = capsys.readouterr().err
    assert lines.startswith("LaplacianScore: ") and lines.rstrip().endswith("%")


def test_the_lock_is_released_during_a_fit():
    x = np.random.default_rng(0).normal(size=(8000, 300))
    alive, stop = threading.Event(), threading.Event()
    ticks = [0]

    def tick():
        while not stop.is_set():
            time.sleep(0.001)
            ticks[0] += 1
            alive.set()

    ticking = threading.Thread(target=tick)
    ticking.start()
    assert alive.wait(60)
    before = ticks[0]
    tamis.LaplacianScore(n_jobs=1).fit(x)
    during = ticks[0] - before
    stop.set()
    ticking.join()
    # A few belong to the checks of x, which are Python; the lock would stop all others.
    assert during > 20, "another thread could not run"


def test_warnings_name_the_line_of_the_caller_and_can_be_errors(small):
    x, _ = small
    y = [0] * 59 + [1]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tamis.FisherScore(2).fit(x, y)
    assert [str(one.message) for one in caught] == ["class '1' has one sample only: its spread counts as zero"]
    assert caught[0].filename == __file__ and caught[0].category is tamis.TamisWarning
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(tamis.TamisWarning):
            tamis.FisherScore(2).fit(x, y)


def test_many_fits_at_once(small):
    x, y = small
    expected = tamis.LaplacianScore(3).fit(x).indices_
    results = [None] * 8

    def fit(place):
        results[place] = tamis.LaplacianScore(3, n_jobs=2).fit(x).indices_

    threads = [threading.Thread(target=fit, args=(place,)) for place in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(found, expected) for found in results)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_fork_after_a_fit(small):
    x, y = small
    tamis.LaplacianScore(3).fit(x)
    child = os.fork()
    if child == 0:
        os._exit(0 if tamis.LaplacianScore(3).fit(x).indices_.size == 3 else 1)
    assert os.waitpid(child, 0)[1] == 0
