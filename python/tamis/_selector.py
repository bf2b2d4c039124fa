"""The base of all selectors: a scikit-learn transformer around one call of the library."""
from __future__ import annotations

import numbers

import numpy as np
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._base import Estimator
from ._data import as_graph, as_labels
from ._run import changed_options, option_value, progress
from ._trust import asked_trust, take_over_trust


class Selector(SelectorMixin, Estimator):
    """What all selectors share."""

    _graph_options: dict[str, str]  # parameter -> option of the graph
    _uses_labels: bool  # with at least one setting

    def fit(self, X, y=None):
        """Select features.

        Parameters
        ----------
        X : array, pandas frame or scipy sparse matrix of shape (n_samples, n_features)
            Read in place where it is a C-ordered array or a CSR matrix of float64 or float32, and never changed.
        y : array of shape (n_samples,), optional
            Classes, as numbers or texts. Methods that need none ignore it.

        Returns
        -------
        self
        """
        method = self._configured()
        if method.needs_labels:
            self._require_y(y)
        matrix = self._training_matrix(X)
        samples = matrix.shape[0]
        labels = self._labels(y, samples, method) if y is not None else None
        graph, between = self._own_graphs(samples, method)
        with progress(self.verbose, type(self).__name__) as callback:
            result = _core.select(
                matrix,
                labels,
                method=method,
                k=self._feature_count(),
                fixed=self._fixed_features(),
                explain=bool(self.explain),
                graph_options=changed_options(self, self._graph_options),
                graph=graph,
                between=between,
                trust=asked_trust(self),
                progress=callback,
                **self._run_options(),
            )
        self._take_over(result)
        return self

    def _configured(self):
        """The method with its options, checked by the library."""
        return _core.Method(self._method, self._changed_options())

    def _feature_count(self):
        wanted = self.n_features_to_select
        if isinstance(wanted, (bool, np.bool_)) or not (wanted is None or isinstance(wanted, (str, numbers.Real))):
            raise TypeError(f"n_features_to_select takes an integer, a fraction, 'all', a rule or None, not {wanted!r}")
        return option_value("n_features_to_select", wanted)

    def _fixed_features(self):
        names = [str(name) for name in getattr(self, "feature_names_in_", ())]
        return _core.FixedFeatures(
            include=_entries("include", self.include),
            exclude=_entries("exclude", self.exclude),
            graph=getattr(self, "graph_features", "candidates"),
            names=names,
            features=self.n_features_in_,
        )

    def _labels(self, y, samples, method):
        """Labels for the methods that look at them; the others ignore y, as a pipeline expects."""
        if not self._uses_labels and not self._judges_by_labels():
            return None
        # Half-labeled data: scikit-learn's mark of an unlabeled sample is -1.
        unlabeled = -1 if getattr(self, "criterion", None) == "semi" else None
        if not method.needs_labels and not self._judges_by_labels() and _is_continuous(y):
            return None
        return as_labels(y, samples, self._method, unlabeled)

    def _judges_by_labels(self):
        """Whether the number of features is chosen by how well they tell classes apart."""
        wanted = self.n_features_to_select
        return isinstance(wanted, str) and wanted.startswith("cv")

    def _own_graphs(self, samples, method):
        if not self._graph_options:
            return None, None
        if method.needs_own_graph and self.affinity is None:
            raise ValueError(f"{self._method} with this setting needs a graph of your own: give it with affinity=")
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
        self._take_over_ending(result)
        self.graph_ = result["graph"]
        self.path_ = result["path"]
        take_over_trust(self, result)
        self.k_rule_ = result.get("k_rule")
        self.k_reason_ = result.get("k_reason")
        self.explanations_ = result.get("explanations")
        self.class_profiles_ = result.get("class_profiles")

    @property
    def ranking_(self):
        """1 for the best; computed on request."""
        check_is_fitted(self)
        return _ranking(self.indices_, self.scores_, self.n_features_in_)

    def _get_support_mask(self):
        check_is_fitted(self)
        return self.support_

    def _requires_y(self):
        return self._configured().needs_labels


def _entries(parameter, wanted):
    """A list of features as the entries of a list on the command line; numbers are positions."""
    if wanted is None:
        return []
    if isinstance(wanted, (str, numbers.Integral)):
        wanted = [wanted]
    entries = []
    for entry in wanted:
        if isinstance(entry, str):
            entries.append(entry)
        elif isinstance(entry, numbers.Integral) and not isinstance(entry, (bool, np.bool_)):
            entries.append(f"#{int(entry)}")
        else:
            raise TypeError(f"{parameter} takes names and positions of features, not {entry!r}")
    return entries


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
