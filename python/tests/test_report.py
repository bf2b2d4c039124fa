"""report, to_html and _repr_html_."""
import copy
import json
import pathlib
import pickle
import re

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn
import sklearn.pipeline

import tamis
from tamis._generated import PROJECTORS, SELECTORS

RNG = np.random.default_rng(5)
Y = np.repeat(["a", "b"], 30)
X = RNG.normal(size=(60, 12))
X[:, :3] += 2 * (Y == "b")[:, None]


def page(path):
    text = open(path, encoding="utf-8").read()
    assert text.lower().startswith("<!doctype html>") and text.rstrip().endswith("</html>")
    return text


def document_of(estimator, *data, image=None):
    return json.loads(estimator._shown_document(*(data or (None, None)), image))


def setting(cls):
    """With a setting that needs nothing but X and y."""
    return cls(n_features_to_select=4)


@pytest.mark.parametrize("name", SELECTORS)
def test_every_selector(name, tmp_path):
    fitted = setting(SELECTORS[name]).fit(X, Y)
    assert page(fitted.report(tmp_path / "bare.html"))
    assert page(fitted.report(str(tmp_path / "full.html"), X, Y, image=(3, 4)))
    document = document_of(fitted, X, Y, image="3x4:columns")
    shown = document["exhibits"]
    assert [one["feature"] for one in shown["histograms"]][:4] == list(fitted.indices_)
    assert shown["histogram_classes"] == ["a", "b"] and document["label"]["class_names"] == ["a", "b"]
    assert shown["image"] == {"height": 3, "width": 4, "order": "columns"}
    assert len(document["explanations"]) == 12 and len(shown["map"]["flda"]["x"]) == 60
    assert "exhibits" not in document_of(fitted)


@pytest.mark.parametrize("name", PROJECTORS)
def test_every_projector(name, tmp_path):
    fitted = PROJECTORS[name](n_components=1).fit(X, Y)
    assert page(fitted.report(tmp_path / "bare.html"))
    assert page(fitted.report(tmp_path / "full.html", X, Y))
    shown = document_of(fitted, X, Y)["exhibits"]
    plane = shown["map"]["projected"]
    found = fitted.transform(X)[:, 0]
    np.testing.assert_allclose(plane["x"], found, atol=2e-5 * np.abs(found).max())
    np.testing.assert_allclose(shown["contributions"], fitted.feature_weights_ * X.std(axis=0), rtol=1e-9)


def test_auto(tmp_path):
    fitted = tamis.AutoSelector(candidates=["fisher"]).fit(X, Y)
    assert page(fitted.report(tmp_path / "a.html", X, Y))
    document = document_of(fitted, X, Y)
    assert document["auto"]["verdict"] and document["exhibits"]["scale"] == "standard"
    again = pickle.loads(pickle.dumps(fitted))
    assert document_of(again, X, Y)["auto"] == document["auto"]


def test_after_pickle_and_copy():
    fitted = tamis.LaplacianScore(4).fit(X)
    wanted = document_of(fitted, X, Y)
    for again in (pickle.loads(pickle.dumps(fitted)), copy.deepcopy(fitted)):
        assert document_of(again, X, Y) == wanted


def test_kinds_of_data_have_the_same_exhibits():
    x = np.round(np.abs(X)) * (RNG.random(X.shape) < 0.5)
    fitted = tamis.FisherScore(4).fit(x, Y)
    wanted = document_of(fitted, x, Y)["exhibits"]
    for other in (sp.csr_matrix(x), x.astype(np.float32), np.asfortranarray(x), sp.csr_matrix(x.astype(np.float32))):
        assert document_of(fitted, other, Y)["exhibits"] == wanted


def test_names_of_a_frame(tmp_path):
    pandas = pytest.importorskip("pandas")
    hostile = "</script><img src=x onerror=alert(1)>"
    frame = pandas.DataFrame(X, columns=[hostile, *(f"f{j}" for j in range(1, 12))])
    fitted = tamis.FisherScore(12).fit(frame, Y)
    for data in ((None, None), (frame, Y)):
        document = document_of(fitted, *data)
        assert document["data"]["feature_names"][0] == hostile
        assert sorted(document["selected_names"]) == sorted(frame.columns)
    text = page(fitted.report(tmp_path / "n.html", frame, Y))
    assert hostile not in text and "<img src=x" not in text
    with pytest.raises(ValueError, match="feature names should match"):
        fitted.report(tmp_path / "n.html", frame.rename(columns={"f1": "g1"}), Y)


def test_errors_name_parameters(tmp_path):
    path = tmp_path / "e.html"
    with pytest.raises(sklearn.exceptions.NotFittedError):
        tamis.FisherScore().report(path)
    fitted = tamis.FisherScore(4).fit(X, Y)
    with pytest.raises(ValueError, match="y without X"):
        fitted.report(path, y=Y)
    with pytest.raises(ValueError, match="image: an image of 3 x 5 has 15 pixels, and X has 12 features"):
        fitted.report(path, image=(3, 5))
    with pytest.raises(ValueError, match="image: 'wide' is no size of an image"):
        fitted.report(path, image="wide")
    with pytest.raises(TypeError, match=r"image takes \(height, width\) or a text"):
        fitted.report(path, image=12)
    with pytest.raises(ValueError, match="X has 50 samples and 12 features, and the selection was made from 60"):
        fitted.report(path, X[:50], Y[:50])
    with pytest.raises(ValueError, match="12 features"):
        fitted.report(path, X[:, :5], Y)
    with pytest.raises(ValueError, match="y has other classes than the y that fit was given"):
        fitted.report(path, X, np.where(Y == "a", "c", "d"))
    with pytest.raises(ValueError, match="there is no folder|cannot write"):
        fitted.report(tmp_path / "nowhere" / "e.html")
    assert not path.exists()


def test_y_of_a_method_without_labels_colors_the_map():
    fitted = tamis.VarianceScore(4).fit(X)
    assert document_of(fitted, X, None)["exhibits"]["map"]["class"] is None
    assert document_of(fitted, X, Y)["exhibits"]["map"]["class"] == [0] * 30 + [1] * 30


def test_comparison(tmp_path):
    result = tamis.compare(X, Y, ["fisher", "variance"], k=[2, 4], protocol="holdout:0.5x3")
    assert page(result.to_html(tmp_path / "c.html"))
    assert page(result.to_html(tmp_path / "m.html", image=(3, 4)))
    with pytest.raises(ValueError, match="12 features"):
        result.to_html(tmp_path / "m.html", image=(3, 5))
    head = result._repr_html_()
    assert "fisher" in head and "<script" not in head


def test_in_notebooks():
    selector, fitted = tamis.FisherScore(4), tamis.FisherScore(4).fit(X, Y)
    number = re.compile(r"sk-[a-z]+-id-\d+")  # counts the diagrams
    plain = number.sub("", sklearn.utils.estimator_html_repr(selector))
    assert number.sub("", selector._repr_html_()) == plain
    head = fitted._repr_html_()
    assert "<script" not in head and "<table" in head and head != sklearn.utils.estimator_html_repr(fitted)
    assert fitted._repr_mimebundle_()["text/html"] == head
    assert number.sub("", selector._repr_mimebundle_()["text/html"]) == plain
    with sklearn.config_context(display="text"):
        assert "text/html" not in fitted._repr_mimebundle_() and not hasattr(fitted, "_repr_html_")
    pipeline = sklearn.pipeline.make_pipeline(fitted)
    assert "FisherScore" in pipeline._repr_html_()


def test_a_page_names_parameters_of_python(tmp_path):
    fitted = tamis.FisherScore(4).fit(X, Y)
    written = pathlib.Path(fitted.report(tmp_path / "r.html")).read_text(encoding="utf-8")
    text = re.sub(r"<(script|style)\b.*?</\1>", "", written, flags=re.DOTALL)
    assert "n_features_to_select=&#39;cv:best&#39;" in text or "n_features_to_select='cv:best'" in text
    assert "report(path, X, y)" in text and "stability" in text
    assert not re.search(r"<code>--?[a-z]", text)
