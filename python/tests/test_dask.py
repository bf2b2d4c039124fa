"""tamis.dask on a LocalCluster of three processes: the same results as one process."""
import inspect
import pathlib
import pickle
import re
import sys
import threading
import time

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone

import tamis

pytest.importorskip("distributed")
da = pytest.importorskip("dask.array")
import tamis.dask as td  # noqa: E402
from dask_cases import bits, client, cluster, cluster_of, cut, data, distributed, same_selection  # noqa: E402,F401
from tamis import _dask_engine, _dask_input, _dask_worker  # noqa: E402


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
            assert len(rounds.runs()) == len(workers) > 1
        with cluster_of(1, processes=False) as other:
            assert bits(td.LaplacianScore(3, search=search, client=other).fit(X)) == bits(found)


def test_runs_of_shards():
    """One for each task that a worker works on at a time, each shard in one of them, in order."""
    shards = [0, 3, 4, 6, 7]
    assert _dask_engine.runs_of_worker(shards, 1, 1) == [shards]
    assert _dask_engine.runs_of_worker(shards, 4, 1) == [[0], [3], [4], [6, 7]]
    assert _dask_engine.runs_of_worker(shards, 9, 1) == [[0], [3], [4], [6], [7]]
    assert _dask_engine.runs_of_worker(shards, 4, 2) == [[0, 3], [4, 6, 7]]
    assert _dask_engine.runs_of_worker(shards, 4, 8) == [shards]
    assert _dask_engine.runs_of_worker(shards, 4, 0) == [shards]
    assert _dask_engine.runs_of_worker([], 4, 1) == []


def test_more_workers_than_get_copies_of_all_rows():
    """Samples of an approximate search meet as they are needed then."""
    x = np.random.default_rng(4).standard_normal((8200, 6))
    wanted = tamis.LaplacianScore(3, search="approximate").fit(x)
    with cluster_of(7, processes=False) as many:
        same_selection(td.LaplacianScore(3, search="approximate", client=many).fit(cut(x, 7)), wanted)


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


def test_docstrings_say_what_no_n_jobs_is():
    for name in td.__all__:
        text = getattr(td, name).__doc__
        assert "Threads of a task; None is one, and -1 are all cores of its machine. The result is the same" in text
        assert "None and -1" not in text


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


def test_the_same_bits_wherever_answers_are_merged(client, data):
    """Those of small data by the client, all others by a worker."""
    x, y = data
    wanted = [bits(getattr(td, name)(5, client=client).fit(cut(x, 7), y)) for name in MOMENTS]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_dask_engine, "SMALL", 0)
        assert [bits(getattr(td, name)(5, client=client).fit(cut(x, 7), y)) for name in MOMENTS] == wanted


def test_rounds_that_take_longer_than_a_look_around(client, data):
    x, y = data
    wanted = bits(td.FisherScore(5, client=client).fit(cut(x, 12), y))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_dask_engine, "LOOK_AROUND", 1e-4)
        assert [bits(td.FisherScore(5, client=client).fit(cut(x, 12), y)) for _ in range(10)] == [wanted] * 10


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


@pytest.mark.parametrize("search", ["exact", "approximate"])
def test_workers_with_several_threads(search):
    """Several runs in one process, or one that uses all of its threads; the bits are those of one process."""
    x = np.random.default_rng(4).standard_normal((8200, 6))
    with cluster_of(1, processes=False) as one:
        wanted = bits(td.LaplacianScore(3, search=search, client=one).fit(cut(x, 7)))
    with cluster_of(2, processes=False, threads=2) as several:
        for n_jobs in (None, 2, -1):
            assert bits(td.LaplacianScore(3, search=search, n_jobs=n_jobs, client=several).fit(cut(x, 7))) == wanted
        held = several.persist(cut(x, 7))
        with several.as_current():
            distributed.wait(held)
            several.replicate(distributed.futures_of(held), n=2)
        assert bits(td.LaplacianScore(3, search=search, client=several).fit(held)) == wanted


def test_rows_that_every_run_has_are_sent_once(client):
    """Before the trees, and not again for the rounds of descent."""
    x = np.random.default_rng(4).standard_normal((8200, 30))
    names = []
    with pytest.MonkeyPatch.context() as patch:
        made = _dask_engine.Rounds._partials
        patch.setattr(_dask_engine.Rounds, "_partials", lambda self, name, *rest: names.append(name) or made(self, name, *rest))
        td.LaplacianScore(3, search="approximate", client=client).fit(cut(x, 6))
    trees, descent = names.index("tree growth"), names.index("descent")
    assert trees < descent and names[trees:].count("descent") > 1 and names.count("tree leaves") > 1
    last = len(names) - names[::-1].index("descent")
    assert names[trees:last].count("parcels") == names[trees:last].count("together") == 1


def test_rows_that_arrive_are_aligned(client):
    """Wherever they lie in the message that brings them, so that they need not be copied."""
    x = np.random.default_rng(4).standard_normal((400, 6))
    x[:, 0] = np.pi
    first = np.float64(np.pi).tobytes()
    wanted = bits(td.LaplacianScore(3, client=client).fit(cut(x, 6)))

    def watch():
        from tamis import _dask_worker

        _dask_worker.watched = arrive, arrivals = _dask_worker.Parcel.arrived, []

        def arrived(sent):
            parcel = arrive(sent)
            arrivals.append((parcel.rows.ctypes.data, parcel.rows.tobytes()))
            return parcel

        arrived.__module__, arrived.__qualname__ = arrive.__module__, arrive.__qualname__  # named when it is pickled
        _dask_worker.Parcel.arrived = staticmethod(arrived)

    def seen():
        from tamis import _dask_worker

        _dask_worker.Parcel.arrived, arrivals = _dask_worker.watched
        return arrivals

    client.run(watch)
    try:
        assert bits(td.LaplacianScore(3, client=client).fit(cut(x, 6))) == wanted
    finally:
        arrivals = sum(client.run(seen).values(), [])
    assert len(arrivals) > 2 and all((place + packed.index(first)) % 8 == 0 for place, packed in arrivals)

    packed = np.frombuffer(arrivals[0][1], np.uint8)
    room = np.empty(len(packed) + 8, np.uint8)
    for begin in range(8):
        sent = room[begin:begin + len(packed)]
        sent[:] = packed
        there = _dask_worker.Parcel.arrived(sent).rows
        assert there.ctypes.data == sent.ctypes.data and (there.ctypes.data + there.tobytes().index(first)) % 8 == 0
        assert sys.getsizeof(_dask_worker.Parcel(there)) > len(packed)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(_dask_worker.Parcel(packed), protocol))
        assert again.rows.tobytes() == packed.tobytes()


@pytest.mark.parametrize("sparse", [False, True])
def test_rows_that_are_kept_for_several_rounds(client, sparse):
    """Those of a view, and where no request fits into a task."""
    X = cut(np.random.default_rng(4).standard_normal((8200, 8)).round(1), 4)
    X = X.map_blocks(sp.csr_matrix) if sparse else X
    with cluster_of(1, processes=False) as one:
        found = td.LaplacianScore(3, search="approximate", exclude=[2], client=one).fit(X)
    assert found.graph_["search"] == "approximate"
    for within in (_dask_engine.WITHIN_TASK, 8):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(_dask_engine, "WITHIN_TASK", within)
            again = td.LaplacianScore(3, search="approximate", exclude=[2], client=client).fit(X)
        assert bits(again) == bits(found)


def test_nothing_stays_on_the_workers(client, data):
    x, y = data
    td.FisherScore(5, client=client).fit(cut(x, 5), y)
    x = np.random.default_rng(4).standard_normal((8200, 30))
    td.LaplacianScore(3, search="approximate", client=client).fit(cut(x, 6))
    for _ in range(100):
        left = [key for keys in client.has_what().values() for key in keys if "tamis" in str(key) or "chunk_of" in str(key)]
        if not left:
            return
        time.sleep(0.05)
    assert left == []


def test_the_current_client_is_taken(client, data):
    x, y = data
    with client.as_current():
        same_selection(td.FisherScore(5).fit(cut(x, 2), y), tamis.FisherScore(5).fit(x, y))


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
