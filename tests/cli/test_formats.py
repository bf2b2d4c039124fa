"""Files of other programs: SciPy, NumPy, MATLAB, 10x Genomics; damaged ones, and wrong ones."""
import gzip
import os
import subprocess
import tempfile

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

from format_files import CELLS, GENES, X, make_anndata, write_tenx_h5, write_tenx_folder, write_mat73


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
    failing(1, "c.npz: y.npy: this .npz holds Python objects, which tamis does not read: save texts as array.astype(str), "
            "numbers as array.astype(float)", "info", "c.npz")
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


def test_mat5_sparse_damaged(read, failing, tmp_path):
    scipy.io.savemat(tmp_path / "a.mat", {"X": sp.csc_matrix(X)})
    assert np.array_equal(read("a.mat")["X"], X)
    whole = (tmp_path / "a.mat").read_bytes()
    # After the name come the rows of the cells, where columns begin, and the numbers, each with its type.
    rows = whole.index(b"\1\0\1\0X\0\0\0") + 8
    size = int.from_bytes(whole[rows + 4:rows + 8], "little")
    starts = rows + 8 + (size + 7) // 8 * 8
    for place, what in [(rows, "the places of its cells"), (starts, "the places of its cells"), (starts + 8 + 16, "its numbers")]:
        (tmp_path / "b.mat").write_bytes(whole[:place] + b"\x4d" + whole[place + 1:])
        failing(1, f"b.mat: is damaged: variable X is sparse and lacks {what}; copy the file again", "info", "b.mat")
    (tmp_path / "b.mat").write_bytes(whole[:132] + bytes(4) + whole[136:])
    failing(1, "b.mat: is damaged: a variable is of size 0; copy the file again", "info", "b.mat")


def test_mat5_with_two_variables_of_one_name(failing, tmp_path):
    scipy.io.savemat(tmp_path / "a.mat", {"X": X})
    scipy.io.savemat(tmp_path / "b.mat", {"X": X[:0]})
    (tmp_path / "c.mat").write_bytes((tmp_path / "a.mat").read_bytes() + (tmp_path / "b.mat").read_bytes()[128:])
    failing(1, "c.mat: holds two variables 'X': rename one of them", "info", "c.mat")


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
