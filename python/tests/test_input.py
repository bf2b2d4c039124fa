"""What goes in: without copies where it can be, with a clear error where it cannot, never with a crash."""
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import tamis
from tamis import _core
from tamis._data import as_csr, as_labels, as_matrix

pytestmark = pytest.mark.filterwarnings("ignore::tamis.TamisWarning")


def message(function, *arguments, kind=ValueError):
    with pytest.raises(kind) as caught:
        function(*arguments)
    return str(caught.value)


@pytest.mark.parametrize("number", [np.float64, np.float32])
def test_floating_point_arrays_are_read_in_place(number):
    x = np.random.default_rng(0).normal(size=(40, 9)).astype(number)
    frozen = x.copy()
    frozen.setflags(write=False)
    for same in (x, frozen, x[:, :5], x[5:20], x[::2], x[:, 3:4]):
        assert as_matrix(same, "who") is same
    frame = pd.DataFrame(x)
    assert np.shares_memory(as_matrix(frame, "who"), x)
    for other in (np.asfortranarray(x), x[::-1], x[:, ::2], x.astype(np.float16), x.astype(">f8"), x.tolist()):
        made = as_matrix(other, "who")
        assert not np.shares_memory(made, np.asarray(other)) and made.flags.c_contiguous
        assert made.dtype in (np.float64, np.float32)
        assert np.array_equal(made, np.asarray(other, dtype=np.float64))


@pytest.mark.parametrize("number", [np.float64, np.float32])
def test_csr_is_read_in_place_and_never_changed(monkeypatch, number):
    passed = []
    monkeypatch.setattr(_core, "Csr", lambda rows, cols, *arrays: passed.append(arrays) or FakeCsr())
    x = sp.random(50, 30, 0.2, "csr", random_state=0).astype(number)
    as_csr(x)
    assert np.shares_memory(passed[0][1], x.indices) and np.shares_memory(passed[0][2], x.data)


class FakeCsr:
    sorted = True


def test_unsorted_and_repeated_entries_are_put_in_order_in_a_copy():
    data, indices, indptr = np.array([1.0, 2, 3, 4, 5]), np.array([2, 0, 1, 1, 0]), np.array([0, 2, 4, 5])
    x = sp.csr_matrix((data, indices, indptr), shape=(3, 3))
    dense = x.toarray()
    before = x.indices.copy(), x.data.copy()
    selector = tamis.VarianceScore(2).fit(x)
    assert np.array_equal(x.indices, before[0]) and np.array_equal(x.data, before[1])
    assert np.array_equal(selector.scores_, tamis.VarianceScore(2).fit(dense).scores_)


def test_frames_are_converted_in_strips(monkeypatch):
    monkeypatch.setattr(tamis._data, "STRIP_BYTES", 8 * 40 * 2)
    frame = pd.DataFrame({f"c{j}": np.arange(40) % (j + 2) for j in range(7)}).astype({"c1": float, "c3": "Int16"})
    assert np.array_equal(as_matrix(frame, "who"), frame.to_numpy(dtype=float))
    frame["c5"] = frame["c5"].astype(object)
    frame.loc[3, "c5"] = "three"
    assert message(tamis.VarianceScore().fit, frame).startswith("X: column 'c5' holds text ('three'), not numbers")
    sparse = pd.DataFrame.sparse.from_spmatrix(sp.random(40, 7, 0.3, random_state=0))
    assert isinstance(as_matrix(sparse, "who"), _core.Csr)


def test_damaged_sparse_matrices_do_not_crash():
    for indptr, indices in (([0, 2, 9], [0, 1, 1]), ([0, 2, 3], [0, 7, 1]), ([0, 2, 3], [0, -1, 1]),
                            ([0, 3, 2], [0, 1, 1]), ([-1, 2, 3], [0, 1, 1])):
        x = sp.csr_matrix((3, 3))
        x = sp.csr_matrix(([1.0, 2.0, 3.0], [0, 1, 1], [0, 2, 3]), shape=(2, 3))
        x.indptr, x.indices = np.array(indptr, dtype=np.int32), np.array(indices, dtype=np.int32)
        assert "damaged" in message(tamis.VarianceScore(1).fit, x)
    long = sp.csr_matrix(([1.0, 2.0, 3.0], [0, 1, 1], [0, 2, 3]), shape=(2, 3))
    long.indices = np.array([0, 2**40, 1])
    assert "damaged" in message(tamis.VarianceScore(1).fit, long)


def test_the_module_itself_refuses_wrong_arrays():
    x = np.ones((4, 3))
    nothing = _core.FixedFeatures(include=[], exclude=[], graph="candidates", names=[], features=3)
    call = dict(method=_core.Method("variance", {}), k=1, fixed=nothing, explain=False, graph_options={}, graph=None,
                between=None, trust={}, threads=1, seed=0, progress=None)
    for wrong in (x.astype(np.float16), np.asfortranarray(x), x[::-1], x[0], None, "x", (1, 2), x.astype(">f8")):
        with pytest.raises(TypeError):
            _core.select(wrong, None, **call)
    with pytest.raises(ValueError, match="out of range"):
        _core.select(x, (np.array([0, 1, 2, 0], dtype=np.int32), np.array([0.0, 1.0])), **call)
    with pytest.raises(TypeError):
        _core.Csr(2, 2, np.array([0, 0, 0]), np.array([], dtype=np.int64), np.array([]))


SELECTORS = [
    tamis.VarianceScore, tamis.FisherScore, tamis.LaplacianScore, tamis.TraceRatio, tamis.SPEC, tamis.ReliefF, tamis.HSIC,
    tamis.GeneralizedFisherScore, tamis.LapDOFS, tamis.LapAOFS, tamis.QAlpha, tamis.TRLNSelector,
]


@pytest.mark.parametrize("kind", SELECTORS)
@pytest.mark.parametrize("store", [np.asarray, sp.csr_matrix])
def test_single_precision_gives_the_bits_of_double_precision(kind, store, small):
    x, y = small
    single = np.where(np.abs(x) > 0.3, x, 0).astype(np.float32)
    found, wanted = kind(3).fit(store(single), y), kind(3).fit(store(single.astype(np.float64)), y)
    assert np.array_equal(found.indices_, wanted.indices_)
    assert found.objective_ == wanted.objective_
    assert np.array_equal(found.scores_, wanted.scores_)


def test_single_precision_is_not_copied():
    code = """
import resource, sys
import numpy as np, tamis
x = np.random.default_rng(0).random((200_000, 200), dtype=np.float32)
y = np.arange(len(x)) % 3
tamis.FisherScore(2).fit(x[:100], y[:100])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
tamis.FisherScore(2).fit(x, y)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / x.nbytes)
"""
    grown = float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
    assert grown < 0.1


def test_bad_data_have_the_words_of_the_command_line(small):
    x, y = small
    fit = tamis.FisherScore(3).fit
    holes = x.copy()
    holes[2, 1] = np.nan
    assert message(fit, holes, y) == (
        "X: 1 missing cell in 1 row, first at row 2, column 1 (rows and columns counted from 0): fill or drop "
        "the NaNs first")
    holes[2, 1] = -np.inf
    assert message(fit, holes, y).startswith("X: 1 cell infinite or beyond 1e150: row 2, column 1 is -inf")
    sparse = sp.csr_matrix(x)
    sparse.data[7] = np.nan
    assert "1 missing cell" in message(fit, sparse, y)
    assert message(fit, x, y[:-1]) == "fisher got 59 labels for 60 samples"
    assert message(fit, x, np.zeros(60)) == "fisher needs at least two classes: every sample has the label '0'"
    assert message(fit, x, np.where(y == 1, np.nan, y)) == (
        "fisher needs a label for every sample, and sample 1 (counted from 0) has none")
    assert message(fit, x) == (
        "FisherScore requires y to be passed, but the target y is None: fisher needs class labels")
    assert message(fit, x, x[:, 0]).startswith("Unknown label type: y is continuous")
    assert message(fit, x[:1], y[:1]) == "X has 1 sample: selecting features needs at least 2"


def test_masked_cells_are_refused(small):
    x, y = small
    fisher = tamis.FisherScore(3)
    wanted = fisher.fit(x, y).scores_
    assert np.array_equal(fisher.fit(np.ma.masked_greater(x, 1e9), np.ma.masked_greater(y, 9)).scores_, wanted)
    masked = np.ma.masked_greater(x, 1)
    for call in (tamis.VarianceScore(3).fit, tamis.PCA(2).fit, tamis.PCA(2).fit(x).transform):
        assert message(call, masked) == (
            "X is a masked array with masked cells: fill them first, for example with X.filled(X.mean(axis=0))")
    assert np.isfinite(fisher.fit(masked.filled(masked.mean(axis=0)), y).scores_).all()
    assert message(fisher.fit, x, np.ma.masked_equal(y, 1)) == (
        "y is a masked array with masked cells: leave these samples out, or give them a label with y.filled")


def test_wrong_shapes_and_types(small):
    x, y = small
    fit = tamis.VarianceScore(1).fit
    for wrong in (x[0], x[None], 3.0, x[:0], x[:, :0], x.astype(complex), sp.csr_matrix(x.astype(complex)),
                  np.array([["a", "b"], ["c", "d"]]), sp.csr_matrix((0, 3)), sp.csr_matrix((3, 0))):
        with pytest.raises((ValueError, TypeError)):
            fit(wrong)
    with pytest.raises((ValueError, TypeError)):
        fit(np.array([[1, {}], [2, 3]], dtype=object))
    assert fit(np.array([[1, 2.5], [2, 3]], dtype=object)).n_features_in_ == 2
    with pytest.raises((ValueError, TypeError)):
        fit(None)
    with pytest.raises(ValueError):
        tamis.FisherScore(1).fit(x, np.column_stack([y, y]))


@pytest.mark.parametrize("wanted, kind, words", [
    (13, ValueError, "k = 13 is more than the 12 features there are: use a smaller k or 'all'"),
    (10**18, ValueError, "is more than the 12 features"), (10**30, ValueError, "k takes a number of features"),
    (0, ValueError, "k must be at least 1, not 0"), (-3, ValueError, "k must be at least 1, not -3"),
    (1.5, ValueError, "k takes a number of features"), (0.0, ValueError, "k takes"), (float("nan"), ValueError, "k takes"),
    ("half", ValueError, "k takes a number of features (25), a fraction between 0 and 1 (0.1) or 'all', not 'half'"),
    (True, TypeError, "n_features_to_select takes"), ([3], TypeError, "n_features_to_select takes"),
])
def test_wrong_numbers_of_features(wanted, kind, words, small):
    assert words in message(tamis.FisherScore(wanted).fit, *small, kind=kind)


@pytest.mark.parametrize("selector, kind, words", [
    (tamis.LaplacianScore(n_neighbors=0), ValueError, "n_neighbors takes an integer >= 1, not '0'"),
    (tamis.LaplacianScore(n_neighbors=2.5), ValueError, "n_neighbors takes an integer >= 1, not '2.5'"),
    (tamis.LaplacianScore(weights="hot"), ValueError, "one of heat, binary, cosine, not 'hot': did you mean 'heat'?"),
    (tamis.LaplacianScore(weights=["heat"]), TypeError, "option 'weights' takes a number or a string, not list"),
    (tamis.SPEC(power=float("inf")), ValueError, "power takes a number above 0 to 100, not 'inf'"),
    (tamis.SPEC(similarity="graph"), ValueError, "needs a graph of your own: give it with affinity="),
    (tamis.LaplacianScore(n_jobs=0), ValueError, "n_jobs takes a number >= 1"),
    (tamis.LaplacianScore(n_jobs="two"), TypeError, "n_jobs takes an integer or None"),
    (tamis.LaplacianScore(random_state=-1), ValueError, "random_state takes an integer from 0"),
    (tamis.LaplacianScore(random_state="now"), TypeError, "random_state takes"),
    (tamis.LaplacianScore(affinity=np.eye(59)), ValueError, "it is 59 x 59 and X has 60 samples"),
    (tamis.LaplacianScore(affinity=np.triu(np.ones((60, 60)))), ValueError, "affinity is not symmetric"),
    (tamis.LaplacianScore(affinity=-np.ones((60, 60))), ValueError, "must be a finite number >= 0, not -1"),
    (tamis.LaplacianScore(affinity=np.full((60, 60), np.nan)), ValueError, "must be a finite number >= 0"),
    (tamis.LaplacianScore(affinity=np.ones((60, 60)), n_neighbors=3), ValueError, "a finished graph was given as well"),
    (tamis.TraceRatio(criterion="graph", affinity_between=np.ones((60, 60))), ValueError, "needs a graph of your own"),
    (tamis.TraceRatio(criterion="laplacian", affinity_between=np.ones((60, 60))), ValueError, "the first one"),
])
def test_wrong_parameters(selector, kind, words, small):
    assert words in message(selector.fit, *small, kind=kind)


def test_a_new_fit_after_an_error(small):
    x, y = small
    selector = tamis.FisherScore(3).fit(x, y)
    message(selector.fit, x[:1], y[:1])
    assert selector.fit(x, y).indices_.shape == (3,)


def test_labels_have_the_order_of_the_command_line():
    codes, classes = as_labels(np.array([10, 2, 10, 33]), 4, "who")
    assert codes.tolist() == [1, 0, 1, 2] and classes.tolist() == [2.0, 10.0, 33.0]
    codes, classes = as_labels(np.array([3, 10**15, 3]), 3, "who")
    assert codes.tolist() == [0, 1, 0]
    codes, classes = as_labels(np.array([2**64 - 1, 2**64 - 2], dtype=np.uint64), 2, "who")
    assert codes.tolist() == [1, 0] and classes == [str(2**64 - 2), str(2**64 - 1)]
    for kind in (">i8", "<i8"):
        ends = np.array([2**63 - 1, -(2**63), 2**63 - 1], dtype=kind)
        codes, classes = as_labels(ends, 3, "who")
        assert codes.tolist() == [1, 0, 1] and classes == [str(-(2**63)), str(2**63 - 1)]
    for kind in (">u8", "<u8"):
        for top in (2**63 - 1, 2**63, 2**64 - 1):
            codes, classes = as_labels(np.array([top, top - 2, top - 1], dtype=kind), 3, "who")
            assert codes.tolist() == [2, 0, 1] and classes == [str(top - 2), str(top - 1), str(top)]
    for kind in ("i1", "u1", ">i2", "<i4", ">u4"):
        codes, classes = as_labels(np.array([127, 5, 127, 0], dtype=kind), 4, "who")
        assert codes.tolist() == [2, 1, 2, 0] and classes.tolist() == [0.0, 5.0, 127.0]
    codes, classes = as_labels(np.array([[7, 1], [-128, 1], [7, 1]], dtype="i1")[:, 0], 3, "who")
    assert codes.tolist() == [1, 0, 1] and classes.tolist() == [-128.0, 7.0]
    y = np.array([0, 2, 1, -1])
    as_labels(y, 4, "who", unlabeled=-1)
    assert y.tolist() == [0, 2, 1, -1]
    codes, classes = as_labels(np.array(["b", None, "a"], dtype=object), 3, "who")
    assert classes == ["", "a", "b"] and codes.tolist() == [2, 0, 1]
    codes, classes = as_labels(np.array([True, False]), 2, "who")
    assert classes.tolist() == [0.0, 1.0] and codes.tolist() == [1, 0]


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_arrays_need_not_be_aligned(kind):
    """Those of Dask's workers are parts of a message."""
    X, y = tamis.datasets.load_digits(return_X_y=True)
    X = X.astype(kind)
    moved = np.zeros(X.nbytes + 1, np.uint8)[1:].view(kind).reshape(X.shape)
    moved[:] = X
    assert not moved.flags.aligned
    for estimator in (tamis.FisherScore(5), tamis.PCA(2), tamis.FLDA(2, regularization=1.0)):
        aligned = estimator.fit_transform(X, y)
        assert np.array_equal(estimator.fit(moved, y).transform(moved), aligned)
