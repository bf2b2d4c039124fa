"""What selectors and projectors share."""
from __future__ import annotations

import inspect

from sklearn.base import BaseEstimator

from . import _core
from ._compat import TagsMixin, check_feature_names
from ._data import as_matrix
from ._report import ReportMixin
from ._run import changed_options, seed_of, thread_number


class Estimator(ReportMixin, TagsMixin, BaseEstimator):
    """The subclasses are generated from the library's own description of its methods."""

    _method: str  # the name on the command line
    _options: dict[str, str]  # parameter -> option of the method
    _defaults: dict[str, object]  # parameter -> default

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        parameters = inspect.signature(cls.__init__).parameters.values()
        cls._defaults = {p.name: p.default for p in parameters if p.name != "self"}

    def _changed_options(self):
        return changed_options(self, self._options)

    def _run_options(self):
        return {"threads": thread_number(self.n_jobs), "seed": seed_of(self.random_state)}

    def _require_y(self, y):
        if y is None:
            raise ValueError(
                f"{type(self).__name__} requires y to be passed, but the target y is None: "
                f"{self._method} needs class labels"
            )

    def _training_matrix(self, X):
        """X as the library reads it; remembers its shape and names."""
        check_feature_names(self, X, reset=True)
        if isinstance(X, _core.RowBlocks):  # read block by block
            self.n_features_in_ = X.shape[1]
            return X
        matrix = as_matrix(X, type(self).__name__)
        self.n_features_in_ = matrix.shape[1]
        return matrix

    def _take_over_ending(self, result):
        objective = result["objective"]
        self.objective_ = objective["value"]
        self.objective_name_ = objective["name"]
        self.objective_trace_ = objective["trace"]
        self.certificate_ = result["certificate"]
        self.stop_ = result["stop"]
        self.n_iter_ = max(1, result["iterations"])  # scikit-learn counts the start
        self.params_ = result["params"]
        self.seconds_ = result["seconds"]
        self._run = result["run"]  # None if the features came in several parts
