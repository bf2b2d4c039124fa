"""The data sets that ship, and files."""
import threading

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn import datasets as sklearn_datasets

import tamis
from tamis import datasets


def test_digits_are_those_of_scikit_learn():
    ours, theirs = datasets.load_digits(), sklearn_datasets.load_digits()
    assert np.array_equal(ours.data, theirs.data) and np.array_equal(ours.target, theirs.target)
    assert np.array_equal(ours.images, theirs.images)
    assert ours.feature_names[9] == "p1_1" and ours.target_names.tolist() == list(range(10))


def test_the_others_and_frames():
    x, y = datasets.load_ionosphere(return_X_y=True)
    assert x.shape == (351, 34) and set(y) == {"b", "g"}
    frame, target = datasets.load_sonar(return_X_y=True, as_frame=True)
    assert frame.shape == (208, 60) and set(target) == {"M", "R"}


def test_files(tmp_path):
    (tmp_path / "a.csv").write_text("a,b,class\n1,2,x\n3,,y\n5,6,\n")
    with pytest.raises(ValueError, match="1 missing cell"):
        datasets.load(tmp_path / "a.csv")
    with pytest.warns(tamis.TamisWarning, match="filled 1 missing cell"):
        read = datasets.load(tmp_path / "a.csv", missing="mean")
    assert read.data.tolist() == [[1, 2], [3, 4], [5, 6]] and read.feature_names == ["a", "b"]
    assert read.target.tolist() == ["x", "y", None]
    (tmp_path / "b.libsvm").write_text("1 1:2.5\n-1 3:1\n")
    sparse = datasets.load(tmp_path / "b.libsvm")
    assert sp.issparse(sparse.data) and sparse.data.toarray().tolist() == [[2.5, 0, 0], [0, 0, 1]]
    assert sparse.target.tolist() == [1, -1]
    with pytest.raises(ValueError, match="did you mean|no such|cannot"):
        datasets.load(tmp_path / "missing.csv")


def test_files_of_other_programs(tmp_path):
    anndata, h5py = pytest.importorskip("anndata"), pytest.importorskip("h5py")
    x = np.array([[1, 0, 2], [0, 3, 0], [4, 0, 0.5], [0, 5, 6]], dtype=np.float32)
    names = {"obs": {"kind": ["a", "b", "a", "b"]}, "var": {}}
    data = anndata.AnnData(sp.csr_matrix(x), dtype=np.float32, layers={"twice": 2 * x}, **names)
    data.obs_names, data.var_names = ["c1", "c2", "c3", "c4"], ["g1", "g2", "g3"]
    data.write_h5ad(tmp_path / "a.h5ad")
    read = tamis.load(tmp_path / "a.h5ad", label="kind")
    assert sp.issparse(read.data) and np.array_equal(read.data.toarray(), x)
    assert read.feature_names == ["g1", "g2", "g3"] and read.sample_names == ["c1", "c2", "c3", "c4"]
    assert read.target.tolist() == ["a", "b", "a", "b"]
    assert np.array_equal(tamis.load(tmp_path / "a.h5ad", layer="twice").data, 2 * x)
    with pytest.raises(ValueError, match="has no layer 'twic': did you mean 'twice'"):
        tamis.load(tmp_path / "a.h5ad", layer="twic")

    with h5py.File(tmp_path / "b.h5", "w") as file:
        file["A"], file["B"], file["kind"] = x, x + 1, np.array([1, 2, 1, 2])
    with pytest.raises(ValueError, match="choose one with data_var='A'"):
        tamis.load(tmp_path / "b.h5")
    read = tamis.load(tmp_path / "b.h5", data_var="B", label_var="kind")
    assert np.array_equal(read.data, x + 1) and read.target.tolist() == [1, 2, 1, 2] and read.sample_names is None

    np.savez(tmp_path / "c.npz", X=x, y=[1, 2, 1, 2])
    assert np.array_equal(tamis.load(tmp_path / "c.npz").data, x)
    (tmp_path / "d.arff").write_text("@relation d\n@attribute a numeric\n@attribute b {x,y}\n@data\n1,x\n2,y\n")
    with pytest.warns(tamis.TamisWarning, match="the label is 'b'.*label='none' reads it as a feature"):
        assert tamis.load(tmp_path / "d.arff").target.tolist() == ["x", "y"]


def test_reading_options(tmp_path):
    path = tmp_path / "lab.csv"
    path.write_text("sample;a;b;kind\nS1;1,5;n.d.;x\nS2;4,5;2;y\nS3;1,25;3;x\nS4;4,75;5;y\n")
    with pytest.raises(ValueError, match=r"'n.d.' is not a number, .*: use na='n.d.' if .* or drop='b' to leave"):
        datasets.load(path)
    with pytest.raises(ValueError, match=r"1 column holds text, 'kind' \(2 values\): use categories='drop' .* label='kind'"):
        datasets.load(path, drop=["b"])
    with pytest.warns(tamis.TamisWarning, match="the samples are named by column 'sample'"):
        read = datasets.load(path, label="kind", na=["n.d."], missing="drop-features")
    assert read.data.tolist() == [[1.5], [4.5], [1.25], [4.75]] and read.target.tolist() == ["x", "y", "x", "y"]
    assert read.sample_names == ["S1", "S2", "S3", "S4"] and len(read.remarks) == 3
    with pytest.warns(tamis.TamisWarning):
        frame, _ = datasets.load(path, label=3, only="a", as_frame=True, return_X_y=True)
    assert list(frame.index) == read.sample_names and list(frame.columns) == ["a"]


def test_hdf5_files_in_several_threads(tmp_path):
    """The HDF5 library is not thread-safe: threads take turns."""
    h5py = pytest.importorskip("h5py")
    x = np.arange(6000.0).reshape(200, 30)
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file.create_dataset("X", data=x, compression="lzf")
    read = []
    threads = [threading.Thread(target=lambda: read.extend(tamis.load(tmp_path / "a.h5").data for _ in range(10)))
               for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(read) == 40 and all(np.array_equal(data, x) for data in read)
