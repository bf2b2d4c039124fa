"""From Dask's collections and lists of files to chunks that stay on the workers."""
from __future__ import annotations

import os

import dask
import numpy as np
from distributed import Future

from . import _dask_files, _dask_worker
from ._data import FILL_LABELS, READ_IN_PLACE, refuse_masked


class Chunks:
    """Futures of the chunks, in order, and what is known of them. Shapes are (rows, columns, whether they are sparse)."""

    def __init__(self, futures, shapes, names=None, labels=None):
        self.futures, self.shapes, self.names, self.labels = futures, shapes, names, labels
        self.are_declared = False  # the shapes are what the collection says, and nobody has looked
        self.are_borrowed = False  # the futures are those of the collection

    def prepare(self, client):
        """Makes of the chunks what the library reads, and asks what they are, whatever their collection says."""
        given = Chunks(self.futures, None)
        given.are_borrowed = self.are_borrowed
        self.futures = client.map(_dask_worker.chunk_of, given.futures, range(len(given.futures)), pure=False)
        self.are_declared = self.are_borrowed = False
        given.release()
        self.shapes = client.gather(client.map(_dask_worker.shape_of, self.futures, pure=False))

    def release(self):
        """At once, not when Python comes across them: they are large."""
        if not self.are_borrowed:
            for future in self.futures:
                future.release()


def chunks_of(X, client, reading):
    """X on the workers: a dask array cut by rows, a dask frame, or a list of files, each a shard."""
    reading = _dask_files.checked_reading(reading)
    if is_files(X):
        futures, shapes, names, labels = _dask_files.opened(X, client, reading)
        return Chunks(futures, shapes, names, labels)
    is_frame = hasattr(X, "to_delayed") and hasattr(X, "columns")
    if not is_frame and not (hasattr(X, "to_delayed") and hasattr(X, "chunks")):
        _refuse_other(X)
    if reading:
        raise ValueError("reading says how files are read, and X is no list of files: leave it out")
    if is_frame:
        names = [str(name) for name in X.columns]
        chunks = Chunks(client.compute(list(X.to_delayed())), None, np.asarray(names, dtype=object))
        chunks.prepare(client)
        return chunks
    require_whole_rows(X)
    if any(np.isnan(size) for sizes in X.chunks for size in sizes):
        raise ValueError("the chunks of X have unknown sizes: call X.compute_chunk_sizes() first")
    held = _held(X, client)
    shapes = [(int(rows), int(X.shape[1]), False) for rows in X.chunks[0]]
    chunks = Chunks(held or client.compute(list(X.to_delayed().ravel())), shapes)
    chunks.are_borrowed = held is not None
    # Plain arrays are taken at their word, which saves a round and a task for each; the workers compare.
    chunks.are_declared = type(X._meta) is np.ndarray and X.dtype in READ_IN_PLACE
    if not chunks.are_declared:
        chunks.prepare(client)
    return chunks


def require_whole_rows(X):
    """Of a dask array."""
    if X.ndim != 2:
        raise ValueError(f"X has {X.ndim} dimensions, not 2: reshape it to samples x features")
    if len(X.chunks[1]) > 1:
        raise ValueError(
            f"X is cut into {len(X.chunks[1])} chunks of columns, and shards hold whole rows: use X.rechunk({{1: -1}})"
        )


def _refuse_other(X):
    """Says what to do about an X that is neither a collection nor a list of files."""
    if isinstance(X, (str, os.PathLike)):
        path = os.fspath(X)
        remedy = _dask_worker.how_to_expand(path) if _dask_worker.is_pattern(path) else f"give a single one as [{path!r}]"
        raise TypeError(f"X is a {type(X).__name__} and not a list of files: {remedy}")
    if isinstance(X, (list, tuple)) and not X:
        raise ValueError(f"X is an empty {type(X).__name__}: there are no files in it; does the pattern fit their names?")
    entries = " whose entries are not all names of files" if isinstance(X, (list, tuple)) else ""
    raise TypeError(
        f"X is a {type(X).__name__}{entries}: tamis.dask takes a dask array, a dask data frame or a list of files; arrays in "
        "memory are for the classes of tamis itself"
    )


def _held(X, client):
    """The futures of an array that the workers hold already; None for any other."""
    graph = X.__dask_graph__()
    futures = [graph.get(key) for key, in X.__dask_keys__()]
    return futures if all(isinstance(future, Future) and future.client is client for future in futures) else None


def is_files(X):
    return isinstance(X, (list, tuple)) and len(X) > 0 and all(isinstance(path, (str, os.PathLike)) for path in X)


def values_of(y, client):
    """Labels in this process: numbers or texts, one per sample."""
    if y is None:
        return None
    if hasattr(y, "__dask_graph__"):
        y = client.compute(y, sync=True)
    elif isinstance(y, (list, tuple)) and any(hasattr(part, "__dask_graph__") for part in y):
        return np.concatenate([_label_array(part) for part in dask.compute(*y, scheduler=client.get)])
    return _label_array(y)


def _label_array(y):
    refuse_masked(y, "y", FILL_LABELS)
    return np.asarray(y)
