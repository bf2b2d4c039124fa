"""tamis.neighbor_graph."""
import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.neighbors import kneighbors_graph

import tamis


def data(samples=300, features=6, seed=0):
    return np.random.default_rng(seed).standard_normal((samples, features))


def test_binary_union_is_scikit_learns():
    x = data()
    graph = tamis.neighbor_graph(x, 7, weights="binary")
    listed = kneighbors_graph(x, 7)
    assert sp.issparse(graph) and graph.format == "csr" and graph.shape == (300, 300)
    assert (graph != listed.maximum(listed.T)).nnz == 0


def test_mutual_and_sparse():
    x = sp.random(200, 50, 0.1, "csr", random_state=1)
    graph = tamis.neighbor_graph(x, 5, weights="binary", symmetry="mutual")
    listed = kneighbors_graph(x.toarray(), 5)
    assert (graph != listed.multiply(listed.T)).nnz <= 4  # ties may be broken differently


def test_it_is_the_selectors_graph():
    x = data()
    graph = tamis.neighbor_graph(x, 5)
    own = tamis.LaplacianScore(n_features_to_select=3, affinity=graph).fit(x)
    built = tamis.LaplacianScore(n_features_to_select=3).fit(x)
    np.testing.assert_array_equal(own.raw_scores_, built.raw_scores_)


def test_info_says_how_neighbors_were_found():
    x = data(8500, 4)
    graph, info = tamis.neighbor_graph(x, 5, return_info=True)
    assert info["search"] == "exact" and info["recall"] == 1.0 and list(info["recall_interval"]) == [1.0, 1.0]
    assert info["edges"] == (graph.nnz) // 2
    graph, info = tamis.neighbor_graph(x, 5, search="approximate", return_info=True)
    assert info["search"] == "approximate" and info["recall_goal"] == 0.95
    low, high = info["recall_interval"]
    assert 0.95 <= low <= info["recall"] <= high <= 1.0
    again = tamis.neighbor_graph(x, 5, search="approximate", n_jobs=1)
    assert (graph != again).nnz == 0
    fitted = tamis.LaplacianScore(n_features_to_select=3, search="approximate", recall=0.9).fit(x)
    assert fitted.graph_["search"] == "approximate" and fitted.graph_["recall"] >= 0.9


def test_same_class_uses_y():
    x = data(100)
    y = np.arange(100) % 2
    plain = tamis.neighbor_graph(x, 5)
    weighed = tamis.neighbor_graph(x, 5, y=y, same_class=3)
    i, j = plain.nonzero()
    expected = np.asarray(plain[i, j]).ravel() * np.where(y[i] == y[j], 3.0, 1.0)
    np.testing.assert_allclose(np.asarray(weighed[i, j]).ravel(), expected)
    with pytest.raises(ValueError, match="same_class"):
        tamis.neighbor_graph(x, 5, same_class=3)


@pytest.mark.parametrize("recall", [0, -1, 1.5])
def test_a_recall_out_of_range(recall):
    with pytest.raises(ValueError, match="recall.*above 0 to 1"):
        tamis.neighbor_graph(data(), recall=recall)


def test_bad_input():
    with pytest.raises(ValueError, match="NaN"):
        tamis.neighbor_graph(np.array([[1.0, np.nan], [2.0, 3.0]]))
    with pytest.raises(ValueError, match="two samples"):
        tamis.neighbor_graph(np.ones((1, 3)))
    assert tamis.neighbor_graph(data(4), 100).nnz == 12


def test_anndata_keeps_it():
    anndata = pytest.importorskip("anndata")
    x = data(50)
    cells = anndata.AnnData(x)
    cells.obsp["connectivities"] = tamis.neighbor_graph(x)
    assert cells[:10].obsp["connectivities"].shape == (10, 10)
