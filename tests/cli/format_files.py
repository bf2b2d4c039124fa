"""Small files as other programs write them: AnnData, 10x Genomics, MATLAB 7.3 (its HDF5 layout)."""
import gzip
import tempfile
import warnings

import h5py
import numpy as np
import pandas as pd
import scipy.io
import scipy.sparse as sp

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import anndata

X = np.array([[1, 0, 2], [0, 3, 0], [4, 0, 0.5], [0, 5, 6]], dtype=np.float32)
GENES = ["g1", "g2", "g3"]
CELLS = ["c1", "c2", "c3", "c4"]
LINKS = sp.csr_matrix(np.array([[0, 1, 0, 0], [1, 0, 0.5, 0], [0, 0.5, 0, 1], [0, 0, 1, 0]], dtype=np.float32))


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
