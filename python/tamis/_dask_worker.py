"""What runs on the workers. No state: a lost task is simply run again, with the same bytes."""
from __future__ import annotations

import os

import numpy as np
import scipy.sparse as sp

from . import _core, datasets
from ._data import READ_IN_PLACE, _frame_values, as_csr


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
    block = np.asarray(block)
    if block.ndim != 2:
        raise ValueError(f"chunk {place} of X has {block.ndim} dimensions, not 2")
    if block.dtype.kind not in "fiub":
        raise TypeError(f"chunk {place} of X holds {block.dtype}, not numbers")
    return np.ascontiguousarray(block, dtype=block.dtype if block.dtype in READ_IN_PLACE else np.float64)


def file_of(path, reading):
    """The cells of a file with what is known of them."""
    if not os.path.exists(path) and path not in ("digits", "ionosphere", "sonar"):
        raise FileNotFoundError(f"{path} is not there on a worker: all workers must see the files under the same names")
    bunch = datasets.load(path, **reading)
    return chunk_of(bunch.data, path), list(bunch.feature_names), bunch.target


def about_file(loaded):
    """All of it but the cells."""
    chunk, names, labels = loaded
    return shape_of(chunk), names, labels


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


def partial(order, shared, own, chunk):
    """The answer of one shard, and its size."""
    version, name, threads, shape = order
    if version != _core.__version__:
        raise OtherVersion(f"a task of tamis {version} came to a worker with {_core.__version__}")
    if isinstance(chunk, tuple):  # a file's, with what is known of it
        chunk = chunk[0]
    if not _is_readable(chunk) or shape_of(chunk) != shape:
        raise NotAsDeclared(f"a chunk of type {type(chunk).__name__} is not {shape} (rows, columns, sparse)")
    # What came over the network need not be aligned.
    x = as_csr(chunk) if sp.issparse(chunk) else np.require(chunk, requirements=["C", "A"])
    answer = _core.round_partial(name, shared, own, x, threads=threads)
    return answer, len(answer)


def parcel(order, shared, own, chunk):
    """Rows of one shard for others."""
    return _core.round_parcel(partial(order, shared, own, chunk)[0])


def partial_with_parcels(order, shared, own, chunk, parcels, takes):
    """As partial, with the rows that the shard takes of those that others send; the size has that of the rows, too."""
    delivery = _core.round_delivery(own, parcels, takes)
    answer, size = partial(order, shared, delivery, chunk)
    return answer, size + len(delivery) - len(own)


def merge(name, answers, are_all):
    """The answers of neighbors as one, and the size of all that went into them."""
    merged = _core.round_merge(name, [answer for answer, _ in answers], all=are_all)
    return merged, sum(bytes_in for _, bytes_in in answers)


def hold(value):
    """A value that several tasks use: it travels to a worker once, and the scheduler can make it again."""
    return value
