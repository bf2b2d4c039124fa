"""The base of all selectors: a scikit-learn transformer around one call of the library."""
from __future__ import annotations

import inspect
import numbers

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._compat import TagsMixin, check_feature_names, check_n_features
from ._data import as_graph, as_labels, as_matrix
from ._run import changed_options, progress, seed_of, thread_number


class Selector(TagsMixin, SelectorMixin, BaseEstimator):
    """What all selectors share. The subclasses are generated from the library's own description of its methods."""

    _method: str  # the name on the command line
    _options: dict[str, str]  # parameter -> option of the method
    _graph_options: dict[str, str]  # parameter -> option of the graph
    _uses_labels: bool  # with at least one setting
    _defaults: dict[str, object]

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        parameters = inspect.signature(cls.__init__).parameters.values()
        cls._defaults = {p.name: p.default for p in parameters if p.name != "self"}

    def fit(self, X, y=None):
        """Select features.

        Parameters
        ----------
        X : array, pandas frame or scipy sparse matrix of shape (n_samples, n_features)
            Read in place where it is a C-ordered float64 array or a float64 CSR matrix, and never changed.
        y : array of shape (n_samples,), optional
            Classes, as numbers or texts. Methods that need none ignore it.

        Returns
        -------
        self
        """
        settings = changed_options(self, self._options)
        needs = _core.needs(self._method, settings)
        if needs["labels"] and y is None:
            raise ValueError(
                f"{type(self).__name__} requires y to be passed, but the target y is None: "
                f"{self._method} needs class labels"
            )
        check_feature_names(self, X, reset=True)
        matrix = as_matrix(X, type(self).__name__)
        samples, features = matrix.shape
        self.n_features_in_ = features
        labels = self._labels(y, samples, needs) if y is not None else None
        graph, between = self._own_graphs(samples, needs)
        with progress(self.verbose, type(self).__name__) as callback:
            result = _core.select(
                matrix,
                labels,
                method=self._method,
                k=self._feature_count(features),
                settings=settings,
                graph_settings=changed_options(self, self._graph_options),
                graph=graph,
                between=between,
                threads=thread_number(self.n_jobs),
                seed=seed_of(self.random_state),
                progress=callback,
            )
        self._take_over(result)
        return self

    def _feature_count(self, features):
        """n_features_to_select as the command line's -k."""
        wanted = self.n_features_to_select
        if wanted is None:
            return str(min(10, features))
        if isinstance(wanted, (bool, np.bool_)) or not isinstance(wanted, (str, numbers.Real)):
            raise TypeError(f"n_features_to_select takes an integer, a fraction, 'all' or None, not {wanted!r}")
        if isinstance(wanted, str):
            return wanted
        return str(int(wanted)) if isinstance(wanted, numbers.Integral) else repr(float(wanted))

    def _labels(self, y, samples, needs):
        """Labels for the methods that look at them; the others ignore y, as a pipeline expects."""
        if not self._uses_labels:
            return None
        # Half-labelled data: scikit-learn's mark of an unlabelled sample is -1.
        unlabelled = -1 if getattr(self, "criterion", None) == "semi" else None
        if not needs["labels"] and _is_continuous(y):
            return None
        return as_labels(y, samples, self._method, unlabelled)

    def _own_graphs(self, samples, needs):
        if not self._graph_options:
            return None, None
        if needs["own_graph"] and self.affinity is None:
            raise ValueError(f"{self._method} with this setting works on a graph of your own: give it with affinity=")
        graph = as_graph(self.affinity, "affinity", samples)
        second = getattr(self, "affinity_between", None)
        if second is not None and graph is None:
            raise ValueError("affinity_between is the second graph of a pair: give the first one with affinity=")
        return graph, as_graph(second, "affinity_between", samples)

    def _take_over(self, result):
        self.indices_ = result["selected"]
        self.support_ = np.zeros(self.n_features_in_, dtype=bool)
        self.support_[self.indices_] = True
        self.scores_ = result["scores"]
        self.raw_scores_ = result["raw_scores"]
        self.raw_direction_ = result["raw_direction"]
        self.ranking_ = _ranking(self.indices_, self.scores_, self.n_features_in_)
        self.objective_ = result["objective"]
        self.objective_name_ = result["objective_name"]
        self.objective_trace_ = result["objective_trace"]
        self.certificate_ = result["certificate"]
        self.stop_ = result["stop"]
        self.n_iter_ = result["iterations"]
        self.graph_ = result["graph"]
        self.params_ = result["params"]
        self.path_ = result["path"]

    def _get_support_mask(self):
        check_is_fitted(self)
        return self.support_

    def _requires_y(self):
        return bool(_core.needs(self._method, changed_options(self, self._options))["labels"])


def _is_continuous(y):
    y = np.asarray(y)
    return y.dtype.kind == "f" and bool(np.any(y[~np.isnan(y)] % 1 != 0))


def _ranking(selected, scores, features):
    """1 for the best: the selected features in their order, then the others by score, the lower column first.

    Where a method scores no features, the others share the last place.
    """
    ranking = np.full(features, len(selected) + 1, dtype=np.int64)
    ranking[selected] = np.arange(1, len(selected) + 1)
    if scores is not None and len(selected) < features:
        others = np.setdiff1d(np.arange(features), selected, assume_unique=True)
        order = np.argsort(-scores[others], kind="stable")
        ranking[others[order]] = np.arange(len(selected) + 1, features + 1)
    return ranking
