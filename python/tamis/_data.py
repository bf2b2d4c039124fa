"""From what users have (arrays, frames, sparse matrices, labels, graphs) to what the C++ library reads in place."""
from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from sklearn.utils import column_or_1d
from sklearn.utils.validation import assert_all_finite

from . import _core
from ._compat import check_array_any

# Frames are converted in strips of about this many bytes, so that no second copy of the whole is made.
STRIP_BYTES = 1 << 24
# Single precision is converted a block at a time, which is exact.
READ_IN_PLACE = (np.dtype(np.float64), np.dtype(np.float32))
FILL_LABELS = "leave these samples out, or give them a label with y.filled"


def refuse_masked(values, name, advice):
    """What a mask hides would be read as if it were there. Masked arrays that hide nothing are arrays."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise ValueError(f"{name} is a masked array with masked cells: {advice}")


def as_matrix(X, who):
    """X as a float64 or float32 array with contiguous rows, or as a `_core.Csr`; without a copy if X is one already."""
    refuse_masked(X, "X", "fill them first, for example with X.filled(X.mean(axis=0))")
    if sp.issparse(X):
        return _sparse_matrix(X, who)
    if hasattr(X, "iloc") and hasattr(X, "dtypes"):
        X = _frame_values(X)
        if sp.issparse(X):
            return _sparse_matrix(X, who)
    if _is_readable(X):
        return X
    X = check_array_any(X, dtype=[np.float64, np.float32], order="C", input_name="X", estimator=who)
    return np.require(X, requirements="A")  # what came over a network need not be aligned


def _is_readable(X):
    """Native float64 or float32 whose rows are contiguous and follow each other: what the library reads as it is."""
    if type(X) is not np.ndarray or X.dtype not in READ_IN_PLACE or X.ndim != 2 or 0 in X.shape or not X.flags.aligned:
        return False
    rows, cols = X.shape
    between_rows, between_columns = X.strides
    size = X.itemsize
    return (cols == 1 or between_columns == size) and (
        rows == 1 or (between_rows >= size * cols and between_rows % size == 0)
    )


def _frame_values(frame):
    """The numbers of a pandas frame; a frame of sparse columns stays sparse."""
    if len(frame.columns) and all(hasattr(dtype, "fill_value") for dtype in frame.dtypes):
        return frame.sparse.to_coo().tocsr()
    if getattr(getattr(frame, "_mgr", None), "is_single_block", False):
        values = frame.to_numpy()  # no copy
        if values.dtype.kind in "fiub":
            return values
    rows, cols = frame.shape
    result = np.empty((rows, cols))
    step = max(1, STRIP_BYTES // max(1, 8 * rows))
    for start in range(0, cols, step):
        strip = frame.iloc[:, start : start + step]
        try:
            result[:, start : start + step] = strip.to_numpy(dtype=np.float64, na_value=np.nan)
        except (TypeError, ValueError):
            _refuse_text(strip)
            raise
    return result


def _refuse_text(frame):
    """Names the column that holds something other than numbers."""
    for name in frame.columns:
        for value in frame[name]:
            try:
                float(value)
            except (TypeError, ValueError):
                if isinstance(value, str):
                    raise ValueError(
                        f"X: column '{name}' holds text ('{value}'), not numbers: encode it first, "
                        "for example with sklearn.preprocessing.OrdinalEncoder"
                    ) from None


def _sparse_matrix(X, who):
    if X.dtype.kind == "c" or 0 in X.shape or X.ndim != 2:
        X = check_array_any(X, accept_sparse="csr", input_name="X", estimator=who)  # raises the usual error
    if X.dtype.kind not in "fiub":
        raise TypeError(f"X holds {X.dtype}, not numbers")
    return as_csr(X)


def as_csr(X):
    """Any scipy sparse matrix as `_core.Csr`: the data and indices of a float64 or float32 CSR are read in place."""
    if X.format != "csr":
        X = X.tocsr()
    csr = _checked(X)
    if not csr.sorted:
        X = X.copy()  # what users gave is never changed
        X.sum_duplicates()
        csr = _checked(X)
    return csr


def _checked(X):
    if X.shape[1] > np.iinfo(np.int32).max:
        raise ValueError(f"X has {X.shape[1]} columns; sparse matrices may have up to {np.iinfo(np.int32).max}")
    indices = X.indices
    if indices.dtype != np.int32:
        if indices.size and not 0 <= indices.min() <= indices.max() < X.shape[1]:
            raise ValueError("the sparse matrix is damaged: its indices do not fit its shape")
        indices = indices.astype(np.int32)
    number = X.dtype if X.dtype in READ_IN_PLACE else np.float64
    return _core.Csr(*X.shape, _line(X.indptr, np.int64), _line(indices, np.int32), _line(X.data, number))


def _line(values, dtype):
    return np.require(values, dtype=dtype, requirements=["C", "A"])


def as_graph(affinity, name, samples):
    """A graph of the user's own, sparse or a square array, as `_core.Csr`."""
    if affinity is None:
        return None
    graph = affinity if sp.issparse(affinity) else sp.csr_matrix(check_array_any(affinity, input_name=name))
    if graph.shape != (samples, samples):
        raise ValueError(
            f"{name} must be square, one row and one column per sample: it is {graph.shape[0]} x {graph.shape[1]} "
            f"and X has {samples} samples"
        )
    return as_csr(graph)


def as_labels(y, samples, method, unlabeled=None):
    """y as (codes, classes): positions in the classes, -1 for a sample without a label (NaN, None, '')."""
    refuse_masked(y, "y", FILL_LABELS)
    y = column_or_1d(y, warn=True)
    if len(y) != samples:
        raise ValueError(f"{method} got {len(y)} labels for {samples} samples")
    if y.dtype.kind in "iub":
        codes, classes = _integer_classes(y)
    elif y.dtype.kind == "f":
        codes, classes = _real_classes(y, method)
    else:
        codes, classes = _text_classes(y)
    if unlabeled is not None and not isinstance(classes, list):
        codes[np.isin(codes, np.flatnonzero(classes == unlabeled))] = -1
    return codes, classes


def _integer_classes(y):
    if y.dtype.kind == "b":
        y = y.astype(np.int8)
    fits = y.dtype.kind != "u" or int(y.max(initial=0)) < 2**63
    counted = _core.classes_of_whole_numbers(np.ascontiguousarray(y, dtype=np.int64)) if fits else None
    if counted is None:
        classes, codes = np.unique(y, return_inverse=True)
        codes = codes.astype(np.int32)
    else:
        codes, classes = counted
    if len(classes) and max(abs(int(classes[0])), abs(int(classes[-1]))) > 2**53:  # beyond what a float64 tells apart
        return codes, [str(value) for value in classes]
    return codes, classes.astype(np.float64)


def _real_classes(y, method):
    known = y[~np.isnan(y)]
    assert_all_finite(known, input_name="y")
    uneven = known[known != np.round(known)]
    if uneven.size:
        raise ValueError(
            f"Unknown label type: y is continuous (it holds {uneven[0]:g}) and {method} needs classes; "
            "cut it into classes first, for example with numpy.digitize"
        )
    classes, known_codes = np.unique(known, return_inverse=True)
    codes = np.full(len(y), -1, dtype=np.int32)
    codes[~np.isnan(y)] = known_codes
    return codes, classes.astype(np.float64)


def _text_classes(y):
    texts = np.array(["" if _is_missing(value) else str(value) for value in y], dtype=object)
    classes, codes = np.unique(texts, return_inverse=True)
    return codes.astype(np.int32), classes.tolist()


def _is_missing(value):
    return value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and value != value)
