"""tamis.dask on a LocalCluster of three processes: the same results as one process."""
import contextlib
import inspect
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone

import tamis

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
import tamis.dask as td  # noqa: E402
from tamis import _dask_engine, _dask_input, _dask_worker  # noqa: E402

versions = _dask_engine._versions

QUIET = {"distributed.logging.distributed": "critical", "distributed.worker.daemon": True,
         "distributed.comm.timeouts.connect": "20s"}


@contextlib.contextmanager
def cluster_of(workers, processes=True):
    with dask.config.set(QUIET), distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=processes, dashboard_address=None, silence_logs=50) as cluster:
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


MOMENTS = ["VarianceScore", "FisherScore", "TraceRatio", "HSIC"]


@pytest.mark.parametrize("shards", [1, 2, 3, 7, 64])
def test_any_number_of_shards(client, data, shards):
    x, y = data
    for name in MOMENTS:
        found = getattr(td, name)(5, client=client).fit(cut(x, shards), y)
        same_selection(found, getattr(tamis, name)(5).fit(x, y))
        assert found.shared_["shards"] == shards and found.shared_["rounds"] > 0
        assert found.shared_["bytes_in"] > 0 and found.shared_["bytes_out"] > 0


@pytest.mark.parametrize("kind", ["float32", "integers", "sparse", "sparse float32"])
def test_other_kinds_of_numbers(client, data, kind):
    x, y = data
    if kind == "float32":
        x = x.astype(np.float32)
    elif kind == "integers":
        x = (4 * x).astype(np.int16)
    else:
        x = np.where(np.abs(x) > 1.5, x, 0).astype(np.float32 if kind.endswith("32") else np.float64)
    wanted = tamis.FisherScore(5).fit(sp.csr_matrix(x) if "sparse" in kind else x, y)
    X = cut(x, 7)
    if "sparse" in kind:
        X = X.map_blocks(sp.csr_matrix)
    same_selection(td.FisherScore(5, client=client).fit(X, y), wanted)


@pytest.mark.parametrize("search", ["exact", "approximate"])
def test_neighbors_meet_from_worker_to_worker(client, search):
    """As in one process, with the same bits on another number of workers; chunks may be many, few or empty."""
    x = np.random.default_rng(4).standard_normal((8200, 6))
    wanted = tamis.LaplacianScore(3, search=search).fit(x)
    assert wanted.graph_["search"] == search
    for shards in (2, 7):
        X = da.concatenate([cut(x, shards), da.zeros((0, 6))])
        found = td.LaplacianScore(3, search=search, client=client).fit(X)
        same_selection(found, wanted)
        assert {name: found.graph_[name] for name in ("search", "recall")} == {name: wanted.graph_[name] for name in ("search", "recall")}
        if shards == 7:
            held = client.persist(cut(x, shards))
            with client.as_current():
                distributed.wait(held)
            rounds = _dask_engine.Rounds(client, _dask_input._held(held, client), None, 1)
            workers = {worker for worker, keys in client.has_what().items() if keys}
            assert len(rounds.meeting_shards()) == len(workers) > 1
        with cluster_of(1, processes=False) as other:
            assert bits(td.LaplacianScore(3, search=search, client=other).fit(X)) == bits(found)


def test_empty_shards(client, data):
    """The first and the last chunks lose all of their rows, and there are more chunks than rows left."""
    x, y = data
    order = np.argsort(x[:, 0])
    x, y = x[order], y[order]
    kept = np.abs(x[:, 0]) < 0.05
    X = da.from_array(x, chunks=(10, 20))
    X = X[abs(X[:, 0]) < 0.05].compute_chunk_sizes()
    assert 0 in X.chunks[0] and len(X.chunks[0]) == 30 > kept.sum() > 5
    for name in MOMENTS:
        same_selection(getattr(td, name)(5, client=client).fit(X, y[kept]), getattr(tamis, name)(5).fit(x[kept], y[kept]))


def shared_fits(names):
    return [name for name in names if name in td.__all__]


@pytest.mark.parametrize("name", shared_fits(tamis._generated.__all__))
def test_every_shared_class(client, data, name):
    x, y = data
    local = getattr(tamis, name)
    options = {"n_features_to_select": 4} if issubclass(local, tamis._generated.Selector) else {"n_components": 2}
    wanted = local(**options).fit(x, y)
    found = getattr(td, name)(**options, client=client).fit(cut(x, 3), y)
    if "n_components" in options:
        # Directions are the same up to their sign.
        np.testing.assert_allclose(np.abs(found.components_), np.abs(wanted.components_), rtol=1e-6, atol=1e-8)
        np.testing.assert_allclose(found.objective_, wanted.objective_, rtol=1e-9)
    else:
        same_selection(found, wanted, 1e-9)
    plain = found.to_local()
    assert type(plain) is local and not hasattr(plain, "client")
    np.testing.assert_array_equal(plain.transform(x), found.transform(x))


@pytest.mark.parametrize("name", td.__all__)
def test_constructors_are_the_local_ones(name):
    local = inspect.signature(getattr(tamis, name)).parameters
    shared = inspect.signature(getattr(td, name)).parameters
    assert list(shared)[: len(local)] == list(local) and list(shared)[len(local):] == ["client", "reading"]
    assert all(shared[parameter] == local[parameter] for parameter in local)
    assert getattr(td, name)().get_params().keys() == shared.keys()


def test_what_is_not_shared_says_why():
    assert set(td.__all__) < set(tamis._generated.__all__)
    for name in set(tamis._generated.__all__) - set(td.__all__):
        with pytest.raises(AttributeError, match=rf"is not shared between machines: .*; fit tamis.{name} on one of them"):
            getattr(td, name)
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        td.Nothing


def test_options_that_are_not_shared(client, data):
    x, y = data
    with pytest.raises(ValueError, match="hsic with these options is not shared between machines: .* fit tamis.HSIC on one"):
        td.HSIC(kernel="rbf", client=client).fit(cut(x, 2), y)
    with pytest.raises(ValueError, match="not shared"):
        td.FisherScore(stability=5, client=client).fit(cut(x, 2), y)


def test_the_same_bits_for_any_number_of_workers(client, data):
    x, y = data
    wanted = [bits(getattr(td, name)(5, client=client).fit(cut(x, 7), y)) for name in MOMENTS]
    with cluster_of(1, processes=False) as alone:
        assert [bits(getattr(td, name)(5, client=alone).fit(cut(x, 7), y)) for name in MOMENTS] == wanted
    assert bits(td.FisherScore(5, client=client, n_jobs=2).fit(cut(x, 7), y)) == wanted[1]


def test_frames_and_series(client, data):
    pd = pytest.importorskip("pandas")
    dd = pytest.importorskip("dask.dataframe")
    x, y = data
    frame = pd.DataFrame(x, columns=[f"gene {j}" for j in range(20)])
    X = dd.from_pandas(frame, npartitions=4)
    for labels in (y, list(y), da.from_array(y, chunks=70), dd.from_pandas(pd.Series(y), npartitions=3)):
        found = td.FisherScore(5, client=client).fit(X, labels)
        same_selection(found, tamis.FisherScore(5).fit(frame, y))
        assert list(found.feature_names_in_) == list(frame.columns)
    local = found.to_local()
    np.testing.assert_array_equal(found.transform(X).compute(scheduler="synchronous"), local.transform(frame))
    array = found.transform(cut(x, 3))
    assert array.shape == (300, 5)
    np.testing.assert_array_equal(array.compute(scheduler="synchronous"), x[:, found.support_])


@pytest.fixture
def files(tmp_path, data):
    x, y = data
    paths = []
    for number in range(4):
        rows = slice(75 * number, 75 * number + 75)
        paths.append(tmp_path / f"shard-{number}.npz")
        np.savez(paths[-1], X=x[rows], Y=y[rows])
    return paths


def test_files_with_their_labels(client, data, files):
    x, y = data
    found = td.FisherScore(5, client=client).fit(files)
    same_selection(found, tamis.FisherScore(5).fit(x, y))
    same_selection(td.FisherScore(5, client=client).fit([str(path) for path in files], y), found)


def test_files_that_differ_and_files_that_are_gone(client, data, files):
    np.savez(files[3], X=data[0][225:])
    with pytest.raises(ValueError, match="shard-3.npz has no labels and others have"):
        td.FisherScore(client=client).fit(files)
    np.savez(files[2], X=np.ones((5, 19)), Y=np.arange(5) % 2)
    with pytest.raises(ValueError, match="shard-2.npz has other features than .*shard-0.npz: number 19 .* is missing"):
        td.FisherScore(client=client).fit(files)
    files[1].unlink()
    with pytest.raises((ValueError, FileNotFoundError), match="shard-1.npz is not there on a worker"):
        td.FisherScore(client=client).fit(files)
    with pytest.raises(ValueError, match="missing='mean' would do something else to every file"):
        td.FisherScore(client=client, reading={"missing": "mean"}).fit(files)


def test_libsvm_files_that_end_with_different_columns(client, tmp_path):
    lines = [f"{1 + i % 2} 1:{i} 2:{i * i % 5}" + (f" 4:{1 + i % 3}" if i > 7 else "") for i in range(12)]
    files = []
    for name, rows in (("a", lines[:4]), ("empty", []), ("b", lines[4:8]), ("c", lines[8:])):
        files.append(tmp_path / f"{name}.libsvm")
        files[-1].write_text("".join(row + "\n" for row in rows))
    (tmp_path / "whole.libsvm").write_text("\n".join(lines) + "\n")
    whole = tamis.load(tmp_path / "whole.libsvm")
    with pytest.warns(tamis.TamisWarning, match=r"files without rows: 1 of 4 \(.*empty.libsvm\)"):
        found = td.FisherScore(2, client=client).fit(files)
    same_selection(found, tamis.FisherScore(2).fit(whole.data, whole.target))
    assert list(found.feature_names_in_) == ["f0", "f1", "f2", "f3"] and found.shared_["shards"] == 4
    # The last column of one file is another one in the next, and lines that become columns are fixed in number.
    with pytest.raises(ValueError, match="a.libsvm has other features than .*c.libsvm: number 1 .* is missing and not 'f1'"):
        td.VarianceScore(client=client, reading={"drop": [-1]}).fit([files[0], files[3]])
    (tmp_path / "short.libsvm").write_text("1 1:1\n")
    with pytest.raises(ValueError, match="other features.*all files need the same features in the same order"):
        td.VarianceScore(client=client, reading={"transpose": True, "label": "none"}).fit([files[0], tmp_path / "short.libsvm"])
    with pytest.raises(ValueError, match="there are no rows in any of the files, .*empty.libsvm the first of them: at least one"):
        td.VarianceScore(client=client).fit([files[1]])


def test_text_files_without_rows(client, tmp_path):
    rows = [f"s{i},{5 * i % 11},t{i % 2},{i * i % 7},{'pq'[i % 2]}\n" for i in range(12)]
    names = {"bare": [], "a": rows[:6], "b": rows[6:], "whole": rows}
    for name, part in names.items():
        (tmp_path / f"{name}.csv").write_text("".join(["id,x,kind,v,class\n", *part]))
    reading = {"categories": "drop"}
    files = [tmp_path / f"{name}.csv" for name in ("bare", "a", "b")]
    with pytest.warns(tamis.TamisWarning, match="files without rows: 1 of 3") as caught:
        found = td.FisherScore(1, client=client, reading=reading).fit(files)
    assert caught[0].filename == __file__
    whole = tamis.load(tmp_path / "whole.csv", **reading)
    same_selection(found, tamis.FisherScore(1).fit(whole.data, whole.target))
    assert list(found.feature_names_in_) == ["x", "v"]
    for content, message in (("id,x,kind,w,class\n", "bare.csv has no rows, and its columns are not those of .*a.csv: all files need"),
                             ("", "bare.csv holds nothing at all, and .*a.csv has a header: leave it out")):
        files[0].write_text(content)
        with pytest.raises(ValueError, match=message):
            td.FisherScore(1, client=client, reading=reading).fit(files)


def test_arrays_in_files_without_rows(client, data, tmp_path):
    x, y = data
    cells = np.column_stack([x, y])
    for name, rows in (("a", cells[:0]), ("b", cells[:100]), ("c", cells[100:]), ("d", cells[:0, 1:])):
        np.save(tmp_path / f"{name}.npy", rows)
    fisher = td.FisherScore(5, client=client, reading={"label": "last"})
    with pytest.warns(tamis.TamisWarning, match="files without rows"):
        same_selection(fisher.fit([tmp_path / f"{name}.npy" for name in "abc"]), tamis.FisherScore(5).fit(x, y))
    with pytest.raises(ValueError, match="d.npy has no rows, and its columns are not those of .*b.npy"):
        fisher.fit([tmp_path / f"{name}.npy" for name in "dbc"])


def test_files_with_other_kinds_of_labels_or_cells(client, tmp_path):
    (tmp_path / "a.csv").write_text("f0,f1,class\n3,2,1\n5,1,2\n4,4,1\n")
    (tmp_path / "b.csv").write_text("f0,f1,class\n3,2,1\n5,1,x\n4,4,1\n")
    (tmp_path / "c.libsvm").write_text("1 1:2 2:3\n2 1:1\n")
    with pytest.raises(ValueError, match="the labels of .*a.csv are numbers, and those of .*b.csv are texts: write them in one way"):
        td.FisherScore(client=client).fit([tmp_path / "a.csv", tmp_path / "b.csv"])
    with pytest.raises(ValueError, match="a.csv holds dense data, and .*c.libsvm sparse ones: store all files in the same way"):
        td.FisherScore(client=client).fit([tmp_path / "a.csv", tmp_path / "c.libsvm"])


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


def test_a_worker_that_is_killed_in_the_middle_of_a_fit(client, data):
    x, y = data
    for name, before_round in (("FisherScore", 1), ("GeneralizedFisherScore", 2)):
        selector = getattr(td, name)(5, client=client)
        wanted = bits(selector.fit(cut(x, 6), y))
        with killing(client, 0, before_round) as names:
            found = selector.fit(cut(x, 6), y)
        assert len(names) >= before_round and bits(found) == wanted


def test_a_worker_that_is_killed_while_rows_travel(client):
    x = np.random.default_rng(4).standard_normal((8200, 6))
    laplacian = td.LaplacianScore(3, search="approximate", client=client)
    wanted = bits(laplacian.fit(cut(x, 4)))
    with killing(client, 1, 8) as names:
        found = bits(laplacian.fit(cut(x, 4)))
    assert {"tree leaves", "comparisons", "differences"} & set(names[8:]) and found == wanted


def test_a_file_that_vanishes_between_rounds(client, files):
    """It is read again if its worker has died, and the message says which file is gone."""
    with killing(client, 3, 2, files[3].unlink) as names:
        with pytest.raises((RuntimeError, ValueError), match="shard-3.npz is not there on a worker"):
            td.GeneralizedFisherScore(client=client).fit(files)
    assert len(names) == 2


def test_two_fits_at_once(client, data):
    x, y = data
    wanted = {name: bits(getattr(td, name)(5, client=client).fit(cut(x, 5), y)) for name in ("FisherScore", "HSIC")}
    found = {}

    def fit(name):
        found[name] = [bits(getattr(td, name)(5, client=client).fit(cut(x, 5), y)) for _ in range(3)]

    threads = [threading.Thread(target=fit, args=(name,)) for name in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == {name: [value] * 3 for name, value in wanted.items()}


def test_nothing_stays_on_the_workers(client, data):
    x, y = data
    td.FisherScore(5, client=client).fit(cut(x, 5), y)
    for _ in range(100):
        left = [key for keys in client.has_what().values() for key in keys if "tamis" in str(key) or "chunk_of" in str(key)]
        if not left:
            return
        time.sleep(0.05)
    assert left == []


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
        patch.setattr(_dask_engine, "_versions", lambda at, workers: asked.append(len(workers)) or versions(at, workers))
        for _ in range(2):
            td.FisherScore(5, client=other).fit(cut(x, 2), y)
        other.cluster.scale(2)
        other.wait_for_workers(2, timeout=30)
        td.FisherScore(5, client=other).fit(cut(x, 2), y)
    assert asked == [1, 1]


def test_a_worker_that_came_in_place_of_another(data):
    """With another version at an address that was asked before."""
    order = ("0.0.1", "survey", 1, (300, 20, False))
    with pytest.raises(_dask_worker.OtherVersion, match="a task of tamis 0.0.1 came to a worker with"):
        _dask_worker.partial(order, b"", b"", data[0])
    x, y = data
    with cluster_of(1, processes=False) as other, pytest.MonkeyPatch.context() as patch:
        td.FisherScore(5, client=other).fit(cut(x, 2), y)
        patch.setattr(_dask_engine, "_versions", lambda at, workers: dict.fromkeys(workers, "0.0.1"))
        patch.setattr(_dask_worker, "partial", failing_partial)
        with pytest.raises(ValueError, match="has tamis 0.0.1, and this process has"):
            td.FisherScore(5, client=other).fit(cut(x, 2), y)


def failing_partial(*order):
    raise _dask_worker.OtherVersion("a task came to another version")


def test_no_client(data):
    with pytest.raises(ValueError, match=r"there is no Dask client: start one with client = distributed.Client"):
        td.FisherScore().fit(cut(data[0], 2), data[1])


def test_no_workers(data):
    with cluster_of(0, processes=False) as empty:
        with pytest.raises(ValueError, match="the cluster has no workers"):
            td.FisherScore(client=empty).fit(cut(data[0], 2), data[1])


def test_the_current_client_is_taken(client, data):
    x, y = data
    with client.as_current():
        same_selection(td.FisherScore(5).fit(cut(x, 2), y), tamis.FisherScore(5).fit(x, y))


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


def test_estimators_are_pickled_and_cloned(client, data):
    x, y = data
    found = td.FisherScore(5, client=client).fit(cut(x, 2), y)
    again = pickle.loads(pickle.dumps(found))
    assert again.client is None and bits(again) == bits(found)
    assert clone(td.FisherScore(5)).get_params() == td.FisherScore(5).get_params()


def test_the_page_says_which_classes_are_shared():
    page = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "dask.md").read_text(encoding="utf-8")

    def named(start):
        paragraph = page[page.index(start):].partition(".")[0]
        return re.findall(r"`(\w+)`", paragraph)

    assert named("Shared: ") == td.__all__
    assert named("Not shared, ") == [name for name in tamis._generated.__all__ if name not in td.__all__]
