#!/usr/bin/env python3
"""tamis.dask on this machine: what a round costs beyond its work, two workers against one, bytes per round.

Two cores share one memory, and `FisherScore` does little but read. So numpy.sum of the same chunks is timed as well, as bare
tasks of Dask: its ratio is what the machine has to give to a pass over data in memory.

usage: PYTHONPATH=build/dev/python bench/dask_ratios.py [SAMPLES FEATURES]    10^6 x 200 if left out
       PYTHONPATH=build/dev/python bench/dask_ratios.py search                the neighbor searches of SEARCHED, and lapdofs

Wall times of processes that share the machine with others are noisy: every number is the best of seven, or of three searches.
Of searches the processor time of the busiest worker is printed, too, and the wall time in one process with one thread."""
import os
import resource
import sys
import tempfile
import time

import dask
import dask.array as da
import distributed
import numpy as np

import tamis
import tamis.dask


SEARCHED = [("LaplacianScore", 60_000, 784, "exact"), ("LapDOFS", 60_000, 784, "exact"), ("LaplacianScore", 20_000, 500, "exact"),
            ("LaplacianScore", 200_000, 100, "approximate")]
SHARDS = 8


def chunk(rows, features, seed):
    return np.random.default_rng(seed).standard_normal((rows, features))


def related(rows, features, seed):
    """Ten strong directions, as real data have a few: without them an approximate search finds hardly any neighbors."""
    return chunk(rows, 10, seed) @ chunk(10, features, 99) + 0.1 * chunk(rows, features, seed + 100)


def data_of(client, samples, features, shards, make=chunk):
    """Made on the workers, one shard after the other, and kept there."""
    rows = samples // shards
    blocks = [da.from_delayed(dask.delayed(make)(rows, features, seed), shape=(rows, features), dtype=float)
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


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def search_on(workers, name, samples, features, search):
    """Seconds of a fit, processor time of the busiest worker, and what was fitted."""
    with distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
        with distributed.Client(cluster) as client:
            X, _ = data_of(client, samples, features, SHARDS, related)
            busy = []

            def fit():
                before = client.run(processor_seconds)
                fitted = getattr(tamis.dask, name)(10, search=search, client=client).fit(X)
                after = client.run(processor_seconds)
                busy.append(max(after[worker] - before[worker] for worker in after))
                return fitted

            seconds, fitted = best(fit, 3)
            return seconds, min(busy), fitted


def time_searches():
    for name, samples, features, search in SEARCHED:
        x = np.concatenate([related(samples // SHARDS, features, seed) for seed in range(SHARDS)])
        local, wanted = best(lambda: getattr(tamis, name)(10, search=search, n_jobs=1).fit(x), 1)
        del x
        one, one_busy, fitted = search_on(1, name, samples, features, search)
        two, two_busy, again = search_on(2, name, samples, features, search)
        assert np.array_equal(fitted.scores_, again.scores_) and np.array_equal(fitted.indices_, wanted.indices_)
        shared = again.shared_
        print(f"{name} {samples} x {features} in {SHARDS} shards, {search}: one process {local:.2f} s, 1 worker {one:.2f} s, 2 workers "
              f"{two:.2f} s, ratio {one / two:.2f}; processor time of the busiest {one_busy:.2f} and {two_busy:.2f} s, ratio "
              f"{one_busy / two_busy:.2f}; {shared['rounds']} rounds of {shared['bytes_out'] / shared['rounds'] / 1e6:.2g} MB out and "
              f"{shared['bytes_in'] / shared['rounds'] / 1e6:.2g} MB in", flush=True)


def main(samples, features):
    overhead()
    with tempfile.TemporaryDirectory() as folder:
        one, fitted = on(1, samples, features, SHARDS, folder)
        two, again = on(2, samples, features, SHARDS, folder)
    assert np.array_equal(fitted.scores_, again.scores_)
    shared = again.shared_
    for what, alone, both in zip(("fisher, held chunks", "bare sums of these", "fisher, from files"), one, two):
        print(f"{samples} x {features} in {SHARDS} shards, {what}: 1 worker {alone:.3f} s, 2 workers {both:.3f} s, ratio {alone / both:.2f}")
    print(f"per round: {shared['bytes_out'] / shared['rounds'] / 1e3:.0f} kB out, "
          f"{shared['bytes_in'] / shared['rounds'] / 1e3:.0f} kB in ({shared['rounds']} rounds)")


if __name__ == "__main__":
    if sys.argv[1:] == ["search"]:
        time_searches()
    else:
        main(*(int(float(argument)) for argument in (sys.argv[1:] or ["1e6", "200"])))
