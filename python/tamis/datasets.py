"""Data sets that ship with tamis, and any file that the command line reads."""
from __future__ import annotations

import os

import numpy as np
import scipy.sparse as sp
from sklearn.utils import Bunch

from . import _core


def load(path, *, label="auto", label_file=None, transpose=False, data_var=None, label_var=None, layer=None,
         missing="error", categories="rank", return_X_y=False, as_frame=False):
    """Read a data set: text, MATLAB, NumPy and SciPy, libsvm, ARFF, Matrix Market, idx, HDF5, AnnData, 10x Genomics.

    Parameters
    ----------
    path : str or path
        A file, a folder of 10x Genomics, or the name of a set that ships: "digits", "ionosphere", "sonar".
    label : str or int
        The label column or variable: a name, a position from 0, "first", "last", "none"; "auto" looks for one.
        For an .h5ad file: a column of `obs`.
    label_file : str or path, optional
        One label per line, instead of a column.
    transpose : bool
        The file's columns are the samples.
    data_var, label_var : str, optional
        The arrays with the data and the labels in a .mat, .npz or .h5 file, if their names do not say so.
    layer : str, optional
        The layer of an .h5ad file, instead of X.
    missing : {"error", "drop-rows", "drop-features", "mean"}
        What to do with missing cells.
    categories : {"rank", "onehot", "error"}
        How text columns become numbers.
    return_X_y : bool
        Return (data, target) instead of a Bunch.
    as_frame : bool
        `data` as a pandas DataFrame and `target` as a Series.

    Returns
    -------
    bunch : Bunch with data, target (None without labels), feature_names, sample_names (None if the file has none),
        target_names and name.
        Sparse files give a scipy CSR matrix.
    """
    read = _core.load(
        os.fspath(path), label=str(label), label_file="" if label_file is None else os.fspath(label_file),
        transpose=bool(transpose), data_variable=data_var or "", label_variable=label_var or "", layer=layer or "",
        cleaning={"missing": missing, "categories": categories},
    )
    data = read["x"]
    if isinstance(data, tuple):
        rows, cols, indptr, indices, values = data
        data = sp.csr_matrix((values, indices, indptr), shape=(rows, cols))
    names = read["feature_names"] or [f"f{j}" for j in range(data.shape[1])]
    target = _target(read["labels"], read["classes"]) if len(read["labels"]) else None
    if as_frame:
        data, target = _frames(data, target, names)
    if return_X_y:
        return data, target
    return Bunch(data=data, target=target, feature_names=names, sample_names=read["sample_names"] or None,
                 target_names=_classes(read["classes"]), name=read["name"])


def load_digits(**options):
    """Handwritten digits of UCI: 1797 images of 8 x 8 pixels, ten classes. The Bunch also has `images`."""
    bunch = load("digits", **options)
    if isinstance(bunch, Bunch):
        bunch.images = np.asarray(bunch.data).reshape(-1, 8, 8)
    return bunch


def load_ionosphere(**options):
    """Radar returns of UCI: 351 samples, 34 features, two classes."""
    return load("ionosphere", **options)


def load_sonar(**options):
    """Sonar returns of UCI: 208 samples, 60 features, two classes."""
    return load("sonar", **options)


def _classes(names):
    """Class names, as integers if all of them are."""
    try:
        numbers = np.array([float(name) for name in names])
    except ValueError:
        return np.array(names, dtype=object)
    whole = numbers.astype(np.int64)
    return whole if np.array_equal(whole, numbers) else numbers


def _target(codes, names):
    classes = _classes(names)
    if codes.min() >= 0:
        return classes[codes]
    if classes.dtype == object:
        return np.array([classes[code] if code >= 0 else None for code in codes], dtype=object)
    return np.where(codes >= 0, classes[np.maximum(codes, 0)].astype(float), np.nan)


def _frames(data, target, names):
    import pandas as pd

    if sp.issparse(data):
        frame = pd.DataFrame.sparse.from_spmatrix(data, columns=names)
    else:
        frame = pd.DataFrame(data, columns=names)
    return frame, None if target is None else pd.Series(target, name="target")
