"""While the work goes on: Ctrl-C, progress, other threads, fork."""
import os
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

import tamis

ENDLESS = """
import numpy as np, tamis, time, sys
x = np.random.default_rng(0).normal(size=({rows}, {cols})); y = np.arange({rows}) % 5
print("go", flush=True)
try:
    tamis.{estimator}.fit(x, y)
except KeyboardInterrupt:
    print("stopped", flush=True)
    tamis.VarianceScore(2).fit(x)  # the interpreter and the library are as good as new
    print("alive", flush=True)
"""


@pytest.mark.parametrize("estimator, rows, cols", [
    ("LaplacianScore()", 60000, 300), ("ReliefF()", 40000, 100), ("HSIC(kernel='rbf', drop=0.0)", 2000, 400),
    ("QAlpha()", 1500, 3000), ("GeneralizedFisherScore(gamma='cv')", 3000, 2000), ("LapGOFS(500)", 2000, 3000),
])
def test_interrupt(estimator, rows, cols):
    script = ENDLESS.format(estimator=estimator, rows=rows, cols=cols)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "go\n"
        time.sleep(1.0)
        assert process.poll() is None, "the work must still be going on"
        process.send_signal(signal.SIGINT)
        sent = time.perf_counter()
        assert process.stdout.readline() == "stopped\n"
        took = time.perf_counter() - sent
        assert process.stdout.readline() == "alive\n"
        process.wait(timeout=60)
    assert took < 1.0 * float(os.environ.get("TAMIS_SLOWNESS", "1")), f"{took:.2f} s"


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
    stop = threading.Event()
    longest = [0.0]

    def tick():
        last = time.perf_counter()
        while not stop.is_set():
            time.sleep(0.001)
            now = time.perf_counter()
            longest[0] = max(longest[0], now - last)
            last = now

    ticking = threading.Thread(target=tick)
    ticking.start()
    started = time.perf_counter()
    tamis.LaplacianScore(n_jobs=1).fit(x)
    took = time.perf_counter() - started
    stop.set()
    ticking.join()
    assert longest[0] < max(0.5 * took, 0.05), "another thread could not run"


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
