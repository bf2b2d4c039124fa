"""Comparisons: the numbers of the command line, as frames and pictures."""
import json

import matplotlib
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import tamis

matplotlib.use("Agg")
pytestmark = pytest.mark.filterwarnings("ignore::tamis.TamisWarning")


@pytest.fixture(scope="module")
def comparison(digits):
    return tamis.compare(digits.data, digits.target, ["fisher", tamis.LaplacianScore(weights="binary", n_neighbors=4)],
                         k=[5, 20], protocol="holdout:0.2x3", random_state=1)


def test_the_same_rows_as_the_command_line(comparison, command_line):
    printed = command_line("evaluate", "digits", "--methods", "fisher,laplacian:neighbors=4:weights=binary", "-k", "5,20",
                           "--protocol", "holdout:0.2x3", "--seed", "1")
    ours = {(row["method"], row["k"], row["repeat"], row["metric"]): row["value"] for row in comparison.document["rows"]}
    theirs = {(row["method"], row["k"], row["repeat"], row["metric"]): row["value"] for row in printed["rows"]}
    assert ours == theirs and len(ours) >= 12


def test_frames(comparison):
    summary = comparison.to_frame()
    assert {"method", "k", "evaluator", "metric", "mean", "std", "n"} <= set(summary.columns)
    accuracy = summary[(summary.method == "fisher") & (summary.metric == "accuracy")].set_index("k")["mean"]
    assert accuracy[20] > accuracy[5] > 0.3
    rows = comparison.to_frame("rows")
    mean = rows[(rows.method == "fisher") & (rows.metric == "accuracy") & (rows.k == 20)]["value"].mean()
    assert mean == pytest.approx(accuracy[20], abs=1e-12)
    assert {"a", "b", "p", "p_holm"} <= set(comparison.to_frame("tests").columns)
    with pytest.raises(ValueError, match="there is no table 'row'"):
        comparison.to_frame("row")


def test_plot(comparison):
    ax = comparison.plot()
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert "fisher" in labels and "all" in labels and "random" in labels
    assert ax.get_xlabel() == "features" and ax.get_ylabel() == "accuracy (1nn)"
    with pytest.raises(ValueError, match="there is no 1nn/speed in this comparison: it has"):
        comparison.plot(metric="speed")


def test_json_and_repr(comparison, tmp_path):
    comparison.to_json(tmp_path / "results.json")
    assert json.loads((tmp_path / "results.json").read_text())["schema"] == "tamis.results/1"
    assert repr(comparison).startswith("<Comparison of fisher, laplacian")


def test_kinds_of_data(digits):
    x, y = digits.data[:200], digits.target[:200]
    holes = x.copy()
    holes[0, 20] = np.nan
    for data in (sp.csr_matrix(x), pd.DataFrame(x).astype("float32"), holes):
        found = tamis.compare(data, y, "fisher", 5, "cv:2x1", baselines=False)
        assert found.to_frame()["method"].unique().tolist() == ["fisher"]
    clusters = tamis.compare(x, y, ["laplacian"], 10, "cluster:3x2", n_neighbors=3)
    assert {"ac", "nmi"} <= set(clusters.to_frame().metric)


KNOWN = ("Known: variance, fisher, laplacian, trace-ratio, spec, relieff, hsic, gfs, lapdofs, lapaofs, lapeofs, lapgofs, "
         "q-alpha, trln, all, random")
GRAPH = "For graphs it has n_neighbors, metric, weights, self_loops, bandwidth, symmetry, search, recall, same_class"


@pytest.mark.parametrize("arguments, kind, message", [
    ({"methods": []}, ValueError,
     'no method is given: give the methods to compare, as in methods=["fisher", "laplacian"]'),
    ({"methods": "fisher,laplacian"}, ValueError,
     """several methods are a list, as in methods=["fisher", "laplacian"], not 'fisher,laplacian'"""),
    ({"methods": ["fischer"]}, ValueError, f"unknown method 'fischer': did you mean 'fisher'? {KNOWN}"),
    ({"methods": [3]}, TypeError, "methods are names or selectors of this package, not int"),
    ({"methods": ["laplacian:neighbors=0"]}, ValueError, "neighbors takes an integer >= 1, not '0'"),
    ({"methods": ["lapdofs:tolerance=-1"]}, ValueError, "tolerance takes a number > 0, not '-1'"),
    ({"methods": [tamis.LaplacianScore(affinity=np.eye(200))]}, ValueError,
     "LaplacianScore: a graph of your own does not follow the splits; leave affinity out"),
    ({"k": []}, ValueError, "no number of features is given: give the numbers to compare, as in k=[10, 20, 50]"),
    ({"k": "10,20"}, ValueError, "several numbers of features are a list, as in k=[10, 20], not '10,20'"),
    ({"k": [5, 65]}, ValueError, "k = 65 is more than the 64 features there are: use a smaller k or 'all'"),
    ({"k": 0}, ValueError, "k must be at least 1, not 0"),
    ({"protocol": 5}, TypeError, "protocol takes a text, as in protocol='cv:5x5', not 5"),
    ({"evaluators": "2nn"}, ValueError, "unknown evaluator '2nn': did you mean '1nn'? Known: 1nn, svm, kmeans"),
    ({"evaluators": [1]}, TypeError, 'evaluators takes texts, as in evaluators=["1nn", "svm"], not 1'),
    ({"scale": "big"}, ValueError, "unknown scaling 'big'. Known: none, standard, minmax, unit"),
    ({"scale": 1}, TypeError, "scale takes a text, as in scale='standard', or None, not 1"),
    ({"svm_c": -1.0}, ValueError, "svm_c takes a number above 0, or None to choose it on the training part, not -1.0"),
    ({"svm_c": "auto"}, ValueError, "svm_c takes a number above 0, or None to choose it on the training part, not 'auto'"),
    ({"neigbors": 3}, ValueError, f"compare has no parameter 'neigbors': did you mean 'n_neighbors'? {GRAPH}"),
    ({"neighbors": 3}, ValueError, f"compare has no parameter 'neighbors': did you mean 'n_neighbors'? {GRAPH}"),
    ({"purple": 3}, ValueError, f"compare has no parameter 'purple': {GRAPH}"),
    ({"n_neighbors": 0}, ValueError, "n_neighbors takes an integer >= 1, not '0'"),
    ({"y": None}, ValueError, "compare needs the class of every sample: give them as y"),
])
def test_bad_arguments(arguments, kind, message, digits):
    call = {"X": digits.data[:200], "y": digits.target[:200], "methods": "fisher", "k": 5, "protocol": "cv:2x1", **arguments}
    with pytest.raises(kind) as caught:
        tamis.compare(**call)
    assert str(caught.value) == message


def test_protocols_that_are_refused_show_the_grammar(digits):
    with pytest.raises(ValueError, match=r"^protocol 'holdout': holdout needs its numbers; protocols are holdout:"):
        tamis.compare(digits.data, digits.target, "fisher", 5, "holdout")


def test_infinite_cells_are_named(digits):
    x = digits.data[:200].copy()
    x[1, 2] = np.inf
    with pytest.raises(ValueError) as caught:
        tamis.compare(x, digits.target[:200], "fisher", 5, "cv:2x1")
    assert str(caught.value) == (
        "X: 1 cell infinite or beyond 1e150: row 1, column 2 is inf (rows and columns counted from 0): correct these values, "
        "or make them NaN, which is filled with the mean of the training part")


@pytest.mark.filterwarnings("always::tamis.TamisWarning")
def test_warnings_advise_the_parameters_of_compare():
    random = np.random.default_rng(0)
    x, y = random.normal(size=(40, 6)), np.repeat([0, 1], 20)
    with pytest.warns(tamis.TamisWarning) as caught:
        tamis.compare(x, y, "variance", 2, "cv:2x1", scale="standard")
    assert [str(warning.message) for warning in caught] == [
        "variance: all features have variance 1 after scale='standard'; use scale='none' or scale='minmax' (2 times)"]
    x[:, 5] *= 1e9
    with pytest.warns(tamis.TamisWarning) as caught:
        tamis.compare(x, y, "laplacian", 2, "cv:2x1", scale="none")
    assert [str(warning.message) for warning in caught] == [
        "1 of 6 features carries 100.0 % of the total variance (column 5, counted from 0): distances and raw scales see "
        "little else; try scale='standard' (2 times)"]
