"""What every fit shares: options, threads, seed, progress."""
from __future__ import annotations

import contextlib
import numbers
import os
import sys

import numpy as np


def option_value(name, value):
    """A value as the library takes it, without numpy's own types; None stands for the option's own word (auto, all)."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    raise TypeError(f"option '{name}' takes a number or a string, not {type(value).__name__}")


def changed_options(estimator, names):
    """{option: value} of the parameters that differ from the defaults; `names` maps parameters to options."""
    changed = {}
    for parameter, option in names.items():
        value = getattr(estimator, parameter)
        default = type(estimator)._defaults[parameter]
        if type(value) is type(default) and value == default:
            continue
        changed[option] = option_value(parameter, value)
    return changed


def thread_number(n_jobs):
    """scikit-learn's n_jobs as a number of threads; 0 stands for all cores."""
    if n_jobs is None:  # all cores, unless the environment (for example a joblib worker's) says otherwise
        text = os.environ.get("OMP_NUM_THREADS", "")
        return int(text) if text.isdecimal() else 0
    if isinstance(n_jobs, (bool, np.bool_)) or not isinstance(n_jobs, numbers.Integral):
        raise TypeError(f"n_jobs takes an integer or None, not {n_jobs!r}")
    if n_jobs == 0:
        raise ValueError("n_jobs takes a number >= 1, or a negative one counted from all cores (-1 = all), not 0")
    if n_jobs > 0:
        return min(int(n_jobs), 1024)
    return 0 if n_jobs == -1 else max(1, _cores() + 1 + int(n_jobs))


def _cores():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def seed_of(random_state):
    """None is 0, as on the command line: results do not change from run to run unless you ask for it."""
    if random_state is None:
        return 0
    if isinstance(random_state, numbers.Integral) and not isinstance(random_state, (bool, np.bool_)):
        if not 0 <= random_state < 2**64:
            raise ValueError(f"random_state takes an integer from 0 to 2^64 - 1, not {random_state}")
        return int(random_state)
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**31))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    raise TypeError(f"random_state takes an integer, a numpy random generator or None, not {random_state!r}")


@contextlib.contextmanager
def progress(verbose, title):
    """The callback for `verbose`: the user's own function, a tqdm bar, or plain lines if tqdm is not installed."""
    if callable(verbose):
        yield verbose
    elif not verbose:
        yield None
    else:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            yield _Lines(title)
            return
        with tqdm(total=100, desc=title, unit="%", leave=False, file=sys.stderr) as bar:
            yield _Bar(bar)


class _Bar:
    def __init__(self, bar):
        self.bar = bar

    def __call__(self, stage, done):
        self.bar.set_postfix_str(stage, refresh=False)
        self.bar.n = round(100 * min(max(done, 0.0), 1.0))
        self.bar.refresh()


class _Lines:
    def __init__(self, title):
        self.title = title
        self.last = None

    def __call__(self, stage, done):
        news = (stage, int(10 * done))
        if news != self.last:
            self.last = news
            print(f"{self.title}: {stage} {100 * done:.0f} %", file=sys.stderr)
