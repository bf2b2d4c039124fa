"""One HTML page of a result, and its head in notebooks."""
from __future__ import annotations

import numbers
import os

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._compat import check_feature_names, check_n_features
from ._data import as_labels, as_matrix


class ReportMixin:
    """`report` for fitted estimators, which keep their run as `_run`."""

    _run: _core.Run | None

    def report(self, path, X=None, y=None, *, image=None):
        """Write the result as one HTML file that needs nothing else: text, tables, figures.

        Parameters
        ----------
        path : str or path
            The file; it appears complete or not at all.
        X : array, pandas frame or scipy sparse matrix of shape (n_samples, n_features), optional
            What `fit` was given, which an estimator does not keep. With it the page shows distributions, correlations
            and a map of the samples, and explains why features were chosen or not; without, it shows what it can. The
            data themselves are never part of the page.
        y : array of shape (n_samples,), optional
            Classes, by which distributions and map are drawn.
        image : (height, width) or str, optional
            The features are the pixels of an image: (8, 8), "8x8", or "32x32:columns" if one column of the image
            follows the other. The page draws masks.

        Returns
        -------
        path : str
        """
        check_is_fitted(self)
        if getattr(self, "_run", None) is None:
            raise ValueError("a selection that was put together from strips of genes is no run of its own to report: "
                             "fit the data in memory")
        place = os.fspath(path)
        if isinstance(place, bytes):
            place = os.fsdecode(place)
        _core.write_report(place, self._report_title(), self._shown_document(X, y, image))
        return place

    def _report_title(self):
        return type(self).__name__

    def _shown_document(self, X, y, image):
        shown = self._report_options(X, y, image)
        return _core.shown_selection(self._run, **shown, **self._run_options())

    def _report_options(self, X, y, image):
        if X is None and y is not None:
            raise ValueError("y without X: a report draws both together, so give X as well")
        matrix = None if X is None else self._same_matrix(X)
        return {
            "x": matrix,
            "labels": None if y is None else as_labels(y, matrix.shape[0], "report"),
            "features": self.n_features_in_,
            "feature_names": [str(name) for name in getattr(self, "feature_names_in_", ())],
            "image": image_text(image),
        }

    def _same_matrix(self, X):
        check_feature_names(self, X, reset=False)
        matrix = X if isinstance(X, _core.RowBlocks) else as_matrix(X, type(self).__name__)
        check_n_features(self, matrix, reset=False)
        return matrix

    # scikit-learn shows estimators as diagrams; a fitted one has more to say.
    def _repr_html_inner(self):
        if getattr(self, "_run", None) is None:
            return super()._repr_html_inner()
        return _core.report_head(self._report_title(), self._shown_document(None, None, None))

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        if "text/html" in bundle and getattr(self, "_run", None) is not None:
            bundle["text/html"] = self._repr_html_inner()
        return bundle


def image_text(image):
    """(8, 8) as "8x8"; a text stays what it is, for the library to read."""
    if image is None or isinstance(image, str):
        return image
    sides = list(image) if isinstance(image, (tuple, list, np.ndarray)) else []
    whole = [isinstance(side, numbers.Integral) and not isinstance(side, (bool, np.bool_)) for side in sides]
    if len(sides) != 2 or not all(whole):
        raise TypeError(f"image takes (height, width) or a text such as '8x8' or '32x32:columns', not {image!r}")
    return f"{int(sides[0])}x{int(sides[1])}"
