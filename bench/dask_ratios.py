#!/usr/bin/env python3
"""tamis.dask on this machine: what a round costs beyond its work, two workers against one, bytes per round.

Two cores share one memory, and `FisherScore` does little but read. So numpy.sum of the same chunks is timed as well, as bare
tasks of Dask: its ratio is what the machine has to give to a pass over data in memory.

usage: PYTHONPATH=build/dev/python bench/dask_ratios.py [SAMPLES] [FEATURES]    10^6 x 200 if left out

Wall times of processes that share the machine with others are noisy: every number is the best of seven."""
import os
import sys
import tempfile
import time

import dask
import dask.array as da
import distributed
import numpy as np

import tamis
import tamis.dask


def chunk(rows, features, seed):
    return np.random.default_rng(seed).standard_normal((rows, features))


def data_of(client, samples, features, shards):
    """Made on the workers, one shard after the other, and kept there."""
    rows = samples // shards
    blocks = [da.from_delayed(dask.delayed(chunk)(rows, features, seed), shape=(rows, features), dtype=float)
              for seed in range(shards)]
    X = client.persist(da.concatenate(blocks))
    distributed.wait(X)
    return X, np.arange(rows * shards) % 5


def best(fit, turns=7):
    seconds = []
    for _ in range(turns):
        start = time.perf_counter()
        fitted = fit()
        seconds.append(time.perf_counter() - start)
    return min(seconds), fitted


def on(workers, samples, features, shards, folder):
    """Seconds of a fit on chunks that the workers hold, of bare sums of these, and of a fit on files that the workers have to
    read first; and what was fitted."""
    with distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
        with distributed.Client(cluster) as client:
            X, y = data_of(client, samples, features, shards)
            seconds, fitted = best(lambda: tamis.dask.FisherScore(10, client=client).fit(X, y))
            chunks = distributed.futures_of(X)
            bare, _ = best(lambda: client.gather(client.map(np.sum, chunks, pure=False)))
            del X, chunks
            paths = [f"{folder}/{shard}.npy" for shard in range(shards)]
            for seed, path in enumerate(paths):
                if not os.path.exists(path):
                    np.save(path, chunk(samples // shards, features, seed))
            from_files, _ = best(lambda: tamis.dask.FisherScore(10, client=client).fit(paths, y))
            return (seconds, bare, from_files), fitted


def overhead():
    """A fit on next to nothing: all of its time is overhead."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
        with distributed.Client(cluster) as client:
            X, y = data_of(client, 200, 20, 2)
            fitted = [tamis.dask.FisherScore(10, client=client).fit(X, y).shared_ for _ in range(10)]
            per_round = min(shared["seconds_rounds"] / shared["rounds"] for shared in fitted)
            print(f"overhead of a round, 2 shards: {1e3 * per_round:.1f} ms ({fitted[0]['rounds']} rounds per fit)")


def main(samples, features):
    overhead()
    with tempfile.TemporaryDirectory() as folder:
        one, fitted = on(1, samples, features, 8, folder)
        two, again = on(2, samples, features, 8, folder)
    assert np.array_equal(fitted.scores_, again.scores_)
    shared = again.shared_
    for what, alone, both in zip(("fisher, held chunks", "bare sums of these", "fisher, from files"), one, two):
        print(f"{samples} x {features} in 8 shards, {what}: 1 worker {alone:.3f} s, 2 workers {both:.3f} s, ratio {alone / both:.2f}")
    print(f"per round: {shared['bytes_out'] / shared['rounds'] / 1e3:.0f} kB out, "
          f"{shared['bytes_in'] / shared['rounds'] / 1e3:.0f} kB in ({shared['rounds']} rounds)")


if __name__ == "__main__":
    main(*(int(float(argument)) for argument in (sys.argv[1:] or ["1e6", "200"])))
