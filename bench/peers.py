"""tamis and what people use otherwise, on the same arrays in one process.

    PYTHONPATH=build/dev/python /usr/bin/python3 bench/peers.py [--small] [--data WORD] [--only WORD] [--markdown] [--processor] [--once]

Every row is one task on one size. Both are run in turn and the fastest run of each counts, which other work on the machine
disturbs least; the ratio is the peer's time divided by ours, so above 1 is in our favor. The aim is 3. A peer that cannot be
imported is left out, with the reason.
"""
import argparse
import importlib
import time
import warnings

import numpy as np
import scipy.sparse as sp
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.feature_selection import VarianceThreshold, f_classif
from sklearn.neighbors import NearestNeighbors

import tamis
from python_ratios import random_csr

AIM = 3.0
NEIGHBORS = 5
# Samples, features, classes.
DENSE = ((171, 5748, 4), (1440, 1024, 20), (2000, 784, 10), (20_000, 500, 10), (200_000, 500, 10))
SPARSE = (20_000, 20_000, 100, 10)  # with stored cells per row
# Beyond this, samples times samples times features, comparing all pairs takes too long and is left out.
MOST_PAIR_CELLS = 250e9


class Missing(Exception):
    """A peer that is not there."""


def peer(module, name):
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as reason:
        raise Missing(f"{module}: {reason}") from None


def fastest_in_turn(works, seconds, clock):
    """The least time of each, run in turn until `seconds` are over, once at least and fifty times at most."""
    best = [float("inf")] * len(works)
    began = time.perf_counter()
    for _ in range(50):
        for place, work in enumerate(works):
            started = clock()
            work()
            best[place] = min(best[place], clock() - started)
        if time.perf_counter() - began >= seconds:
            break
    return best


def laplacian(x):
    return tamis.LaplacianScore(n_neighbors=NEIGHBORS, weights="binary").fit(x)


def scikit_feature_graph(x):
    construct = peer("skfeature.utility.construct_W", "construct_W")
    return construct(x, metric="euclidean", neighbor_mode="knn", weight_mode="binary", k=NEIGHBORS)


def by_scikit_feature(x, y):
    """Tasks of scikit-feature, as (name, ours, theirs)."""
    yield ("Laplacian score", "scikit-feature", lambda: laplacian(x),
           lambda: peer("skfeature.function.similarity_based.lap_score", "lap_score")(x, W=scikit_feature_graph(x)))
    yield ("SPEC", "scikit-feature", lambda: tamis.SPEC(n_neighbors=NEIGHBORS).fit(x),
           lambda: peer("skfeature.function.similarity_based.SPEC", "spec")(x))
    yield ("trace ratio", "scikit-feature", lambda: tamis.TraceRatio(n_features_to_select=100).fit(x, y),
           lambda: peer("skfeature.function.similarity_based.trace_ratio", "trace_ratio")(x, y, n_selected_features=100))
    yield ("ReliefF", "scikit-feature", lambda: tamis.ReliefF(n_neighbors=NEIGHBORS).fit(x, y),
           lambda: peer("skfeature.function.similarity_based.reliefF", "reliefF")(x, y, k=NEIGHBORS))


def tasks(x, y):
    """(task, peer, ours, theirs) for one data set."""
    rows, cols = x.shape
    yield "variance", "scikit-learn", lambda: tamis.VarianceScore().fit(x), lambda: VarianceThreshold().fit(x)
    yield "Fisher score", "scikit-learn f_classif", lambda: tamis.FisherScore().fit(x, y), lambda: f_classif(x, y)
    if not sp.issparse(x):
        yield ("FLDA", "scikit-learn LDA", lambda: tamis.FLDA().fit(x, y),
               lambda: LinearDiscriminantAnalysis(solver="svd").fit(x, y))
    if rows * rows * cols > MOST_PAIR_CELLS and not sp.issparse(x):
        return
    search = dict(n_neighbors=NEIGHBORS, algorithm="brute", n_jobs=-1)
    yield ("Laplacian score", "scikit-learn's graph alone", lambda: laplacian(x),
           lambda: NearestNeighbors(**search).fit(x).kneighbors_graph(mode="distance"))
    yield ("Laplacian score", "pynndescent's graph alone", lambda: laplacian(x),
           lambda: peer("pynndescent", "NNDescent")(x, n_neighbors=NEIGHBORS + 1).neighbor_graph)
    if sp.issparse(x):
        return
    yield from by_scikit_feature(x, y)
    yield ("ReliefF", "scikit-rebate", lambda: tamis.ReliefF(n_neighbors=NEIGHBORS).fit(x, y),
           lambda: peer("skrebate", "ReliefF")(n_neighbors=NEIGHBORS, n_jobs=-1).fit(x, y))


def row_of(size, task, against, ours, theirs, given):
    clock = time.process_time if given.processor else time.perf_counter
    try:
        if not given.once:
            theirs()  # warmed up, and there at all
            ours()
        our_seconds, their_seconds = fastest_in_turn([ours, theirs], 0.0 if given.once else given.seconds, clock)
    except Missing as reason:
        return size, task, against, None, None, f"skipped: {reason}"
    ratio = their_seconds / our_seconds
    return size, task, against, our_seconds, their_seconds, f"{ratio:.1f}" + ("" if ratio >= AIM else " (below the aim)")


def show(row, markdown):
    size, task, against, ours, theirs, verdict = row
    times = ["", ""] if ours is None else [f"{1e3 * ours:.2f}", f"{1e3 * theirs:.2f}"]
    cells = [size, task, against, *times, verdict]
    print("| " + " | ".join(cells) + " |" if markdown else "  ".join(cells), flush=True)


def data_sets(small, wanted):
    for rows, cols, classes in DENSE[:3] if small else DENSE:
        size = f"{rows:,} × {cols:,}"
        if wanted not in size:
            continue
        x = np.random.default_rng(0).normal(size=(rows, cols))
        y = np.arange(rows) % classes
        x[:, : cols // 10] += y[:, None] / classes
        yield size, x, y
    rows, cols, stored, classes = SPARSE
    size = f"{rows:,} × {cols:,}, {100 * stored / cols:g} %"
    if not small and wanted in size:
        yield size, random_csr(rows, cols, stored, np.random.default_rng(0)), np.arange(rows) % classes


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--small", action="store_true", help="the three small sizes alone")
    arguments.add_argument("--data", default="", help="sizes with this text in them, such as 200,000 or %%")
    arguments.add_argument("--only", default="", help="tasks or peers with this word in them")
    arguments.add_argument("--markdown", action="store_true", help="print a table")
    arguments.add_argument("--seconds", type=float, default=3.0, help="time per row")
    arguments.add_argument("--once", action="store_true", help="one run of each, for tasks that take minutes")
    arguments.add_argument("--processor", action="store_true",
                           help="the processor time of all threads, for a machine that has other work to do")
    given = arguments.parse_args()
    warnings.simplefilter("ignore")
    if given.markdown:
        print("| data | task | peer | tamis, ms | peer, ms | ratio |\n| --- | --- | --- | --- | --- | --- |")
    for size, x, y in data_sets(given.small, given.data):
        for task, against, ours, theirs in tasks(x, y):
            if given.only.lower() in f"{task} {against}".lower():
                show(row_of(size, task, against, ours, theirs, given), given.markdown)


if __name__ == "__main__":
    main()
