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


@pytest.mark.parametrize("arguments, kind, words", [
    ({"methods": ["fischer"]}, ValueError, "did you mean 'fisher'?"),
    ({"methods": [3]}, TypeError, "methods are names or selectors of this package"),
    ({"protocol": "holdout"}, ValueError, "holdout"),
    ({"k": 65}, ValueError, "65"),
    ({"evaluators": "2nn"}, ValueError, "2nn"),
    ({"neigbors": 3, "methods": "laplacian"}, ValueError, "did you mean 'neighbors'"),
    ({"methods": [tamis.LaplacianScore(affinity=np.eye(200))]}, ValueError, "does not follow the splits"),
    ({"scale": "big"}, ValueError, "big"),
])
def test_bad_input(arguments, kind, words, digits):
    with pytest.raises(kind) as caught:
        tamis.compare(digits.data[:200], digits.target[:200], **{"methods": "fisher", "k": 5, "protocol": "cv:2x1", **arguments})
    assert words in str(caught.value)
