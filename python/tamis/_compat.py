"""The few places where versions of scikit-learn differ. Everything else uses what 1.2 and later share."""
from __future__ import annotations

import inspect

from sklearn.utils import check_array

try:  # scikit-learn 1.6 and later
    from sklearn.utils.validation import _check_feature_names, _check_n_features

    def check_feature_names(estimator, X, reset):
        _check_feature_names(estimator, X, reset=reset)

    def check_n_features(estimator, X, reset):
        _check_n_features(estimator, X, reset=reset)

except ImportError:

    def check_feature_names(estimator, X, reset):
        estimator._check_feature_names(X, reset=reset)

    def check_n_features(estimator, X, reset):
        estimator._check_n_features(X, reset=reset)


_FINITE = "ensure_all_finite" if "ensure_all_finite" in inspect.signature(check_array).parameters else "force_all_finite"


def check_array_any(X, **options):
    """check_array without its pass for NaN: the library looks for those itself, on all cores."""
    return check_array(X, **{_FINITE: False}, **options)


class TagsMixin:
    """Says `requires_y` and `sparse input` in both dialects; `_requires_y()` is the estimator's."""

    def _more_tags(self):
        return {"requires_y": self._requires_y(), "requires_fit": True}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self._requires_y()
        tags.input_tags.sparse = True
        return tags
