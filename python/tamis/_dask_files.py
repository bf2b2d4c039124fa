"""Lists of files as one data set: opened on the workers, and found to go together."""
from __future__ import annotations

import os
import pathlib
import warnings

import numpy as np

from . import _dask_worker, datasets
from ._warnings import TamisWarning

# Cleaning that depends on the rest of the file.
PER_SHARD = {"missing": ("mean", "drop-features"), "categories": ("rank", "onehot")}
SAME_FEATURES = "all files need the same features in the same order"
SHOWN = 5  # names in a message
# All of load's that say how a file is read, and not what load returns.
KEYWORDS = [name for name in datasets.load.__kwdefaults__ if name not in ("return_X_y", "as_frame")]


class File:
    """What is known of a file that a worker has opened."""

    def __init__(self, path, shape, names, labels, open_width):
        self.path, self.names, self.labels, self.open_width = path, names, labels, open_width
        self.bare = shape is None  # it has no rows, and nothing else is known of it
        self.rows, self.cols, self.sparse = (0, 0, False) if self.bare else shape


def checked_reading(reading):
    """The keywords of load, none if nothing is said."""
    if reading is None:
        return {}
    if not isinstance(reading, dict):
        raise TypeError(
            f"reading takes a dict of keywords of tamis.load, such as {{'label': 'kind'}}, not {type(reading).__name__}"
        )
    for name in reading:
        if name not in KEYWORDS:
            raise TypeError(f"reading has no keyword {name!r}: there are {', '.join(KEYWORDS)}")
    return reading


def opened(paths, client, reading):
    """Futures of the cells, all of the same width, or of all that file_of tells; their shapes, the names of the features,
    and the labels."""
    paths = [os.fspath(path) for path in paths]
    _refuse_repeated(paths)
    for option, values in PER_SHARD.items():
        if reading.get(option) in values:
            raise ValueError(f"{option}='{reading[option]}' would do something else to every file: clean the files before")
    loaded = client.map(_dask_worker.file_of, paths, reading=reading, pure=False)
    about = client.gather(client.map(_dask_worker.about_file, loaded, pure=False))
    files = [File(path, *known) for path, known in zip(paths, about)]
    first = next((file for file in files if file.rows > 0), None)
    if first is None:
        raise ValueError(f"there are no rows in any of the files, {paths[0]} the first of them: at least one file needs rows")
    widest = max(files, key=lambda file: file.cols)
    for file in files:
        if not file.bare:
            _check(file, first, widest)
    _check_bare(files, first, client, reading)
    futures = loaded
    if any(file.cols < widest.cols for file in files):
        futures = client.map(_dask_worker.cells_of, loaded, cols=widest.cols, sparse=first.sparse, pure=False)
    shapes = [(file.rows, widest.cols, first.sparse) for file in files]
    return futures, shapes, np.asarray(widest.names, dtype=object), _labels(files, first)


def _refuse_repeated(paths):
    """However they are written. Every sample would count twice."""
    seen = {}
    for path in paths:
        # What the client does not see, the workers may.
        place = os.path.realpath(path) if os.path.exists(path) else str(pathlib.PurePath(path))
        if place in seen:
            first = seen[place]
            also = "" if path == first else f", first as {first}"
            raise ValueError(f"{path} is given twice{also}: give every file once")
        seen[place] = path


def _check(file, first, widest):
    narrow = file.cols < widest.cols and not file.open_width
    other = widest if narrow and file.names == first.names else first
    if narrow or file.names[:first.cols] != first.names[:file.cols]:
        pairs = zip(other.names, file.names)
        place = next((j for j, pair in enumerate(pairs) if pair[0] != pair[1]), min(other.cols, file.cols))
        raise ValueError(
            f"{file.path} has other features than {other.path}: number {place} (counted from 0) is "
            f"{_quoted(file.names, place)} and not {_quoted(other.names, place)}: {SAME_FEATURES}"
        )
    if file.sparse != first.sparse:
        dense, sparse = (first, file) if file.sparse else (file, first)
        raise ValueError(f"{dense.path} holds dense data, and {sparse.path} sparse ones: store all files in the same way")


def _check_bare(files, first, client, reading):
    """Files without rows have the columns of the others, whatever those hold."""
    bare = [file for file in files if file.bare]
    if not bare:
        return
    asked = client.map(_dask_worker.columns_of, [file.path for file in (first, *bare)], reading=reading, pure=False)
    (count, names), *others = client.gather(asked)
    for file, (own_count, own_names) in zip(bare, others):
        if own_count == 0 and names:
            raise ValueError(
                f"{file.path} holds nothing at all, and {first.path} has a header: leave it out, or write the header into it"
            )
        if own_count > 0 and (own_names != names or own_count != count):
            raise ValueError(f"{file.path} has no rows, and its columns are not those of {first.path}: {SAME_FEATURES}")
    shown = ", ".join(file.path for file in bare[:SHOWN]) + (", …" if len(bare) > SHOWN else "")
    fit_of_user = 5  # from here: opened, chunks_of, fit
    warnings.warn(f"files without rows: {len(bare)} of {len(files)} ({shown})", TamisWarning, stacklevel=fit_of_user)


def _labels(files, first):
    """Those of all rows, or None if the files have none."""
    filled = [file for file in files if file.rows > 0]
    for file in filled:
        if (file.labels is None) != (first.labels is None):
            bare = file if file.labels is None else first
            raise ValueError(f"{bare.path} has no labels and others have: name the label with reading={{'label': ...}}")
    if first.labels is None:
        return None
    texts = next((file for file in filled if file.labels.dtype == object), None)
    numbers = next((file for file in filled if file.labels.dtype != object), None)
    if texts and numbers:
        raise ValueError(
            f"the labels of {numbers.path} are numbers, and those of {texts.path} are texts: use numbers in all files, or texts in all"
        )
    return np.concatenate([file.labels for file in filled])


def _quoted(names, place):
    return f"'{names[place]}'" if place < len(names) else "missing"
