"""Data sets that ship with tamis, and any file that the command line reads."""
from __future__ import annotations

import os

import numpy as np
import scipy.sparse as sp
from sklearn.utils import Bunch

from . import _files


def load(path, *, label="auto", label_file=None, label_kind="auto", transpose=False, data_var=None, label_var=None,
         layer=None, missing="error", categories="error", id="auto", drop=(), only=(), header="auto", sep="auto",
         decimal="auto", encoding="auto", na=(), max_features=5_000_000, max_unpacked="auto", return_X_y=False,
         as_frame=False):
    """Read a data set: text, MATLAB, NumPy and SciPy, libsvm, ARFF, Matrix Market, idx, HDF5, AnnData, 10x Genomics.

    Parameters
    ----------
    path : str or path
        A file, a folder of 10x Genomics, or the name of a set that ships: "digits", "ionosphere", "sonar".
    label : str or int
        The label column or variable: a name, a position from 0, "first", "last", "none"; "auto" looks for one.
        For an .h5ad file: a column of `obs`.
    label_file : str or path, optional
        Labels in a file: one per line, or two columns, the names of the samples and their labels.
    label_kind : {"auto", "classes"}
        "classes" takes every value of the label for a class, even where they look measured.
    transpose : bool
        The file's columns are the samples.
    data_var, label_var : str, optional
        The arrays with the data and the labels in a .mat, .npz or .h5 file, if their names do not say so.
    layer : str, optional
        The layer of an .h5ad file, instead of X.
    missing : {"error", "drop-rows", "drop-features", "mean"}
        What to do with missing cells.
    categories : {"error", "drop", "rank", "onehot"}
        What to do with text columns.
    id : str or int
        The column with the names of the samples; "none"; "auto" looks for one.
    drop, only : str or list
        Columns to leave out, and the only ones to read as features: names, positions from 0, ranges "p1..p64" and
        patterns such as `*_id`.
    header : bool or "auto"
        Whether the first row of a text holds the names of the columns.
    sep, decimal, encoding : str
        What parts the cells of a text; "." or ","; "utf-8" or "latin-1". "auto" finds out.
    na : str or list
        Further texts that stand for a missing cell.
    max_features : int
        The most features that a file may declare (libsvm, ARFF, Matrix Market and other sparse files).
    max_unpacked : str
        The most that a packed file may unpack to, such as "2G"; "auto": half of the memory.
    return_X_y : bool
        Return (data, target) instead of a Bunch.
    as_frame : bool
        `data` as a pandas DataFrame and `target` as a Series.

    Returns
    -------
    bunch : Bunch with data, target (None without labels), feature_names, sample_names (None without), target_names,
        remarks (what was said of the data while they were read) and name
        Sparse files give a scipy CSR matrix.
    """
    reading = core_reading(locals())
    read = _files.read(os.fspath(path), reading, {"missing": missing, "categories": categories})
    data = read["x"]
    if isinstance(data, tuple):
        rows, cols, indptr, indices, values = data
        data = sp.csr_matrix((values, indices, indptr), shape=(rows, cols))
    names = read["feature_names"] or [f"f{j}" for j in range(data.shape[1])]
    target = _target(read["labels"], read["classes"]) if len(read["labels"]) else None
    samples = read["sample_names"] or None
    if as_frame:
        data, target = _frames(data, target, names, samples)
    if return_X_y:
        return data, target
    return Bunch(data=data, target=target, feature_names=names, sample_names=samples,
                 target_names=_classes(read["classes"]), remarks=read["remarks"], name=read["name"])


def core_reading(options):
    """The keywords of `load` that say how a file is read, as `_core` takes them; others are left out."""
    return {name: AS_READ[name](value) for name, value in options.items() if name in AS_READ}


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


def _list(entries):
    """A list as the command line takes it."""
    return entries if isinstance(entries, str) else ",".join(str(entry) for entry in entries)


def _or_empty(text):
    return text or ""


def _as_is(text):
    return text


# How each of the keywords is handed to `_core`.
AS_READ = {
    "label": str, "label_file": lambda path: "" if path is None else os.fspath(path), "label_kind": _as_is, "transpose": bool,
    "id": str, "drop": _list, "only": _list, "header": lambda names: {True: "yes", False: "no"}.get(names, names),
    "sep": _as_is, "decimal": _as_is, "encoding": _as_is, "na": _list, "data_var": _or_empty, "label_var": _or_empty,
    "layer": _or_empty, "max_features": int, "max_unpacked": str,
}


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


def _frames(data, target, names, samples):
    import pandas as pd

    if sp.issparse(data):
        frame = pd.DataFrame.sparse.from_spmatrix(data, index=samples, columns=names)
    else:
        frame = pd.DataFrame(data, index=samples, columns=names)
    return frame, None if target is None else pd.Series(target, index=samples, name="target")
