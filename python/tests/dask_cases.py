"""A cluster of three processes, data, and what the tests of tamis.dask compare."""
import contextlib
import os
import signal

import numpy as np
import pytest

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
import tamis.dask as td  # noqa: E402


QUIET = {"distributed.logging.distributed": "critical", "distributed.worker.daemon": True,
         "distributed.comm.timeouts.connect": "20s"}


@contextlib.contextmanager
def cluster_of(workers, processes=True, threads=1):
    with dask.config.set(QUIET), distributed.LocalCluster(
            n_workers=workers, threads_per_worker=threads, processes=processes, dashboard_address=None, silence_logs=50) as cluster:
        with distributed.Client(cluster, set_as_default=False) as client:
            yield client


@pytest.fixture(scope="module")
def cluster():
    with cluster_of(3) as found:
        yield found


@pytest.fixture
def client(cluster):
    """Three workers in processes of their own; one that a test has killed is started again by Dask."""
    cluster.wait_for_workers(3, timeout=60)
    return cluster


@pytest.fixture(scope="module")
def data():
    random = np.random.default_rng(5)
    y = random.integers(0, 3, 300)
    x = random.normal(size=(300, 20)) * np.linspace(0.5, 3, 20)
    x[:, 3:7] += y[:, None] * np.arange(1, 5)
    x[:, 9] = 2.5
    return x, y


def cut(x, shards):
    """A dask array of that many chunks."""
    ends = [len(x) * s // shards for s in range(shards + 1)]
    blocks = [dask.delayed(x[begin:end]) for begin, end in zip(ends, ends[1:])]
    rows = [end - begin for begin, end in zip(ends, ends[1:])]
    arrays = [da.from_delayed(block, shape=(size, x.shape[1]), dtype=x.dtype) for block, size in zip(blocks, rows)]
    return da.concatenate(arrays) if len(arrays) > 1 else arrays[0]


def same_selection(found, wanted, rtol=1e-12):
    np.testing.assert_array_equal(found.indices_, wanted.indices_)
    np.testing.assert_allclose(found.scores_, wanted.scores_, rtol=rtol, atol=rtol * np.max(np.abs(wanted.scores_[np.isfinite(wanted.scores_)])))


def bits(estimator):
    return estimator.scores_.tobytes(), estimator.indices_.tobytes()


@contextlib.contextmanager
def killing(client, shard, before_round, also=lambda: None):
    """Every worker that holds the shard is killed before that round. Yields the names of the rounds."""
    names = []

    def run_after_killing(rounds, name, *rest, **more):
        names.append(name)
        if len(names) == before_round:
            also()
            (holders,) = client.who_has([rounds.chunks[shard]]).values()
            for process in client.run(os.getpid, workers=list(holders)).values():
                os.kill(process, signal.SIGKILL)
        return run(rounds, name, *rest, **more)

    run = td.Rounds._run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(td.Rounds, "_run", run_after_killing)
        yield names
