"""Parts (.tps): what is needed of one shard to select features from all of them."""
from __future__ import annotations

import os

from . import _core
from ._data import as_labels, as_matrix
from ._run import thread_number


def partial(X, y, path, *, label_name="", n_jobs=None):
    """Write counts, sums and ranges of a shard, without its samples, to a .tps file.

    `tamis select 'part-*.tps'` selects features from the parts of all shards, by variance, fisher, trace-ratio or hsic;
    docs/parts.md says what a part holds, and what it discloses.

    Parameters
    ----------
    X : array, pandas frame or scipy sparse matrix of shape (n_samples, n_features)
    y : array of shape (n_samples,) or None
        Classes, as numbers or texts; None for data without labels.
    path : str or path
        The file to write; it ends in .tps.
    label_name : str
        The name of the label, which must be the same in all parts.
    n_jobs : int, default=None
        Threads; None and -1 are all cores.
    """
    path = os.fspath(path)
    if not path.endswith(".tps"):
        raise ValueError(f"cannot write {path}: parts are written to .tps files")
    names = [str(name) for name in X.columns] if hasattr(X, "columns") else []
    matrix = as_matrix(X, "partial")
    labels = None if y is None else as_labels(y, matrix.shape[0], "partial")
    _core.write_part(matrix, labels, path, feature_names=names, label_name=label_name, threads=thread_number(n_jobs))
