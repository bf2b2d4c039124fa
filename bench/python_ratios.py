"""What Python costs: `fit` compared with the C++ call it makes, and with scikit-learn.

    PYTHONPATH=build/dev/python /usr/bin/python3 bench/python_ratios.py [--small]

Times are medians of several repetitions in one process; ratios above 1 are in our favor.
"""
import statistics
import sys
import time
import warnings

import numpy as np
import scipy.sparse as sp
from sklearn.feature_selection import VarianceThreshold, f_classif

import tamis


def median_seconds(work, repetitions):
    times = []
    for _ in range(repetitions):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def overhead(name, x, y, repetitions):
    """`fit` less the time of the C++ call that it makes, compared with one pass over X by numpy; and less the method alone."""
    def once():
        started = time.perf_counter()
        inside = tamis.FisherScore().fit(x, y).seconds_
        took = time.perf_counter() - started
        return took - inside["total"], took - inside["method"]

    times = [once() for _ in range(repetitions)]
    outside, with_checks = (statistics.median(column) for column in zip(*times))
    arrays = (x.data, x.indices) if sp.issparse(x) else (x,)
    one_pass = median_seconds(lambda: [array.max() for array in arrays], repetitions)
    for base, extra in (("its C++ call", outside), ("the method alone", with_checks)):
        verdict = "within" if extra < 1e-3 + one_pass else "beyond"
        print(f"{name}: fit takes {1e3 * extra:.2f} ms more than {base}; one pass over X: {1e3 * one_pass:.2f} ms "
              f"({verdict} 1 ms + one pass)")


def beside_the_method(name, x, y, repetitions):
    """`fit` as a multiple of the C++ method alone, which it calls."""
    def once():
        started = time.perf_counter()
        inside = tamis.FisherScore().fit(x, y).seconds_
        return time.perf_counter() - started, inside["method"], inside["total"]

    once()
    whole, method, library = (statistics.median(column) for column in zip(*[once() for _ in range(repetitions)]))
    print(f"{name}: FisherScore.fit {1e3 * whole:.2f} ms, {whole / method:.2f} x the method "
          f"({1e3 * method:.2f} ms; the library {library / method:.2f} x; bound 2.0)")


def ratios(name, x, y, repetitions):
    pairs = {
        "FisherScore vs f_classif": (lambda: tamis.FisherScore().fit(x, y), lambda: f_classif(x, y)),
        "VarianceScore vs VarianceThreshold": (lambda: tamis.VarianceScore().fit(x), lambda: VarianceThreshold().fit(x)),
    }
    for pair, (ours, theirs) in pairs.items():
        our_seconds, their_seconds = median_seconds(ours, repetitions), median_seconds(theirs, repetitions)
        print(f"{name}: {pair}: {1e3 * our_seconds:.1f} ms vs {1e3 * their_seconds:.1f} ms, "
              f"ratio {their_seconds / our_seconds:.1f}")


def random_csr(rows, cols, per_row, random):
    """One entry in each of `per_row` strips of columns: sorted without sorting."""
    strip = cols // per_row
    columns = np.arange(per_row, dtype=np.int32) * strip + random.integers(0, strip, size=(rows, per_row), dtype=np.int32)
    starts = np.arange(0, rows * per_row + 1, per_row)
    return sp.csr_matrix((random.random(rows * per_row), columns.ravel(), starts), shape=(rows, cols))


def main():
    warnings.simplefilter("ignore")
    random = np.random.default_rng(0)
    factor = 20 if "--small" in sys.argv else 1
    for rows, cols, classes in ((171, 5748, 4), (1440, 1024, 20)):
        beside_the_method(f"{rows} x {cols}", random.normal(size=(rows, cols)), np.arange(rows) % classes, 51)
    tiny = random.normal(size=(200, 20))
    overhead("200 x 20", tiny, np.arange(200) % 3, 201)
    rows = 200_000 // factor
    dense = random.normal(size=(rows, 500))
    labels = random.integers(0, 10, size=rows)
    beside_the_method(f"{rows} x 500", dense, labels, 7)
    overhead(f"{rows} x 500", dense, labels, 7)
    ratios(f"{rows} x 500", dense, labels, 5)
    del dense
    rows = 50_000 // factor
    sparse = random_csr(rows, 20_000, 200, random)
    labels = random.integers(0, 10, size=rows)
    overhead(f"{rows} x 20000, 1 % of it", sparse, labels, 7)
    ratios(f"{rows} x 20000, 1 % of it", sparse, labels, 5)


if __name__ == "__main__":
    main()
