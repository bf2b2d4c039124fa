"""The estimators on a Dask cluster: the same classes, fitted on data that stay on the workers.

    client = distributed.Client("scheduler:8786")
    selector = tamis.dask.FisherScore(50).fit(X, y)  # X: a dask array, a dask data frame or a list of files
    selector.indices_

Constructors are those of `tamis`, with the keywords `client` (default: the current client) and `reading` (how files are
read: keywords of `tamis.load`). `to_local()` gives the plain estimator. Results equal those of one process up to rounding,
and are the same to the bit for any number of workers on the same chunks.
"""
from __future__ import annotations

import inspect
import time

import numpy as np
from sklearn.utils.validation import check_is_fitted

try:
    import distributed  # noqa: F401 - says what is missing before anything else does
except ImportError as error:
    raise ImportError("tamis.dask needs Dask: install dask and distributed") from error

from . import _core, _generated
from ._compat import check_feature_names, check_n_features
from ._dask_client import check_workers, client_of
from ._dask_engine import Rounds
from ._dask_input import chunks_of, is_files, require_whole_rows, values_of
from ._dask_worker import NotAsDeclared
from ._run import thread_number
from ._selector import Selector

OWN = ("client", "reading")  # parameters that local estimators do not have


class _Distributed:
    """What the estimators do differently where the data are elsewhere."""

    _local: type  # the class of `tamis`

    def fit(self, X, y=None):
        """As the local estimator's; X is a dask array cut by rows, a dask data frame, or a list of files that every
        worker can read; y is a dask array or series, a list or an array, and for files may be left to their labels."""
        client = client_of(self.client)
        reason = self._not_shared()
        if reason:
            raise ValueError(
                f"{self._method} with these options is not shared between machines: {reason}; fit tamis."
                f"{type(self).__name__} on one of them"
            )
        check_workers(client)
        start = time.perf_counter()
        chunks = chunks_of(X, client, self.reading)
        try:
            labels = values_of(y, client)
            labels = chunks.labels if labels is None else labels
            try:
                return self._fit_chunks(client, chunks, labels, start)
            except NotAsDeclared as error:
                if not chunks.are_declared:
                    raise RuntimeError(f"the data are no longer what they were: {error}") from error
                chunks.prepare(client)
                return self._fit_chunks(client, chunks, labels, start)
        finally:
            chunks.release()

    def _fit_chunks(self, client, chunks, labels, start):
        threads = 1 if self.n_jobs is None else thread_number(self.n_jobs)
        rounds = Rounds(client, chunks.futures, chunks.shapes, threads)
        rows = _core.SharedRows(chunks.shapes, rounds)
        loaded = time.perf_counter()
        try:
            super().fit(_Handed(rows, chunks.names), labels)
        except ValueError as error:
            if isinstance(rounds.failure, NotAsDeclared):
                raise rounds.failure from None
            if rounds.failure is not None and not isinstance(rounds.failure, ValueError):
                check_workers(client, again=True)  # one that came in place of another may have another version
                raise RuntimeError(
                    f"the cluster failed: {rounds.failure}: the logs of the workers may tell more"
                ) from rounds.failure
            raise error from None
        finally:
            rounds.close()
        self.shared_ = {**rows.costs, "shards": len(chunks.shapes), "seconds_load": loaded - start,
                        "seconds_rounds": time.perf_counter() - loaded}
        return self

    def _training_matrix(self, X):
        if X.names is None:
            if hasattr(self, "feature_names_in_"):
                del self.feature_names_in_
        else:
            self.feature_names_in_ = X.names
        self.n_features_in_ = X.rows.shape[1]
        return X.rows

    def to_local(self):
        """The plain estimator with all that was learned."""
        check_is_fitted(self)
        parameters = {name: value for name, value in self.get_params(deep=False).items() if name not in OWN}
        local = self._local(**parameters)
        local.__dict__.update({name: value for name, value in self.__dict__.items() if name not in OWN})
        return local

    def transform(self, X):
        """As the local estimator's; Dask's collections stay lazy."""
        if is_files(X):
            raise TypeError("transform takes arrays, frames and Dask's collections, not files: read them with tamis.load first")
        local = self.to_local()
        if hasattr(X, "to_delayed") and hasattr(X, "columns"):
            check_feature_names(local, X._meta, reset=False)  # here, as Dask would wrap what is wrong in words of its own
            check_n_features(local, X._meta, reset=False)
            return X.map_partitions(_transformed, local.set_output(transform="pandas"))
        if hasattr(X, "to_delayed"):
            require_whole_rows(X)
            check_n_features(local, X, reset=False)
            columns = len(local.get_feature_names_out())
            return X.map_blocks(_transformed, local, chunks=(X.chunks[0], (columns,)), dtype=np.float64)
        return local.transform(X)

    def __getstate__(self):
        return {**super().__getstate__(), "client": None}  # a connection is of one process


class _Handed:
    """What `fit` hands to that of the local class."""

    def __init__(self, rows, names):
        self.rows, self.names = rows, names


def _transformed(block, local):
    return local.transform(block)


class _SharedSelector(_Distributed):
    def _not_shared(self):
        return self._configured().not_shared


class _SharedProjector(_Distributed):
    def _not_shared(self):
        return _core.Projector(self._method, self._changed_options()).not_shared


def _constructor(local):
    """The local one, with the keywords of OWN."""
    signature = inspect.signature(local.__init__)
    more = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in OWN]
    signature = signature.replace(parameters=[*signature.parameters.values(), *more])

    def __init__(self, *args, **kwargs):
        given = signature.bind(self, *args, **kwargs)
        given.apply_defaults()
        for name, value in list(given.arguments.items())[1:]:
            setattr(self, name, value)

    __init__.__signature__ = signature
    return __init__


def _documented(local):
    text = inspect.cleandoc(local.__doc__)
    head, parameters, rest = text.partition("\nn_jobs : int")
    own = """
client : distributed.Client, default=None
    The cluster; None is the current client.
reading : dict, default=None
    For files: keywords of `tamis.load`, such as {"label": "kind"}."""
    rest = rest.replace("Threads; None and -1 are all cores.", "Threads of a task; None is one, and -1 are all cores of its machine.", 1)
    return f"{head}{own}{parameters}{rest}\n\nOn a Dask cluster: X is a dask array, a dask data frame or a list of files."


def _shared(local):
    base = _SharedSelector if issubclass(local, Selector) else _SharedProjector
    return type(local.__name__, (base, local), {
        "__init__": _constructor(local), "__doc__": _documented(local), "__module__": __name__, "_local": local,
    })


def _shared_classes():
    """All that are shared with their usual options, and why the others are not."""
    classes, reasons = {}, {}
    for name in _generated.__all__:
        found = _shared(getattr(_generated, name))
        reason = found()._not_shared()
        if reason:
            reasons[name] = reason
        else:
            classes[name] = found
    return classes, reasons


_classes, _reasons = _shared_classes()
globals().update(_classes)
__all__ = list(_classes)


def __getattr__(name):
    if name in _reasons:
        raise AttributeError(
            f"there is no tamis.dask.{name}: it is not shared between machines: {_reasons[name]}; fit tamis.{name} on one of them"
        )
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
