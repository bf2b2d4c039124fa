"""The base of all projectors: a scikit-learn transformer to a few directions."""
from __future__ import annotations

import numbers

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._base import Estimator
from ._compat import check_feature_names, check_n_features
from ._data import as_labels, as_matrix
from ._run import option_value, progress, thread_number


class Projector(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Estimator):
    """What all projectors share."""

    _needs_labels: bool

    def fit(self, X, y=None):
        """Learn the directions.

        Parameters
        ----------
        X : array, pandas frame or scipy sparse matrix of shape (n_samples, n_features)
            Read in place where it is a C-ordered float64 array or a float64 CSR matrix, and never changed.
        y : array of shape (n_samples,), optional
            Classes, as numbers or texts. PCA ignores it.

        Returns
        -------
        self
        """
        method = _core.Projector(self._method, self._changed_options())
        if self._needs_labels:
            self._require_y(y)
        matrix = self._training_matrix(X)
        labels = as_labels(y, matrix.shape[0], self._method) if self._needs_labels else None
        with progress(self.verbose, type(self).__name__) as callback:
            result = _core.project(
                matrix,
                labels,
                method=method,
                dim=_dimension(self.n_components, "n_components"),
                pca=_dimension(getattr(self, "pca", None), "pca"),
                progress=callback,
                **self._run_options(),
            )
        self._take_over_ending(result)
        self.components_ = np.ascontiguousarray(result["weights"].T)
        self.n_components_ = self._n_features_out = self.components_.shape[0]
        self.mean_ = result["mean"]
        self.eigenvalues_ = result["eigenvalues"]
        self.feature_weights_ = result["feature_weights"]
        self.pca_ = result["pca"]
        return self

    def transform(self, X):
        """Project X: (X - mean_) @ components_.T; sparse X is not made dense.

        Returns
        -------
        projected : array of shape (n_samples, n_components)
        """
        check_is_fitted(self)
        check_feature_names(self, X, reset=False)
        matrix = as_matrix(X, type(self).__name__)
        check_n_features(self, matrix, reset=False)
        _core.require_finite(matrix, threads=thread_number(self.n_jobs))
        weights = np.ascontiguousarray(self.components_.T)
        return _core.apply_projection(matrix, weights, self.mean_, threads=thread_number(self.n_jobs))

    def _requires_y(self):
        return self._needs_labels

    def _shown_document(self, X, y, image):
        return _core.shown_projection(
            self._run,
            method=self._method,
            weights=np.ascontiguousarray(self.components_.T),
            mean=self.mean_,
            feature_weights=self.feature_weights_,
            **self._report_options(X, y, image),
            **self._run_options(),
        )


def _dimension(value, name):
    """A number of dimensions, or a share of the variance."""
    if isinstance(value, (bool, np.bool_)) or not (value is None or isinstance(value, (str, numbers.Real))):
        raise TypeError(f"{name} takes a number or None, not {value!r}")
    return option_value(name, value)
