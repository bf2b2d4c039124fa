"""HDF5 files of other programs: AnnData, h5py, 10x Genomics, MATLAB 7.3."""
import h5py
import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

from format_files import CELLS, GENES, LINKS, X, make_anndata, write_tenx_h5, write_mat73


@pytest.mark.parametrize("kind", [np.asarray, sp.csr_matrix, sp.csc_matrix])
@pytest.mark.parametrize("compression", [None, "gzip", "lzf"])
def test_anndata(read, tmp_path, kind, compression):
    make_anndata(kind(X)).write_h5ad(tmp_path / "a.h5ad", compression=compression)
    data = read("a.h5ad", "--label", "cell_type")
    assert np.array_equal(data["X"], X) and ("sparse" in data) == (kind is not np.asarray)
    assert data["feature_names"].tolist() == GENES and data["sample_names"].tolist() == CELLS
    assert data["y"].tolist() == ["b", "a", "b", ""]
    assert np.array_equal(read("a.h5ad", "--layer", "counts")["X"], X * 10)


@pytest.mark.parametrize("column, labels", [
    ("batch", [7, 8, 7, 8]), ("site", ["x", "y", "x", "y"]), ("dead", [1, 0, 1, 0]), ("auto", [2, 10, 2, 10])])
def test_anndata_labels(read, tmp_path, column, labels):
    make_anndata(X).write_h5ad(tmp_path / "a.h5ad")
    assert read("a.h5ad", "--label", column)["y"].tolist() == labels
    assert "y" not in read("a.h5ad", "--label", "none")


def test_anndata_of_several_versions(read, tmp_path):
    """anndata 0.7 kept categories in a group of their own; 0.6 called the parts of a sparse matrix otherwise."""
    make_anndata(sp.csr_matrix(X)).write_h5ad(tmp_path / "a.h5ad")
    with h5py.File(tmp_path / "a.h5ad", "r+") as file:
        for name in ("encoding-type", "encoding-version", "shape"):
            del file["X"].attrs[name]
        file["X"].attrs["h5sparse_format"], file["X"].attrs["h5sparse_shape"] = "csr", X.shape
        codes, categories = file["obs/cell_type/codes"][:], file["obs/cell_type/categories"][:]
        del file["obs/cell_type"]
        file["obs/cell_type"] = codes
        file["obs/__categories/cell_type"] = categories
        file["obs/masked/values"], file["obs/masked/mask"] = np.array([4, 5, 4, 5]), np.array([False, False, False, True])
    data = read("a.h5ad", "--label", "cell_type")
    assert np.array_equal(data["X"], X) and data["y"].tolist() == ["b", "a", "b", ""]
    masked = read("a.h5ad", "--label", "masked")["y"]
    assert masked[:3].tolist() == [4, 5, 4] and np.isnan(masked[3])


def test_graph_of_anndata(tamis, failing, tmp_path):
    make_anndata(X).write_h5ad(tmp_path / "a.h5ad")
    scipy.io.mmwrite(tmp_path / "g.mtx", LINKS.astype(float))
    options = ("select", "a.h5ad", "--method", "laplacian", "-k", "2", "--label", "none", "--json", "-q")
    inside = tamis(*options, "--graph", "obsp:connectivities").json
    outside = tamis(*options, "--graph", "g.mtx").json
    assert inside["scores"] == outside["scores"] and inside["graph"]["edges"] == 3
    failing(1, "a.h5ad: obsp has no 'connectivity': did you mean 'connectivities'? Graphs: connectivities",
            *options, "--graph", "obsp:connectivity")
    failing(2, "--graph obsp:connectivities takes a graph out of the data, which must be an .h5ad file, not sonar",
            "select", "sonar", "--method", "laplacian", "-k", "2", "--graph", "obsp:connectivities")


def test_anndata_errors(failing, tmp_path):
    make_anndata(X).write_h5ad(tmp_path / "a.h5ad")
    failing(1, "a.h5ad: has no layer 'count': did you mean 'counts'? Layers: counts", "info", "a.h5ad", "--layer", "count")
    failing(1, "a.h5ad: obs has no column 'cell_typ': did you mean 'cell_type'? Columns: Class, batch, cell_type, dead, "
            "site", "info", "a.h5ad", "--label", "cell_typ")
    failing(2, "a.h5ad: the rows of an AnnData file are the samples: leave --transpose out", "info", "a.h5ad", "--transpose")
    failing(2, "a.h5ad: an AnnData file has layers and obs columns: choose the data with --layer NAME and the classes "
            "with --label COLUMN", "info", "a.h5ad", "--data-var", "X")
    make_anndata().write_h5ad(tmp_path / "no.h5ad")
    failing(1, "no.h5ad: has no X: choose one of its layers (counts) with --layer counts", "info", "no.h5ad")
    with h5py.File(tmp_path / "a.h5ad", "r+") as file:
        del file["X"], file["layers"]
    failing(1, "a.h5ad: has no X and no layers", "info", "a.h5ad")
    with h5py.File(tmp_path / "plain.h5ad", "w") as file:
        file["X"] = X
    failing(1, "plain.h5ad: has no obs: it is not an AnnData file", "info", "plain.h5ad")


def damaged_csr(tmp_path, **parts):
    make_anndata(sp.csr_matrix(X)).write_h5ad(tmp_path / "a.h5ad")
    with h5py.File(tmp_path / "a.h5ad", "r+") as file:
        for name, values in parts.items():
            del file["X"][name]
            if values is not None:
                file["X"][name] = np.array(values)


@pytest.mark.parametrize("parts, message", [
    ({"indptr": [0, 2, 1, 5, 7]}, "indptr decreases from 2 to 1 at position 2 (counted from 0)"),
    ({"indptr": [0, 2, 3, 5]}, "indptr has 4 numbers where 4 rows need 5"),
    ({"indptr": [1, 2, 3, 5, 7]}, "indptr begins with 1, not with 0"),
    ({"indptr": [0, 2, 3, 5, 9]}, "indptr ends with 9 where there are 7 values"),
    ({"indices": [0, 2, 1, 0, 2, 1, 3]}, "row 3 has a cell in column 3, but the columns are 0 to 2"),
    ({"indices": [0, 2, 1, 0, -1, 1, 2]}, "row 2 has a cell in column -1, but the columns are 0 to 2"),
    ({"indices": [0, 2, 1, 0, 2, 1, 1 << 40]}, "row 3 has a cell in column 2147483647, but the columns are 0 to 2"),
    ({"indices": [0, 0, 1, 0, 2, 1, 2]}, "row 0 has two cells in column 0 (counted from 0)"),
    ({"data": [1.0, 2, 3]}, "indices has 7 numbers and data has 3"),
    ({"data": None}, "it has no data"),
])
def test_damaged_csr(failing, tmp_path, parts, message):
    damaged_csr(tmp_path, **parts)
    failing(1, f"a.h5ad: X: is damaged: {message}", "info", "a.h5ad")


def test_unsorted_rows_are_sorted(read, tmp_path):
    damaged_csr(tmp_path, indices=[2, 0, 1, 0, 2, 1, 2], data=[2.0, 1, 3, 4, 0.5, 5, 6])
    assert np.array_equal(read("a.h5ad")["X"], X)


def test_sizes_beyond_the_file(failing, tmp_path):
    """A file of a few kilobytes that declares petabytes is refused before anything is allocated."""
    with h5py.File(tmp_path / "big.h5", "w") as file:
        file.create_dataset("X", (1 << 22, 1 << 22), dtype="f8", chunks=(64, 64), compression="gzip")
    failing(1, "big.h5: X: is damaged: it declares 17592186044416 cells, more than its 0 bytes hold", "info", "big.h5")
    with h5py.File(tmp_path / "long.h5", "w") as file:
        file.create_dataset("X", (1 << 20, 1 << 10), dtype="f4")
    failing(1, "long.h5: X: is damaged: it declares 1073741824 cells, more than its 0 bytes hold", "info", "long.h5")


def test_hdf5(read, failing, tmp_path):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["X"], file["Y"] = X, np.array([1, 2, 1, 2])
        file["names"] = np.array(GENES, dtype=h5py.string_dtype())
    data = read("a.h5")
    assert np.array_equal(data["X"], X) and data["y"].tolist() == [1, 2, 1, 2]
    assert data["feature_names"].tolist() == GENES
    assert np.array_equal(read("a.h5", "--transpose", "--label", "none")["X"], X.T)
    with h5py.File(tmp_path / "b.hdf5", "w") as file:
        file["train/A"], file["train/B"] = X, X + 1
        file["kind"] = np.array([b"p", b"q", b"p", b"q"])
        file["big"] = X.astype(">f8")
    data = read("b.hdf5", "--data-var", "train/B", "--label-var", "kind")
    assert np.array_equal(data["X"], X + 1) and data["y"].tolist() == ["p", "q", "p", "q"]
    assert np.array_equal(read("b.hdf5", "--data-var", "big")["X"], X)
    failing(1, "b.hdf5: several datasets could be the data, big (4×3 float64), train/A (4×3 float32), train/B (4×3 "
            "float32): choose one with --data-var big", "info", "b.hdf5")
    failing(1, "b.hdf5: has no dataset 'C': its datasets are big (4×3 float64), kind (4 text), train/A (4×3 float32), "
            "train/B (4×3 float32)", "info", "b.hdf5", "--data-var", "C")
    failing(1, "b.hdf5: dataset kind (4 text) is not a matrix of numbers", "info", "b.hdf5", "--data-var", "kind")
    failing(2, "give the labels by --label x or by --label-var kind, not both", "info", "b.hdf5", "--label-var", "kind",
            "--label", "x")
    failing(2, "b.hdf5: --layer raw is for .h5ad files: its arrays are chosen with --data-var NAME", "info", "b.hdf5",
            "--layer", "raw")


def test_hdf5_packed_by_other_filters(read, failing, tmp_path):
    many = np.random.default_rng(0).integers(0, 3, (500, 70)).astype(float)
    many[100:300] = 0  # long runs
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file.create_dataset("X", data=many, compression="lzf", shuffle=True)
        file.create_dataset("plain", data=many, compression="lzf", chunks=(7, 70))
    assert np.array_equal(read("a.h5", "--data-var", "X")["X"], many)
    assert np.array_equal(read("a.h5", "--data-var", "plain")["X"], many)
    with h5py.File(tmp_path / "b.h5", "w") as file:
        file.create_dataset("X", data=many, compression="gzip")
    content = (tmp_path / "b.h5").read_bytes()
    name = content.index(b"deflate\0")  # of the filter; its number stands eight bytes before
    changed = content[:name - 8] + (32015).to_bytes(2, "little") + content[name - 6:name] + b"zstd\0\0\0\0" + content[name + 8:]
    (tmp_path / "b.h5").write_bytes(changed)
    failing(1, "b.h5: X: is packed by 'zstd', which this HDF5 library does not have: write the file again with gzip or "
            "unpacked", "info", "b.h5")


def test_hdf5_that_is_being_written(failing, tmp_path):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["X"] = X
        file.flush()
        failing(1, "a.h5: is open for writing in another program: close it there first", "info", "a.h5")


def test_tenx_h5(read, failing, tmp_path):
    write_tenx_h5(tmp_path / "new.h5")
    write_tenx_h5(tmp_path / "old.h5", "hg19", old=True)
    types = "new.h5: features of several types, all of them are read: 1 Antibody Capture, 2 Gene Expression"
    shared = "2 genes share their symbol with another one and are called SYMBOL (ID)"
    for name, warning in (("new.h5", types), ("new.h5", shared), ("old.h5", shared)):
        data = read(name, warning=warning)
        assert np.array_equal(data["X"], X) and "sparse" in data
        assert data["feature_names"].tolist() == ["N1 (E1)", "N2", "N1 (E3)"] and data["sample_names"].tolist() == CELLS
    failing(2, "new.h5: 10x files hold no labels, so --label kind does not apply: give them with --label-file FILE",
            "info", "new.h5", "--label", "kind")
    with h5py.File(tmp_path / "old.h5", "r+") as file:
        del file["hg19/barcodes"]
        file["hg19/barcodes"] = np.array(CELLS[:3], dtype="S")
    failing(1, "old.h5: hg19/barcodes has 3 entries where the matrix has 4", "info", "old.h5")


def test_mat73(read, failing, tmp_path):
    write_mat73(tmp_path / "a.mat", X=X, Y=["ab", "çd", "ab", "çd"], names=GENES)
    data = read("a.mat")
    assert np.array_equal(data["X"], X) and data["y"].tolist() == ["ab", "çd", "ab", "çd"]
    assert data["feature_names"].tolist() == GENES
    write_mat73(tmp_path / "b.mat", fea=sp.csc_matrix(X), gnd=np.array([[1.0], [2], [1], [2]]), lab=np.array(["u", "vv", "u", "w"]))
    data = read("b.mat")
    assert np.array_equal(data["X"], X) and "sparse" in data and data["y"].tolist() == [1, 2, 1, 2]
    assert read("b.mat", "--label-var", "lab")["y"].tolist() == ["u", "vv", "u", "w"]
    assert np.array_equal(read("b.mat", "--transpose", "--label", "none")["X"], X.T)
    write_mat73(tmp_path / "zero.mat", X=sp.csc_matrix((4, 3)))
    assert not read("zero.mat")["X"].any()
    write_mat73(tmp_path / "c.mat", A=X, B=X)
    failing(1, "c.mat: several variables could be the data, A (4×3 double), B (4×3 double): choose one with --data-var A",
            "info", "c.mat")
    with h5py.File(tmp_path / "b.mat", "r+") as file:
        file["fea/jc"][:] = [0, 2, 1, 7]
    failing(1, "b.mat: fea: is damaged: jc decreases from 2 to 1 at position 2 (counted from 0)", "info", "b.mat")
