"""scikit-learn's own checks, all of them, for every estimator."""
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from tamis._generated import SELECTORS


@parametrize_with_checks([cls() for cls in SELECTORS.values()])
@pytest.mark.filterwarnings("ignore::tamis.TamisWarning")
def test_sklearn_check(estimator, check):
    check(estimator)
