"""Files of other programs: AnnData, h5py, SciPy, NumPy, MATLAB 7.3 (its HDF5 layout), 10x Genomics."""
import gzip
import os
import subprocess
import tempfile
import warnings

import h5py
import numpy as np
import pandas as pd
import pytest
import scipy.io
import scipy.sparse as sp

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import anndata

X = np.array([[1, 0, 2], [0, 3, 0], [4, 0, 0.5], [0, 5, 6]], dtype=np.float32)
GENES = ["g1", "g2", "g3"]
CELLS = ["c1", "c2", "c3", "c4"]
LINKS = sp.csr_matrix(np.array([[0, 1, 0, 0], [1, 0, 0.5, 0], [0, 0.5, 0, 1], [0, 0, 1, 0]], dtype=np.float32))


@pytest.fixture
def read(tamis, tmp_path):
    """What tamis reads, as arrays: converts the file to .npz and loads that."""

    def load(*arguments, warning=""):
        outcome = tamis("convert", *arguments, "read-back.npz")
        assert outcome.code == 0, outcome.err
        assert warning in outcome.err
        arrays = dict(np.load(tmp_path / "read-back.npz"))
        if "format" in arrays:
            arrays["X"] = sp.load_npz(tmp_path / "read-back.npz").toarray()
            arrays["sparse"] = True
        return arrays

    return load


def make_anndata(x=None, **more):
    obs = pd.DataFrame(
        {"cell_type": pd.Categorical(["b", "a", "b", None]), "batch": [7, 8, 7, 8], "site": ["x", "y", "x", "y"],
         "dead": [True, False, True, False], "Class": pd.Categorical([2, 10, 2, 10])}, index=CELLS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data = anndata.AnnData(x, obs=obs, var=pd.DataFrame(index=GENES), layers={"counts": sp.csr_matrix(X * 10)}, **more)
        if x is not None:
            data.obsp["connectivities"] = LINKS
    return data


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
    failing(1, "a.h5ad: obsp has no 'connectivity': did you mean 'connectivities'?. Graphs: connectivities",
            *options, "--graph", "obsp:connectivity")
    failing(2, "--graph obsp:connectivities takes a graph out of the data, which must be an .h5ad file, not sonar",
            "select", "sonar", "--method", "laplacian", "-k", "2", "--graph", "obsp:connectivities")


def test_anndata_errors(failing, tmp_path):
    make_anndata(X).write_h5ad(tmp_path / "a.h5ad")
    failing(1, "a.h5ad: has no layer 'count': did you mean 'counts'? Layers: counts", "info", "a.h5ad", "--layer", "count")
    failing(1, "a.h5ad: obs has no column 'cell_typ': did you mean 'cell_type'?. Columns: Class, batch, cell_type, dead, "
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


def write_tenx_h5(path, group="matrix", old=False):
    columns = sp.csc_matrix(X.T)
    with h5py.File(path, "w") as file:
        matrix = file.create_group(group)
        for name in ("data", "indices", "indptr", "shape"):
            matrix[name] = np.array(getattr(columns, name))
        matrix["barcodes"] = np.array(CELLS, dtype="S")
        matrix["genes" if old else "features/id"] = np.array(["E1", "E2", "E3"], dtype="S")
        matrix["gene_names" if old else "features/name"] = np.array(["N1", "N2", "N1"], dtype="S")
        if not old:
            matrix["features/feature_type"] = np.array(["Gene Expression"] * 2 + ["Antibody Capture"], dtype="S")


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


def write_tenx_folder(folder, packed, genes="features.tsv"):
    folder.mkdir()
    with tempfile.TemporaryDirectory() as apart:
        scipy.io.mmwrite(apart + "/m.mtx", sp.coo_matrix(X.T))
        with open(apart + "/m.mtx", "rb") as file:
            matrix = file.read()
    files = {"matrix.mtx": matrix, genes: b"E1\tN1\tGene Expression\nE2\tN2\tGene Expression\nE3\tN3\tGene Expression\n",
             "barcodes.tsv": "".join(cell + "\n" for cell in CELLS).encode()}
    for name, content in files.items():
        (folder / (name + ".gz" * packed)).write_bytes(gzip.compress(content) if packed else content)


@pytest.mark.parametrize("packed, genes", [(True, "features.tsv"), (False, "genes.tsv")])
def test_tenx_folder(read, tmp_path, packed, genes):
    write_tenx_folder(tmp_path / "cells", packed, genes)
    (tmp_path / "labels.txt").write_text("a\nb\na\nb\n")
    data = read("cells", "--label-file", "labels.txt")
    assert np.array_equal(data["X"], X) and "sparse" in data
    assert data["feature_names"].tolist() == ["N1", "N2", "N3"] and data["sample_names"].tolist() == CELLS
    assert data["y"].tolist() == ["a", "b", "a", "b"]


def test_tenx_folder_errors(failing, tmp_path):
    write_tenx_folder(tmp_path / "cells", False)
    (tmp_path / "cells/features.tsv").write_text("E1\tN1\nE2\tN2\n")
    failing(1, "cells/features.tsv: has 2 lines where cells/matrix.mtx has 3 rows", "info", "cells")
    (tmp_path / "cells/features.tsv").unlink()
    holds = "a 10x folder holds matrix.mtx, features.tsv and barcodes.tsv"
    failing(1, f"cells: the folder has no features.tsv or genes.tsv (nor one with .gz): {holds}", "info", "cells")
    (tmp_path / "cells/matrix.mtx").unlink()
    failing(1, f"cells: the folder has no matrix.mtx (nor one with .gz): {holds}", "info", "cells")
    failing(2, "cells: 10x files are genes × cells and are turned anyway: leave --transpose out", "info", "cells",
            "--transpose")
    (tmp_path / "empty").mkdir()
    failing(1, "empty: is a folder, not a data file", "info", "empty")


def write_mat73(path, **variables):
    """The layout of MATLAB's -v7.3: dimensions reversed, texts as 16-bit units, cells as references."""
    with h5py.File(path, "w", userblock_size=512) as file:
        for name, value in variables.items():
            if sp.issparse(value):
                node = file.create_group(name)
                node.attrs["MATLAB_sparse"] = np.uint64(value.shape[0])
                node["jc"] = value.tocsc().indptr.astype(np.uint64)
                if value.nnz:
                    node["ir"], node["data"] = value.tocsc().indices.astype(np.uint64), value.tocsc().data.astype(float)
                kind = "double"
            elif isinstance(value, list):
                cells = np.empty((1, len(value)), dtype=h5py.ref_dtype)
                for i, text in enumerate(value):
                    units = np.frombuffer(text.encode("utf-16-le"), dtype=np.uint16)[:, None]
                    cell = file.require_group("#refs#").create_dataset(f"{name}{i}", data=units)
                    cell.attrs["MATLAB_class"], cells[0, i] = np.bytes_("char"), cell.ref
                node, kind = file.create_dataset(name, data=cells, dtype=h5py.ref_dtype), "cell"
            elif value.dtype.kind == "U":
                units = np.array([[ord(c) for c in text.ljust(value.itemsize // 4)] for text in value], dtype=np.uint16)
                node, kind = file.create_dataset(name, data=units.T), "char"
            else:
                node, kind = file.create_dataset(name, data=value.T), "double"
            node.attrs["MATLAB_class"] = np.bytes_(kind)
    with open(path, "r+b") as file:
        file.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(124) + b"\x00\x02IM")


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


def test_mat5_with_other_names(read, failing, tmp_path):
    scipy.io.savemat(tmp_path / "a.mat", {"measured": X, "species": np.array(["a", "bb", "a", "bb"], dtype=object),
                                          "genes": np.array(GENES), "n": 3.0})
    data = read("a.mat", "--label-var", "species",
                warning="a.mat: the data are variable measured (4×3 single), the only matrix in the file")
    assert np.array_equal(data["X"], X) and data["y"].tolist() == ["a", "bb", "a", "bb"]
    assert data["feature_names"].tolist() == GENES
    scipy.io.savemat(tmp_path / "b.mat", {"A": X, "B": sp.csc_matrix(X + 1), "mixed": np.array(["a", 1, "b", "c"], dtype=object),
                                          "short": np.array(["u", "v"])})
    assert np.array_equal(read("b.mat", "--data-var", "B")["X"], X + 1)
    failing(1, "b.mat: several variables could be the data, A (4×3 single), B (4×3 sparse): choose one with --data-var A",
            "info", "b.mat")
    failing(1, "b.mat: variable mixed (1×4 cell): cell 1 (counted from 0) is not a text", "info", "b.mat", "--data-var", "A",
            "--label-var", "mixed")
    failing(1, "b.mat: variable short has 2 labels for 4 samples", "info", "b.mat", "--data-var", "A", "--label-var", "short")


def test_npz(read, failing, tmp_path):
    np.savez(tmp_path / "a.npz", X=X, y=np.array(["p", "q", "p", "é"]), feature_names=np.array(["α", "β", "γ"]))
    data = read("a.npz")
    assert np.array_equal(data["X"], X) and data["y"].tolist() == ["p", "q", "p", "é"]
    assert data["feature_names"].tolist() == ["α", "β", "γ"]
    np.savez_compressed(tmp_path / "b.npz", x_train=np.asfortranarray(X), x_test=X[:2], y_train=np.array([3, 1, 3, 1]))
    data = read("b.npz", "--data-var", "x_train", "--label-var", "y_train")
    assert np.array_equal(data["X"], X) and data["y"].tolist() == [3, 1, 3, 1]
    failing(1, "b.npz: several arrays could be the data, x_train (4×3 float32), x_test (2×3 float32): choose one with "
            "--data-var x_train", "info", "b.npz")
    np.savez(tmp_path / "c.npz", X=X, y=np.array(["p", "q", "p", "q"], dtype=object))
    failing(1, "c.npz: y.npy: has Python objects, which are not read: save texts as array.astype(str)", "info", "c.npz")
    assert "y" not in read("c.npz", "--label", "none")


@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
def test_npz_of_scipy(read, tmp_path, kind):
    sp.save_npz(tmp_path / "a.npz", sp.coo_matrix(X).asformat(kind))
    data = read("a.npz")
    assert np.array_equal(data["X"], X) and "sparse" in data and data["data"].dtype == float


def test_npz_of_scipy_damaged(failing, tmp_path):
    parts = {"format": b"csr", "shape": np.array([4, 3]), "data": np.ones(2), "indices": np.array([0, 3])}
    np.savez(tmp_path / "a.npz", indptr=np.array([0, 1, 2, 2, 2]), **parts)
    failing(1, "a.npz: is damaged: row 1 has a cell in column 3, but the columns are 0 to 2", "info", "a.npz")
    np.savez(tmp_path / "a.npz", row=np.array([0, 1 << 30]), col=np.array([0, 1]), **{
        **parts, "format": b"coo", "shape": np.array([(1 << 31) - 1, 3])})
    failing(1, "a.npz: is damaged: it declares 2147483647 rows and has 2 cells", "info", "a.npz")


@pytest.mark.parametrize("name", ["a.h5", "a.h5ad", "v73.mat", "a.npz", "a.mtx.gz", "a-idx3-ubyte.gz"])
def test_truncated(tamis, tmp_path, name):
    """Every file that is cut off is refused as such, without a word of the libraries."""
    if name == "a.h5":
        write_tenx_h5(tmp_path / name)
    elif name == "a.h5ad":
        make_anndata(X).write_h5ad(tmp_path / name)
    elif name == "v73.mat":
        write_mat73(tmp_path / name, X=X)
    elif name == "a.npz":
        np.savez(tmp_path / name, X=X)
    elif name == "a.mtx.gz":
        with gzip.open(tmp_path / name, "wb") as file:
            scipy.io.mmwrite(file, sp.coo_matrix(X))
    else:
        (tmp_path / name).write_bytes(gzip.compress(bytes([0, 0, 8, 2, 0, 0, 0, 4, 0, 0, 0, 3] + list(range(12)))))
    whole = (tmp_path / name).read_bytes()
    for part in (0.3, 0.6, 0.95):
        (tmp_path / name).write_bytes(whole[:int(len(whole) * part)])
        outcome = tamis("info", name)
        assert outcome.code == 1 and outcome.err.startswith(f"tamis: {name}: ") and outcome.err.count("\n") == 1
        assert "cut off" in outcome.err or "not a zip archive" in outcome.err, outcome.err
    (tmp_path / name).write_bytes(b"")
    empty = tamis("info", name)
    assert (empty.code, empty.err) == (1, f"tamis: {name}: is empty\n") or name.endswith(".gz") and empty.code == 1


@pytest.mark.parametrize("name, message", [
    ("a.h5", "a.h5: is not an HDF5 file: its first bytes are wrong"),
    ("a.h5ad", "a.h5ad: is not an HDF5 file: its first bytes are wrong"),
    ("a.npz", "a.npz: is not a zip archive: it has no directory, or its end is cut off"),
    ("a.mtx", "a.mtx, line 1: not a Matrix Market file: it must begin with '%%MatrixMarket matrix'"),
    ("a.arff", "a.arff, line 1: is not an ARFF file: expected @relation, @attribute or @data, not 'a line of words that "
     "is no data at all, '"),
    ("a-idx3-ubyte", "a-idx3-ubyte: is not an idx file: it begins with the bytes 61 20 6C 69, where an idx file has 00 00, a "
     "type (08 to 0E) and the number of dimensions"),
    ("a.h5ad.gz", "a.h5ad.gz: a compressed .h5ad file is not read: unpack it with gunzip first"),
    ("a.parquet", "a.parquet: Parquet is read through Python: pass pandas.read_parquet(file) to tamis there"),
])
def test_wrong_content(failing, write, name, message):
    write(name, "a line of words that is no data at all, and is long enough to be a header\n" * 3)
    failing(1, message, "info", name)


def test_options_of_other_formats(failing, write):
    write("a.csv", "a,b\n1,2\n3,4\n")
    failing(2, "a.csv: --data-var X is for files with named arrays (.mat .npz .h5): leave it out, and name a label column "
            "with --label", "info", "a.csv", "--data-var", "X")
    failing(2, "a.csv: --layer X is for .h5ad files: this file has no layers", "info", "a.csv", "--layer", "X")


def test_permission_denied():
    """Root may read everything, so the program runs as nobody there."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        for name in ("a.csv", "a.h5ad", "a.mat", "a.npz", "a.arff"):
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write("x")
            os.chmod(path, 0)
            other = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
            try:
                run = subprocess.run([os.environ["TAMIS"], "info", name], cwd=folder, capture_output=True, text=True, **other)
            except PermissionError:
                pytest.skip("the program cannot be run as another user here")
            assert (run.returncode, run.stderr) == (1, f"tamis: {name}: cannot be opened: Permission denied\n")


def test_saved_reading_options(tamis, tmp_path):
    """A saved selection remembers the layer and the arrays, for transform and verify."""
    make_anndata(sp.csr_matrix(X)).write_h5ad(tmp_path / "a.h5ad")
    made = tamis("select", "a.h5ad", "--layer", "counts", "--label", "site", "--method", "fisher", "-k", "2", "-o", "s.json")
    assert made.code == 0, made.err
    assert tamis("verify", "s.json", "a.h5ad").code == 0
    np.savez(tmp_path / "b.npz", A=X, B=X + 1, kind=np.array([1, 2, 1, 2]))
    made = tamis("select", "b.npz", "--data-var", "B", "--label-var", "kind", "--method", "fisher", "-k", "2", "-o", "s.json")
    assert made.code == 0, made.err
    assert tamis("verify", "s.json", "b.npz").code == 0
