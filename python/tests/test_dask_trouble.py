"""tamis.dask where something is wrong: workers that die or are other ones, chunks that are not what they say."""
import os
import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.exceptions import NotFittedError

import tamis

distributed = pytest.importorskip("distributed")
da = pytest.importorskip("dask.array")
import tamis.dask as td  # noqa: E402
from dask_cases import bits, client, cluster, cluster_of, cut, dask, data, killing, same_selection  # noqa: E402,F401
from tamis import _dask_client, _dask_worker  # noqa: E402

versions = _dask_client._versions


def test_a_worker_that_is_killed_in_the_middle_of_a_fit(client, data):
    x, y = data
    for name, before_round in (("FisherScore", 1), ("GeneralizedFisherScore", 2)):
        selector = getattr(td, name)(5, client=client)
        wanted = bits(selector.fit(cut(x, 6), y))
        with killing(client, 0, before_round) as names:
            found = selector.fit(cut(x, 6), y)
        assert len(names) >= before_round and bits(found) == wanted


def test_a_worker_that_is_killed_while_rows_travel(client):
    x = np.random.default_rng(4).standard_normal((8200, 30))
    laplacian = td.LaplacianScore(3, search="approximate", client=client)
    wanted = bits(laplacian.fit(cut(x, 4)))
    for before_round, name in ((4, "tree growth"), (6, "tree leaves"), (8, "descent")):
        client.wait_for_workers(3, timeout=60)
        with killing(client, 1, before_round) as names:
            found = bits(laplacian.fit(cut(x, 4)))
        assert names[before_round - 1] == name and found == wanted, names


def failing_shards(order, shared, own, chunks):
    raise ArithmeticError(f"a shard of {len(chunks[0])} rows")


def test_the_failure_of_a_shard_is_told(client, data):
    x, y = data
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_dask_worker, "partial", failing_shards)
        with pytest.raises(RuntimeError, match="a shard of (40|100|160) rows"):
            td.FisherScore(5, client=client).fit(da.from_array(x, chunks=((40, 100, 160), 20)), y)


def test_bad_input(client, data):
    x, y = data
    fisher = td.FisherScore(client=client)
    with pytest.raises(ValueError, match=r"cut into 2 chunks of columns.*X.rechunk\(\{1: -1\}\)"):
        fisher.fit(da.from_array(x, chunks=(100, 10)), y)
    known = da.from_array(x, chunks=(100, 20))
    with pytest.raises(ValueError, match=r"X.compute_chunk_sizes\(\)"):
        fisher.fit(known[known[:, 0] > 0], y)
    with pytest.raises(TypeError, match="ndarray: tamis.dask takes a dask array"):
        fisher.fit(x, y)
    with pytest.raises(ValueError, match="requires y"):
        fisher.fit(known)
    with pytest.raises(ValueError, match="got 299 labels for 300 samples"):
        fisher.fit(known, y[1:])
    bad = x.copy()
    bad[170, 4] = np.nan
    with pytest.raises(ValueError, match="row 170, column 4|170.*4"):
        fisher.fit(cut(bad, 3), y)
    blocks = [dask.delayed(x[:100]), dask.delayed(x[100:, :19])]
    wrong = da.concatenate([da.from_delayed(block, shape=(rows, 20), dtype=float) for block, rows in zip(blocks, (100, 200))])
    with pytest.raises(ValueError, match=r"shard 1 \(counted from 0\) has 19 features, and shard 0 has 20"):
        fisher.fit(wrong, y)
    with pytest.raises(ValueError, match="reading says how files are read, and X is no list of files: leave it out"):
        td.FisherScore(client=client, reading={"label": "a"}).fit(known, y)


def test_masked_cells_are_refused(client, data):
    x, y = data
    fisher = td.FisherScore(5, client=client)
    x = np.where(np.arange(300)[:, None] < 100, np.minimum(x, 4), x)
    X = da.from_array(x, chunks=(100, 20))
    wanted = bits(fisher.fit(X, y))
    assert bits(fisher.fit(da.ma.masked_greater(X, 1e9), da.ma.masked_greater(da.from_array(y, chunks=100), 9))) == wanted
    masked = da.ma.masked_greater(X, 4)
    undeclared = X.map_blocks(np.ma.masked_greater, 4, dtype=float, meta=np.empty((0, 0)))
    for wrong in (masked, undeclared):
        with pytest.raises(ValueError, match=r"chunk [12] of X is a masked array with masked cells: fill X first, for example"):
            fisher.fit(wrong, y)
    fisher.fit(da.ma.filled(masked, masked.mean(axis=0).compute()), y)
    labels = da.ma.masked_equal(da.from_array(y, chunks=100), 1)
    for wrong in (labels, [labels[:100], labels[100:]]):
        with pytest.raises(ValueError, match="y is a masked array with masked cells: leave these samples out"):
            fisher.fit(X, wrong)


def test_what_cannot_be_transformed(client, data):
    pd = pytest.importorskip("pandas")
    dd = pytest.importorskip("dask.dataframe")
    x, y = data
    fisher = td.FisherScore(5, client=client)
    for call in (fisher.to_local, td.PCA(2).to_local, lambda: fisher.transform(cut(x, 2)), lambda: fisher.transform(x)):
        with pytest.raises(NotFittedError, match="This (FisherScore|PCA) instance is not fitted yet"):
            call()
    fisher.fit(cut(x, 2), y)
    with pytest.raises(ValueError, match=r"cut into 2 chunks of columns.*X.rechunk\(\{1: -1\}\)"):
        fisher.transform(da.from_array(x, chunks=(100, 10)))
    with pytest.raises(ValueError, match="X has 19 features, but FisherScore is expecting 20 features"):
        fisher.transform(cut(x[:, 1:], 2))
    frame = dd.from_pandas(pd.DataFrame(x, columns=[f"gene {j}" for j in range(20)]), npartitions=2)
    fisher.fit(frame, y)
    for wrong in (frame[list(frame.columns[::-1])], frame[list(frame.columns[1:])]):
        with pytest.raises(ValueError, match="^The feature names should match those that were passed during fit"):
            fisher.transform(wrong)


def declared(blocks, shapes):
    """A dask array that says of its blocks what it is told to say."""
    return da.concatenate([da.from_delayed(dask.delayed(block), shape=shape, dtype=float) for block, shape in zip(blocks, shapes)])


def test_chunks_that_are_not_as_declared(client, data):
    """What counts is what they are: the answer is right, or the message says what does not fit."""
    x, y = data
    fisher = td.FisherScore(5, client=client)
    shapes = [(100, 20), (200, 20)]
    sparse = np.where(np.abs(x) > 1.5, x, 0)
    found = fisher.fit(declared([sp.csr_matrix(sparse[:100]), sp.csr_matrix(sparse[100:])], shapes), y)
    same_selection(found, tamis.FisherScore(5).fit(sp.csr_matrix(sparse), y))
    with pytest.raises(ValueError, match=r"shard 1 \(counted from 0\) is dense, and shard 0 is sparse"):
        fisher.fit(declared([sp.csr_matrix(x[:100]), x[100:]], shapes), y)
    with pytest.raises(ValueError, match="got 300 labels for 299 samples"):
        fisher.fit(declared([x[:100], x[100:299]], shapes), y)
    by_columns = [np.asfortranarray(x[:100]), np.asfortranarray(x[100:])]
    assert bits(fisher.fit(declared(by_columns, shapes), y)) == bits(fisher.fit(declared([x[:100], x[100:]], shapes), y))
    whole = [np.rint(x[:100]).astype(int), np.rint(x[100:]).astype(int)]
    same_selection(fisher.fit(declared(whole, shapes), y), tamis.FisherScore(5).fit(np.rint(x), y))
    for rows in ((150, 150), (99, 201)):  # all rows are there, and cut elsewhere
        blocks = [x[:rows[0]], x[rows[0]:]]
        assert bits(fisher.fit(declared(blocks, shapes), y)) == bits(fisher.fit(declared(blocks, [(size, 20) for size in rows]), y))


def test_workers_are_asked_for_their_version_once(client, data):
    x, y = data
    asked = []
    with cluster_of(1, processes=False) as other, pytest.MonkeyPatch.context() as patch:
        patch.setattr(_dask_client, "_versions", lambda at, workers: asked.append(len(workers)) or versions(at, workers))
        for _ in range(2):
            td.FisherScore(5, client=other).fit(cut(x, 2), y)
        other.cluster.scale(2)
        other.wait_for_workers(2, timeout=30)
        td.FisherScore(5, client=other).fit(cut(x, 2), y)
    assert asked == [1, 1]


def test_a_worker_that_came_in_place_of_another(data):
    """With another version at an address that was asked before."""
    order = ("0.0.1", "survey", 1, [(300, 20, False)])
    with pytest.raises(_dask_worker.OtherVersion, match="a task of tamis 0.0.1 came to a worker with"):
        _dask_worker.partial(order, b"", b"", [data[0]])
    x, y = data
    with cluster_of(1, processes=False) as other, pytest.MonkeyPatch.context() as patch:
        td.FisherScore(5, client=other).fit(cut(x, 2), y)
        patch.setattr(_dask_client, "_versions", lambda at, workers: dict.fromkeys(workers, "0.0.1"))
        patch.setattr(_dask_worker, "partial", failing_partial)
        with pytest.raises(ValueError, match="has tamis 0.0.1, and this process has"):
            td.FisherScore(5, client=other).fit(cut(x, 2), y)


def failing_partial(*order):
    raise _dask_worker.OtherVersion("a task came to another version")


def test_no_client(data):
    with pytest.raises(ValueError, match=r"there is no Dask client: start one with client = distributed.Client"):
        td.FisherScore().fit(cut(data[0], 2), data[1])


def test_what_is_no_client_and_a_closed_one(client, data):
    with pytest.raises(TypeError, match="client takes a distributed.Client or None, not str"):
        td.FisherScore(client="localhost").fit(cut(data[0], 2), data[1])
    closed = distributed.Client(client.scheduler.address, set_as_default=False)
    closed.close()
    with pytest.raises(ValueError, match=r"the client is closed: pass a new one, client = distributed.Client\(\.\.\.\)"):
        td.FisherScore(client=closed).fit(cut(data[0], 2), data[1])


def test_no_workers(data):
    with cluster_of(0, processes=False) as empty:
        with pytest.raises(ValueError, match="the cluster has no workers"):
            td.FisherScore(client=empty).fit(cut(data[0], 2), data[1])


@pytest.mark.parametrize("version, message", [(None, "has no tamis .*: install tamis"), ("0.0.1", "has tamis 0.0.1, and this process has")])
def test_workers_without_tamis_or_with_another_version(data, tmp_path, version, message):
    """A scheduler and a worker as programs of their own, in an environment where tamis is another one or none."""
    if version is not None:
        (tmp_path / "tamis").mkdir()
        (tmp_path / "tamis" / "__init__.py").write_text(f"__version__ = {version!r}\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    with distributed.LocalCluster(n_workers=0, protocol="tcp", processes=False, dashboard_address=None, silence_logs=50) as cluster:
        worker = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", cluster.scheduler_address, "--no-dashboard", "--nthreads", "1"],
            env=environment, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with distributed.Client(cluster, set_as_default=False) as client:
                client.wait_for_workers(1, timeout=30)
                with pytest.raises(ValueError, match=message):
                    td.FisherScore(client=client).fit(cut(data[0], 2), data[1])
        finally:
            worker.kill()
            worker.wait()
