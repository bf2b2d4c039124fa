"""p-values, stability and rank intervals of the selectors."""
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.feature_selection import f_classif

import tamis


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(5)
    y = np.repeat([0, 1, 2], 20)
    x = rng.normal(size=(60, 12))
    x[:, :3] += y[:, None]
    return x, y


def test_p_values_are_those_of_scikit_learn(data):
    x, y = data
    selector = tamis.FisherScore(3, pvalues=True).fit(x, y)
    np.testing.assert_allclose(selector.pvalues_, f_classif(x, y)[1], rtol=1e-9)
    assert list(selector.p_method_) == ["f"] * 12
    assert (selector.qvalues_ >= selector.pvalues_).all()
    assert selector.selection_probability_ is None
    assert clone(selector).pvalues is True


def test_permutations(data):
    x, y = data
    selector = tamis.HSIC(3, permutations=49, random_state=1).fit(x, y)
    assert set(selector.p_method_) == {"permutation"}
    assert selector.pvalues_.min() == 1 / 50
    assert (selector.pvalues_familywise_ >= selector.pvalues_).all()


def test_graph_tests(data):
    x, _ = data
    selector = tamis.LaplacianScore(3, pvalues=True).fit(x)
    assert set(selector.p_method_) <= {"pearson3", "normal", "permutation"}
    assert selector.z_.shape == selector.skew_.shape == selector.test_score_.shape == (12,)


def test_stability_and_rank_intervals(data):
    selector = tamis.FisherScore(3, stability=10, bootstrap=True).fit(*data)
    assert selector.selection_probability_.sum() == pytest.approx(3)
    assert (selector.stability_["pairs"], selector.stability_["size"]) == (10, 3)
    assert selector.rank_interval_.shape == (12, 2)
    assert (selector.rank_interval_[:, 0] <= selector.rank_interval_[:, 1]).all()
    assert selector.bootstrap_["replicates"] == 200
    halves = tamis.ReliefF(3, bootstrap=8).fit(*data)
    assert (halves.bootstrap_["kind"], halves.bootstrap_["replicates"]) == ("half-sample", 8)


def test_nothing_by_default(data):
    selector = tamis.FisherScore(3).fit(*data)
    assert selector.pvalues_ is None and selector.rank_interval_ is None


def test_single_precision_is_taken_as_it_is(data):
    x, y = data
    narrow = x.astype(np.float32)
    one = tamis.FisherScore(3, permutations=19).fit(narrow, y)
    two = tamis.FisherScore(3, permutations=19).fit(narrow.astype(np.float64), y)
    np.testing.assert_array_equal(one.pvalues_, two.pvalues_)


@pytest.mark.parametrize("parameters, message", [
    ({"permutations": 0}, "permutations takes a number of at least 1, not 0"),
    ({"stability": 0}, "stability takes a number of at least 1, not 0"),
    ({"stability_size": 3}, "stability_size belongs to stability: give both, or leave it out"),
])
def test_messages(data, parameters, message):
    with pytest.raises(ValueError) as error:
        tamis.FisherScore(3, **parameters).fit(*data)
    assert str(error.value) == message


def test_types(data):
    for parameters, message in [({"pvalues": 1}, "pvalues takes True or False, not 1"),
                                ({"permutations": True}, "permutations takes an integer or None, not True"),
                                ({"stability": 0.5}, "stability takes an integer, True or None, not 0.5")]:
        with pytest.raises(TypeError) as error:
            tamis.FisherScore(3, **parameters).fit(*data)
        assert str(error.value) == message


def test_refused_with_a_reason(data):
    with pytest.raises(ValueError, match="gfs has no p-values: it chooses a set"):
        tamis.GeneralizedFisherScore(3, pvalues=True).fit(*data)
