"""Files that the module of a wheel leaves to the program are read as the module of this build reads them."""
import warnings

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

import tamis
from tamis import _core, _files

X = np.array([[1.5, -2.0, 1e-300], [0.1, 3.0, 7.0], [np.pi, 0.0, 0.25], [2.0, 0.0, 1.0]])
TEXTS = ["b", "a", "b", "a"]


@pytest.fixture
def through_program(monkeypatch):
    monkeypatch.setattr(_files, "LEFT_OUT", frozenset({".mat", ".h5", ".hdf5", ".h5ad"}))


def loaded(path, options):
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        return tamis.load(path, **options), [str(warning.message) for warning in heard if warning.category is tamis.TamisWarning]


def both_ways(path, monkeypatch, **options):
    direct, said = loaded(path, options)
    calls = []
    program = _files.read_through_program
    with monkeypatch.context() as patch:
        patch.setattr(_files, "LEFT_OUT", frozenset({path.suffix}))
        patch.setattr(_files, "read_through_program", lambda *given: calls.append(1) or program(*given))
        through, said_through = loaded(path, options)
    assert calls and said == said_through
    return direct, through


def assert_same(direct, through):
    assert direct.keys() == through.keys()
    assert sp.issparse(direct.data) == sp.issparse(through.data)
    if sp.issparse(direct.data):
        assert (direct.data != through.data).nnz == 0 and direct.data.shape == through.data.shape
    else:
        np.testing.assert_array_equal(direct.data, through.data)
    assert (direct.target is None) == (through.target is None)
    if direct.target is not None:
        np.testing.assert_array_equal(direct.target, through.target)
    for key in ("feature_names", "sample_names", "remarks", "name"):
        assert direct[key] == through[key], key
    assert direct.target_names.tolist() == through.target_names.tolist()


def test_this_build_reads_everything():
    assert _core.formats_left_out() == []


@pytest.mark.parametrize("labels", [TEXTS, [3.0, 1.0, 3.0, 1.0], None])
def test_matlab(labels, tmp_path, monkeypatch):
    variables = {"fea": X} if labels is None else {"fea": X, "gnd": np.array(labels, dtype=object if labels is TEXTS else float)}
    scipy.io.savemat(tmp_path / "some.mat", variables)
    assert_same(*both_ways(tmp_path / "some.mat", monkeypatch))


def test_options(tmp_path, monkeypatch):
    scipy.io.savemat(tmp_path / "some.mat", {"A": X.T, "B": X[:2], "kind": np.array([1.0, 2.0, 1.0, 2.0])})
    assert_same(*both_ways(tmp_path / "some.mat", monkeypatch, data_var="A", label_var="kind", transpose=True))


def test_missing_cells(tmp_path, monkeypatch):
    holes = X.copy()
    holes[1, 1] = np.nan
    scipy.io.savemat(tmp_path / "some.mat", {"X": holes})
    assert_same(*both_ways(tmp_path / "some.mat", monkeypatch, missing="mean"))


def test_hdf5(tmp_path, monkeypatch):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "some.h5", "w") as file:
        file["X"], file["y"] = X, [1, 0, 1, 0]
    assert_same(*both_ways(tmp_path / "some.h5", monkeypatch))


def test_anndata(tmp_path, monkeypatch):
    anndata = pytest.importorskip("anndata")
    pandas = pytest.importorskip("pandas")
    cells = pandas.DataFrame({"kind": pandas.Categorical(TEXTS)}, index=["c1", "c2", "c3", "c4"])
    genes = pandas.DataFrame(index=["g1", "g2", "g3"])
    anndata.AnnData(sp.csr_matrix(X.astype(np.float32)), obs=cells, var=genes).write_h5ad(tmp_path / "cells.h5ad")
    assert_same(*both_ways(tmp_path / "cells.h5ad", monkeypatch, label="kind"))


def test_errors_name_parameters(tmp_path, through_program):
    scipy.io.savemat(tmp_path / "some.mat", {"A": X, "B": X})
    with pytest.raises(ValueError, match="data_var") as error:
        tamis.load(tmp_path / "some.mat")
    assert "--" not in str(error.value)


def test_a_file_that_is_not_there(tmp_path, through_program):
    with pytest.raises(ValueError, match=r"none\.mat"):
        tamis.load(tmp_path / "none.mat")
