"""What runs on the workers. No state: a lost task is simply run again, with the same bytes."""
from __future__ import annotations

import os
import pickle

import numpy as np
import scipy.sparse as sp

from . import _core, datasets
from ._data import READ_IN_PLACE, _frame_values, as_csr, refuse_masked


def chunk_of(block, place):
    """A block of a collection as the library reads it: an array with contiguous rows, or a CSR matrix."""
    if hasattr(block, "iloc") and hasattr(block, "dtypes"):
        block = _frame_values(block)
    if sp.issparse(block):
        if block.dtype not in READ_IN_PLACE:
            block = block.astype(np.float64)
        block = block.tocsr()
        if not block.has_canonical_format:
            block = block.copy()  # what others may use is never changed
            block.sum_duplicates()
        return block
    refuse_masked(block, f"chunk {place} of X", "fill X first, for example with dask.array.ma.filled(X, X.mean(axis=0).compute())")
    block = np.asarray(block)
    if block.ndim != 2:
        raise ValueError(f"chunk {place} of X has {block.ndim} dimensions, not 2: reshape it to samples x features")
    if block.dtype.kind not in "fiub":
        raise TypeError(f"chunk {place} of X holds {block.dtype}, not numbers: convert it with X.astype(float)")
    return np.ascontiguousarray(block, dtype=block.dtype if block.dtype in READ_IN_PLACE else np.float64)


# Advice for a file alone, and what to say instead where every file would be cleaned in its own way.
INSTEAD = {
    "use missing='mean', missing='drop-rows' or missing='drop-features'":
        "clean the files before, or leave out such rows with reading={'missing': 'drop-rows'}",
    "use missing='mean' or missing='drop-features'": "clean the files before",
    "use categories='rank' or categories='onehot'": "clean the files before",
    " categories='rank' or categories='onehot' to read it as numbers,": "",
    " categories='rank' or categories='onehot' to read them as numbers,": "",
}


def _in_a_list(text, path):
    """What is wrong with a file, for those who gave a list: the whole path, as names repeat, and advice that they can follow."""
    name = os.path.basename(os.path.normpath(path))
    if text.startswith(f"{name}: "):
        text = path + text[len(name):]
    for advice, other in INSTEAD.items():
        text = text.replace(advice, other)
    return text


def is_pattern(path):
    return any(sign in path for sign in "*?")


def how_to_expand(pattern):
    return f"patterns are not expanded: use sorted(glob.glob({pattern!r}))"


def _refuse_missing(path):
    if is_pattern(path):
        raise FileNotFoundError(f"{path} is not there on a worker, and {how_to_expand(path)}")
    raise FileNotFoundError(f"{path} is not there on a worker: all workers must see the files under the same names")


def file_of(path, reading):
    """The cells of a file, the names of its features, its labels, and whether zeros are all that can follow its last
    column; no cells if it has no rows."""
    if not os.path.exists(path) and path not in ("digits", "ionosphere", "sonar"):
        _refuse_missing(path)
    try:
        bunch = datasets.load(path, **reading)
    except _core.NoRows:
        if reading.get("transpose"):
            raise  # then it has no features
        return None, [], None, False
    except ValueError as error:
        raise ValueError(_in_a_list(str(error), path)) from None
    chunk = chunk_of(bunch.data, path)
    return chunk, list(bunch.feature_names), bunch.target, _core.has_open_width(path, datasets.core_reading(reading))


def about_file(loaded):
    """All but the cells: their shape, or nothing if there are none, and the rest of file_of."""
    return None if loaded[0] is None else shape_of(loaded[0]), *loaded[1:]


def columns_of(path, reading):
    """How many columns a file has, and their names."""
    return _core.file_columns(path, datasets.core_reading(reading))


def cells_of(loaded, cols, sparse):
    """The cells of a file, with zeros behind its last column; none of that shape for a file without rows."""
    chunk = loaded[0]
    if chunk is None:
        return sp.csr_matrix((0, cols)) if sparse else np.empty((0, cols))
    if chunk.shape[1] == cols:
        return chunk
    return sp.csr_matrix((chunk.data, chunk.indices, chunk.indptr), shape=(chunk.shape[0], cols))


def shape_of(chunk):
    return (*map(int, chunk.shape), sp.issparse(chunk))


def _is_readable(chunk):
    """As `chunk_of` makes them. What is not would be changed in every round."""
    return sp.issparse(chunk) or (type(chunk) is np.ndarray and chunk.ndim == 2 and chunk.dtype in READ_IN_PLACE
                                  and chunk.flags.c_contiguous)


class NotAsDeclared(RuntimeError):
    """A chunk is not what its collection says, or cannot be read as it is."""


class OtherVersion(RuntimeError):
    """This worker is not the one that was asked for its version."""


def _cells_of(chunk, shape):
    """As the library takes them."""
    if isinstance(chunk, tuple):  # a file's, with what is known of it
        chunk = chunk[0]
    if not _is_readable(chunk) or shape_of(chunk) != shape:
        raise NotAsDeclared(f"a chunk of type {type(chunk).__name__} is not {shape} (rows, columns, sparse)")
    return _as_read(chunk)


def _as_read(rows):
    # What came over the network need not be aligned.
    return as_csr(rows) if sp.issparse(rows) else np.require(rows, requirements=["C", "A"])


def _understood(order, chunks):
    version, name, threads, shapes = order
    if version != _core.__version__:
        raise OtherVersion(f"a task of tamis {version} came to a worker with {_core.__version__}")
    return name, threads, list(map(_cells_of, chunks, shapes))


def partial(order, shared, own, chunks):
    """The answer of a run of shards, or of one, and its size."""
    name, threads, cells = _understood(order, chunks)
    answer = _core.round_partial(name, shared, own, cells, threads=threads)
    return answer, len(answer)


class Parcel:
    """Rows of a run for others. What comes over the network lies anywhere, and numbers can be used only where they are aligned: they
    are moved there when they arrive, by some bytes, instead of being copied by all who use them."""

    def __init__(self, rows):
        self.rows = rows

    def __sizeof__(self):
        return object.__sizeof__(self) + self.rows.nbytes

    def __reduce_ex__(self, protocol):
        return Parcel.arrived, (pickle.PickleBuffer(self.rows) if protocol >= 5 else self.rows.tobytes(),)

    @staticmethod
    def arrived(sent):
        rows = np.frombuffer(sent, np.uint8)
        if rows.flags.writeable:
            _core.align_parcel(rows)
        return Parcel(rows)


def _rows_of(parcels):
    return [parcel and parcel.rows for parcel in parcels]


def parcel(order, shared, own, chunks):
    """Rows of a run for others."""
    _, threads, cells = _understood(order, chunks)
    return Parcel(_core.round_parcel(shared, own, cells, threads=threads))


def partial_with_parcels(order, shared, own, chunks, parcels, takes):
    """As partial, with the rows that the run takes of those that others send; the size has that of the rows, too."""
    name, threads, cells = _understood(order, chunks)
    answer, moved = _core.round_partial_with(name, shared, own, cells, _rows_of(parcels), takes, threads=threads)
    return answer, len(answer) + moved


def together(order, shared, own_rows, chunks, parcels, takes):
    """The rows that a run wants for several rounds, its own and those that others send, and what they were asked for with; and
    how many bytes others sent."""
    _, _, cells = _understood(order, chunks)
    rows, moved = _core.round_together(shared, own_rows, cells, _rows_of(parcels), takes)
    if isinstance(rows, tuple):
        indptr, indices, data, columns = rows
        rows = sp.csr_matrix((data, indices, indptr), shape=(len(indptr) - 1, columns))
    return rows, own_rows, moved


def partial_on(order, shared, own, chunks, rows_together):
    """As partial, with rows that were put together before; the size has what was sent for it."""
    name, threads, cells = _understood(order, chunks)
    rows, own_rows, moved = rows_together
    answer = _core.round_partial_on(name, shared, own, cells, own_rows, _as_read(rows), threads=threads)
    return answer, len(answer) + moved


def merge(name, answers, are_all):
    """The answers of neighbors as one, and the size of all that went into them."""
    merged = _core.round_merge(name, [answer for answer, _ in answers], all=are_all)
    return merged, sum(bytes_in for _, bytes_in in answers)


def hold(value):
    """A value that several tasks use: it travels to a worker once, and the scheduler can make it again."""
    return value
