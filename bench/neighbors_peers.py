#!/usr/bin/env python3
"""The neighbor search side by side with scikit-learn and pynndescent, on the same arrays in one process.

usage: neighbors_peers.py exact|mixture|FILE.npy [--samples N] [--features D] [--neighbors K] [--processor]

exact    exact graphs of four sizes against sklearn.neighbors.kneighbors_graph(n_jobs=-1)
mixture  an approximate graph of the mixture of make_mixture.py against pynndescent
FILE     the same of an array of your own, such as the images of MNIST

pynndescent gets single precision, and is compiled on a small array before the clock starts. Its recall is measured as ours is:
on 1,000 samples that are searched exactly. All use two threads on two cores; every row is one run after the other.

On a machine that has other work to do, `exact --processor` compares the processor time of one thread each, the fastest of some
runs; OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 makes sure of the one thread.
"""
import argparse
import time

import numpy as np

import tamis
from make_mixture import mixture


def seconds(work, repeats=1, clock=time.perf_counter, pick=lambda times: times[len(times) // 2]):
    times = []
    for _ in range(repeats):
        start = clock()
        result = work()
        times.append(clock() - start)
    return pick(sorted(times)), result


def exact(neighbors, processor):
    from sklearn.neighbors import kneighbors_graph

    rng = np.random.default_rng(0)
    print(f"{'samples x features':>20} {'scikit-learn':>14} {'tamis':>10} {'ratio':>7}")
    for samples, features, repeats in ((171, 5748, 101), (1440, 1024, 21), (2000, 784, 21), (20000, 500, 3)):
        x = rng.standard_normal((samples, features))
        how = dict(clock=time.process_time, pick=min) if processor else {}
        jobs = 1 if processor else -1
        tamis.neighbor_graph(x, neighbors, weights="binary", n_jobs=jobs)  # both warmed up
        kneighbors_graph(x, neighbors, n_jobs=jobs)
        time.sleep(0.5)  # until the threads of the other no longer wait for more
        ours, _ = seconds(lambda: tamis.neighbor_graph(x, neighbors, weights="binary", n_jobs=jobs), repeats, **how)
        peer, _ = seconds(lambda: kneighbors_graph(x, neighbors, n_jobs=jobs), repeats, **how)
        print(f"{f'{samples} x {features}':>20} {1e3 * peer:>11.1f} ms {1e3 * ours:>7.1f} ms {peer / ours:>7.2f}", flush=True)


def measured_recall(x, indices, neighbors):
    """The share of the neighbors that are no farther than the true last one, on 1,000 samples."""
    rows = np.random.default_rng(1).choice(len(x), min(1000, len(x)), replace=False)
    squares = np.einsum("ij,ij->i", x, x, dtype=np.float64)
    hits = 0
    for begin in range(0, len(rows), 100):
        part = rows[begin : begin + 100]
        distances = squares[part][:, None] + squares[None, :] - 2.0 * (x[part] @ x.T).astype(np.float64)
        distances[np.arange(len(part)), part] = np.inf
        last = np.partition(distances, neighbors - 1, axis=1)[:, neighbors - 1]
        for r, row in enumerate(part):
            found = [j for j in indices[row] if j != row][:neighbors]
            hits += np.count_nonzero(distances[r, found] <= last[r] * (1 + 1e-6))
    return hits / (len(rows) * neighbors)


def approximate(x, neighbors):
    import pynndescent

    pynndescent.NNDescent(x[:3000].astype(np.float32), n_neighbors=15).prepare()  # compiles
    doubles, singles = x.astype(np.float64), x.astype(np.float32)
    print(f"{len(x)} x {x.shape[1]}, {neighbors} neighbors")
    ours, (_, info) = seconds(
        lambda: tamis.neighbor_graph(doubles, neighbors, search="approximate", weights="binary", return_info=True)
    )
    low, high = info["recall_interval"]
    print(f"tamis         {ours:8.1f} s   recall {info['recall']:.3f} ({low:.3f} to {high:.3f})", flush=True)
    for asked in (neighbors + 1, 15):
        peer, index = seconds(lambda: pynndescent.NNDescent(singles, n_neighbors=asked, random_state=0))
        recall = measured_recall(singles, index.neighbor_graph[0], neighbors)
        print(f"pynndescent   {peer:8.1f} s   recall {recall:.3f} with n_neighbors={asked}   ratio {peer / ours:.2f}",
              flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what")
    parser.add_argument("--samples", type=int, default=1000000)
    parser.add_argument("--features", type=int, default=100)
    parser.add_argument("--neighbors", type=int, default=5)
    parser.add_argument("--processor", action="store_true", help="processor time of one thread, for exact alone")
    arguments = parser.parse_args()
    if arguments.what == "exact":
        exact(arguments.neighbors, arguments.processor)
    elif arguments.what == "mixture":
        approximate(mixture(arguments.samples, arguments.features)[0], arguments.neighbors)
    else:
        approximate(np.load(arguments.what), arguments.neighbors)


if __name__ == "__main__":
    main()
