"""scikit-learn's own checks, all of them, for every estimator."""
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from tamis import AutoSelector
from tamis._generated import PROJECTORS, SELECTORS

EVERY_CLASS = [*SELECTORS.values(), *PROJECTORS.values()]


@pytest.mark.filterwarnings("ignore::tamis.TamisWarning")
@parametrize_with_checks([*(cls() for cls in EVERY_CLASS), AutoSelector()])
def test_sklearn_check(estimator, check):
    check(estimator)
