"""Projectors as scikit-learn transformers."""
import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

import tamis
from tamis._generated import PROJECTORS

every_projector = pytest.mark.parametrize("cls", PROJECTORS.values(), ids=PROJECTORS.keys())
pytestmark = pytest.mark.filterwarnings("ignore::tamis.TamisWarning")


def test_the_names_of_the_interface_are_there():
    for name in "FLDA TraceRatioLDA APAC HMSS GMSS MMDA ATR WHTR TRLN".split():
        assert issubclass(getattr(tamis, name), tamis._projector.Projector)


@every_projector
def test_attributes_and_transform(cls, small):
    x, y = small
    projector = cls(n_components=2).fit(x, y)
    assert projector.components_.shape == (2, 12) and projector.n_components_ == 2
    out = projector.transform(x)
    np.testing.assert_allclose(out, (x - projector.mean_) @ projector.components_.T, atol=1e-10)
    np.testing.assert_allclose(projector.feature_weights_, np.linalg.norm(projector.components_, axis=0), rtol=1e-12)
    for same in (sp.csr_matrix(x), sp.csc_matrix(x), np.asfortranarray(x), pd.DataFrame(x)):
        np.testing.assert_allclose(clone(projector).fit(same, y).transform(same), out, atol=1e-7)
    np.testing.assert_allclose(pickle.loads(pickle.dumps(projector)).transform(x), out)
    names = projector.get_feature_names_out()
    assert list(names) == [f"{cls.__name__.lower()}{i}" for i in range(2)]
    frame = clone(projector).set_output(transform="pandas").fit_transform(pd.DataFrame(x), y)
    assert list(frame.columns) == list(names)


@every_projector
def test_bad_input(cls, small):
    x, y = small
    if cls._needs_labels:
        with pytest.raises(ValueError, match="requires y to be passed"):
            cls().fit(x)
        with pytest.raises(ValueError, match=f"{cls._method} got 59 labels for 60 samples"):
            cls().fit(x, y[:-1])
        with pytest.raises(ValueError):
            cls(n_components=0.5).fit(x, y)
    with pytest.raises(ValueError):
        cls(n_components=0).fit(x, y)
    with pytest.raises(ValueError):
        cls(n_components=10**9).fit(x, y)
    with pytest.raises(TypeError):
        cls(n_components=[2]).fit(x, y)
    projector = cls().fit(x, y)
    with pytest.raises(ValueError, match="X has 11 features, but .* is expecting 12 features"):
        projector.transform(x[:, 1:])
    holes = x.copy()
    holes[0, 0] = np.nan
    with pytest.raises(ValueError, match="1 missing cell"):
        projector.transform(holes)


def test_pca_is_that_of_scikit_learn(digits):
    ours = tamis.PCA(5).fit(digits.data)
    theirs = PCA(5, svd_solver="full").fit(digits.data)
    overlap = np.abs(np.sum(ours.components_ * theirs.components_, axis=1))
    np.testing.assert_allclose(overlap, 1.0, atol=1e-9)
    np.testing.assert_allclose(ours.eigenvalues_ / 1796, theirs.explained_variance_, rtol=1e-9)
    assert tamis.PCA(0.9).fit(digits.data).n_components_ == PCA(0.9).fit(digits.data).n_components_


def test_flda_spans_the_space_of_scikit_learn(digits):
    x = digits.data[:, digits.data.std(axis=0) > 0]
    ours = tamis.FLDA(3, regularization=1e-9).fit(x, digits.target)
    theirs = LinearDiscriminantAnalysis(solver="eigen", n_components=3).fit(x, digits.target)
    ours_basis = np.linalg.qr(ours.components_.T)[0]
    theirs_basis = np.linalg.qr(theirs.scalings_[:, :3])[0]
    np.testing.assert_allclose(np.linalg.svd(ours_basis.T @ theirs_basis)[1], 1.0, atol=1e-6)


def test_front_pca_and_pipeline(digits):
    x, y = digits.data[:600], digits.target[:600]
    projector = tamis.TraceRatioLDA(5, pca=0.95).fit(x, y)
    assert projector.pca_["share"] >= 0.95
    np.testing.assert_allclose(projector.components_.T, projector.pca_["components"] @ projector.pca_["weights"],
                               atol=1e-10)
    score = cross_val_score(make_pipeline(tamis.FLDA(pca=0.95), KNeighborsClassifier(1)), x, y, cv=3).mean()
    assert score > 0.85
