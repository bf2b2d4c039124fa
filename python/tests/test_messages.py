"""Messages name parameters, never flags of the command line."""
import inspect
import warnings

import numpy as np
import pytest

import tamis

RNG = np.random.default_rng(0)
X = RNG.normal(size=(12, 5))
Y = np.repeat([0, 1, 2], 4)
WIDE = RNG.normal(size=(6, 20))


def with_nan(x):
    x = x.copy()
    x[1, 2] = np.nan
    return x


FAILURES = {
    "no labels": lambda: tamis.FisherScore().fit(X),
    "missing": lambda: tamis.FisherScore().fit(with_nan(X), Y),
    "infinite": lambda: tamis.VarianceScore().fit(np.where(X > 1, np.inf, X)),
    "too many features": lambda: tamis.FisherScore(n_features_to_select=99).fit(X, Y),
    "own graph": lambda: tamis.TraceRatio(criterion="graph").fit(X, Y),
    "too many directions": lambda: tamis.FLDA(n_components=9).fit(X, Y),
    "share of the variance": lambda: tamis.FLDA(n_components=0.5).fit(X, Y),
    "singular": lambda: tamis.FLDA(regularization=0).fit(WIDE, [0, 0, 0, 1, 1, 1]),
    "no limit": lambda: tamis.TraceRatioLDA().fit(WIDE, [0, 0, 0, 1, 1, 1]),
    "whtr": lambda: tamis.WHTR().fit(WIDE, [0, 0, 0, 1, 1, 1]),
    "lost ridge": lambda: tamis.GeneralizedFisherScore(gamma=1e-300).fit(X * 1e140, Y),
    "no methods": lambda: tamis.compare(X, Y, methods=[], k=2),
    "unknown file": lambda: tamis.datasets.load("there_is_no_such_file.csv"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_errors_name_no_flag(name):
    with pytest.raises((ValueError, OSError)) as caught:
        FAILURES[name]()
    assert "--" not in str(caught.value), str(caught.value)


def test_remedies_are_parameters():
    with pytest.raises(ValueError, match=r"pca=0\.95.*regularization=1e-5"):
        tamis.TraceRatioLDA().fit(WIDE, [0, 0, 0, 1, 1, 1])
    with pytest.raises(ValueError, match="n_components=2"):
        tamis.FLDA(n_components=9).fit(X, Y)


@pytest.mark.parametrize("estimator, words", [
    (tamis.LapDOFS(solver="convex", tol=-1), "tol takes a number"),
    (tamis.LaplacianScore(n_neighbors=0), "n_neighbors takes an integer >= 1"),
    (tamis.TRLN(max_iter=0), "max_iter takes an integer >= 1"),
])
def test_wrong_values_name_the_parameter(estimator, words):
    with pytest.raises(ValueError, match=words):
        estimator.fit(X, Y)


def test_warnings_name_no_flag():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tamis.compare(X, Y, methods=["variance"], k=2, protocol="holdout:0.5x2", scale="standard")
        tamis.LaplacianScore(n_neighbors=1).fit(np.repeat(X, 2, axis=0))
    assert caught
    for warning in caught:
        assert "--" not in str(warning.message)


def test_mentioned_parameters_exist():
    """The renamed parameters of the messages are those of the classes."""
    parameters = {name for cls in vars(tamis).values() if inspect.isclass(cls) and hasattr(cls, "fit")
                  for name in inspect.signature(cls.__init__).parameters}
    for name in ("n_features_to_select", "n_components", "n_neighbors", "affinity", "affinity_between", "tol",
                 "max_iter", "pca", "alpha", "regularization", "gamma"):
        assert name in parameters
