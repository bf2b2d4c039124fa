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


def first_of(loaded):
    return loaded[0]


def names_and_labels_of(loaded):
    return loaded[1], loaded[2]


def shape_of(chunk):
    return (*map(int, chunk.shape), sp.issparse(chunk))


def partial(name, shared, own, chunk, threads):
    """The answer of one shard, and its size."""
    # What came over the network need not be aligned.
    x = as_csr(chunk) if sp.issparse(chunk) else np.require(chunk, requirements=["C", "A"])
    answer = _core.round_partial(name, shared, own, x, threads=threads)
    return answer, len(answer)


def merge(name, answers):
    """The answers of neighbors as one, and the size of all that went into them: pairs, (0,1), (2,3), …, then pairs of those,
    an odd one out moving up as it is."""
    size = sum(bytes_in for _, bytes_in in answers)
    level = [answer for answer, _ in answers]
    while len(level) > 1:
        above = [_core.round_merge(name, level[place], level[place + 1]) for place in range(0, len(level) - 1, 2)]
        level = above + level[len(level) - len(level) % 2:]
    return level[0], size


def hold(value):
    """A value that several tasks use: it travels to a worker once, and the scheduler can make it again."""
    return value
