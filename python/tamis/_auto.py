"""Method and number of features chosen by cross-validation, with an honest estimate of what they are worth."""
from __future__ import annotations

import numpy as np
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._base import Estimator
from ._data import as_labels
from ._run import option_value, progress
from ._trust import take_over_trust


class AutoSelector(SelectorMixin, Estimator):
    """Method and number of features chosen for you.

    With y, every candidate and number of features is judged by cross-validation, the best is fitted to all samples, and
    its accuracy is estimated in outer folds that repeat the whole choice. Without y, nothing can judge a choice: a
    Laplacian score with a fixed number of features is computed. Command line: `tamis auto`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or None, default=None
        How many features, for data without y; None is 10, or all if there are fewer.
    candidates : list of str, default=None
        Methods to choose from, by their names on the command line, with options as in "lapdofs:lambda1=0.1"; None is
        fisher, relieff and gfs.
    evaluator : {'1nn', 'svm'}, default='1nn'
        What judges the features.
    budget : float, default=None
        Seconds; methods that would take longer are left out, so that the result depends on the machine.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed of the folds; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
    indices_, support_ : arrays
        The selected columns, best first; True for them.
    method_ : str
        The method that was chosen.
    nested_accuracy_ : dict or None
        mean, std: of the choice, in outer folds that take no part in it; all, random: of all features, and of as many
        drawn at random.
    conclusion_ : str
        Whether selection helps, in words.
    candidates_ : list of dict
        Every candidate with its best number of features.
    explanations_, class_profiles_ : list of dict
        Why every feature was chosen or not; where the chosen ones stand out.
    pvalues_, qvalues_ : array of shape (n_features,) or None
        Of all features, if the chosen method has a test (gfs has none).
    selection_probability_ : array of shape (n_features,) or None
        The share of half samples on which the chosen method takes each feature; `stability_` says how alike the sets are.
    scores_ : array of shape (n_features,) or None
        Of the chosen method; larger is better.
    n_features_in_, feature_names_in_ : int, array of str
        What `fit` saw.
    """

    _method = "auto"
    _options: dict[str, str] = {}

    def __init__(
        self,
        n_features_to_select=None,
        *,
        candidates=None,
        evaluator="1nn",
        budget=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.candidates = candidates
        self.evaluator = evaluator
        self.budget = budget
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def fit(self, X, y=None):
        """Choose method and features.

        Parameters
        ----------
        X : array, pandas frame or scipy sparse matrix of shape (n_samples, n_features)
        y : array of shape (n_samples,), optional
            Classes.

        Returns
        -------
        self
        """
        matrix = self._training_matrix(X)
        labels = None if y is None else as_labels(y, matrix.shape[0], "auto")
        with progress(self.verbose, "AutoSelector") as callback:
            result = _core.auto_select(
                matrix,
                labels,
                candidates=self._candidate_names(),
                evaluator=self.evaluator,
                budget=None if self.budget is None else float(self.budget),
                k=option_value("n_features_to_select", self.n_features_to_select),
                progress=callback,
                **self._run_options(),
            )
        self.indices_ = result["selected"]
        self.support_ = np.zeros(self.n_features_in_, dtype=bool)
        self.support_[self.indices_] = True
        self.scores_ = result["scores"]
        self.explanations_ = result["explanations"]
        self.class_profiles_ = result["class_profiles"]
        take_over_trust(self, result)
        self.method_ = result["method"]
        self.nested_accuracy_ = result["nested_accuracy"]
        self.candidates_ = result["candidates"]
        self.verdict_ = result["verdict"]
        self.conclusion_ = result["conclusion"]
        self._take_over_ending(result)
        return self

    def _candidate_names(self):
        if self.candidates is None:
            return []
        names = [self.candidates] if isinstance(self.candidates, str) else list(self.candidates)
        for name in names:
            if not isinstance(name, str):
                raise TypeError(f"candidates are names of methods, as in candidates=['fisher', 'gfs'], not {name!r}")
        return names

    def _requires_y(self):
        return False

    def _get_support_mask(self):
        check_is_fitted(self)
        return self.support_
