"""Features to force, rules for their number, explanations, AutoSelector."""
import numpy as np
import pytest

import tamis

RNG = np.random.default_rng(3)
Y = np.repeat([0, 1], 30)
X = RNG.normal(size=(60, 8))
X[:, :3] += 2 * Y[:, None]
NAMES = [f"f{j}" for j in range(8)]


@pytest.mark.parametrize("cls", [tamis.FisherScore, tamis.TraceRatio, tamis.GeneralizedFisherScore, tamis.LapDOFS,
                                 tamis.ReliefF, tamis.LaplacianScore])
def test_include_and_exclude(cls):
    fitted = cls(4, include=[7, 5], exclude="0..1").fit(X, Y)
    assert list(fitted.indices_[:2]) == [7, 5]
    assert not {0, 1} & set(fitted.indices_)


def test_names_of_a_frame():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=NAMES)
    fitted = tamis.FisherScore(2, include="f6", exclude=["f0", "f1"]).fit(frame, Y)
    assert list(fitted.get_feature_names_out()) == ["f2", "f6"]
    assert list(fitted.indices_) == [6, 2]
    with pytest.raises(ValueError, match="X: has no feature 'g6'"):
        tamis.FisherScore(include="g6").fit(frame, Y)


def test_wrong_lists_name_parameters():
    with pytest.raises(ValueError, match="feature 1 is both included and excluded: take it out of include or exclude"):
        tamis.FisherScore(3, include=1, exclude=[1]).fit(X, Y)
    with pytest.raises(ValueError, match="use n_features_to_select=3 or include fewer"):
        tamis.FisherScore(2, include=[1, 2, 3]).fit(X, Y)
    with pytest.raises(TypeError, match="include takes names and positions of features, not 1.5"):
        tamis.FisherScore(2, include=[1.5]).fit(X, Y)


def test_rules():
    best = tamis.FisherScore("cv:best").fit(X, Y)
    assert best.k_rule_ == "cv:best" and "cross-validation" in best.k_reason_
    assert len(tamis.FisherScore("cv").fit(X, Y).indices_) <= len(best.indices_)
    assert tamis.LaplacianScore("cv:best").fit(X, Y).k_rule_ == "cv:best"
    assert tamis.LapDOFS("gain:0.5").fit(X).k_rule_ == "gain:0.5"
    assert tamis.FisherScore(3).fit(X, Y).k_rule_ is None
    significant = tamis.FisherScore("fdr:0.05").fit(X, Y)
    assert significant.k_rule_ == "fdr:0.05"
    assert set(significant.indices_) == set(np.flatnonzero(significant.qvalues_ <= 0.05)) >= {0, 1, 2}
    stable = tamis.GeneralizedFisherScore("stable:0.75", stability_size=3).fit(X, Y)
    assert set(stable.indices_) == set(np.flatnonzero(stable.selection_probability_ >= 0.75 - 1e-9))
    assert stable.stability_["size"] == 3
    noise = RNG.permuted(X, axis=0)
    with pytest.raises(ValueError, match="k = fdr:1e-05: nothing significant: the smallest q is .*n_features_to_select=8"):
        tamis.FisherScore("fdr:0.00001").fit(noise, Y)
    with pytest.raises(ValueError, match="'0.5' is not a number above 0.5 and at most 1"):
        tamis.FisherScore("stable:0.5").fit(X, Y)
    with pytest.raises(ValueError, match="needs|labels"):
        tamis.LaplacianScore("cv").fit(X)


def test_explanations():
    fitted = tamis.FisherScore(2, explain=True).fit(X, Y)
    assert len(fitted.explanations_) == 8
    assert fitted.explanations_[fitted.indices_[0]]["reason"] == "chosen"
    assert [profile["feature"] for profile in fitted.class_profiles_] == list(fitted.indices_)
    assert tamis.FisherScore(2).fit(X, Y).explanations_ is None


def test_nested_comparison():
    document = tamis.compare(X, Y, methods=["fisher"], k=[1, 3], protocol="nested:3x3").document
    assert {row["label"] for row in document["summary"]} == {"best", "fisher", "random", "all"}
    rules = tamis.compare(X, Y, methods=["fisher"], k=["cv:best", "fdr:0.05", "stable:0.75", 2], protocol="cv:3").document
    assert {row.get("k_rule") for row in rules["rows"]} == {None, "cv:best", "fdr:0.05", "stable:0.75"}


def test_auto_selector():
    fitted = tamis.AutoSelector(candidates=["fisher"]).fit(X, Y)
    assert fitted.method_ == "fisher"
    assert set(fitted.nested_accuracy_) == {"mean", "std", "all", "random"}
    assert fitted.transform(X).shape[1] == len(fitted.indices_)
    assert fitted.conclusion_
    assert fitted.qvalues_.shape == fitted.selection_probability_.shape == (8,)
    assert fitted.stability_["pairs"] == 20
    plain = tamis.AutoSelector(3).fit(X)
    assert plain.nested_accuracy_ is None and len(plain.indices_) == 3
    assert plain.z_.shape == (8,)
    assert tamis.AutoSelector(candidates=["gfs"]).fit(X, Y).qvalues_ is None
    with pytest.raises(TypeError, match="candidates are names of methods"):
        tamis.AutoSelector(candidates=[3]).fit(X, Y)
