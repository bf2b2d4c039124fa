"""AnnData in, columns of var out."""
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import tamis

anndata = pytest.importorskip("anndata")
pytestmark = pytest.mark.filterwarnings("ignore::tamis.TamisWarning", "ignore::FutureWarning")


@pytest.fixture
def cells():
    random = np.random.default_rng(0)
    kind = random.integers(0, 3, size=80)
    counts = random.poisson(1.0, size=(80, 40)).astype(np.float32)
    counts[:, :5] += 4 * (kind[:, None] == np.arange(5) % 3)
    adata = anndata.AnnData(sp.csr_matrix(counts), obs=pd.DataFrame({"kind": pd.Categorical([f"k{k}" for k in kind])},
                                                                    index=[f"cell{i}" for i in range(80)]),
                            var=pd.DataFrame(index=[f"gene{j}" for j in range(40)]))
    adata.layers["log"] = sp.csr_matrix(np.log1p(counts))
    graph = (kind[:, None] == kind[None]).astype(np.float32)
    np.fill_diagonal(graph, 0)
    adata.obsp["connectivities"] = sp.csr_matrix(graph)
    return adata


def test_writes_var_and_uns(cells, tmp_path):
    before = cells.X.copy()
    selector = tamis.select_genes(cells, n_top=5, method="fisher", label="kind")
    assert set(cells.var_names[cells.var["tamis_selected"]]) == {f"gene{j}" for j in range(5)}
    assert np.array_equal(cells.var["tamis_score"], selector.scores_)
    assert sorted(cells.var["tamis_rank"])[:5] == [1, 2, 3, 4, 5]
    assert cells.uns["tamis"]["method"] == "fisher" and cells.uns["tamis"]["n_top"] == 5
    assert (cells.X != before).nnz == 0
    cells.write_h5ad(tmp_path / "cells.h5ad")
    again = anndata.read_h5ad(tmp_path / "cells.h5ad")
    assert np.array_equal(again.var["tamis_selected"], cells.var["tamis_selected"])
    assert again.uns["tamis"]["method"] == "fisher"


def test_layers_graphs_and_options(cells):
    direct = tamis.LaplacianScore(7, affinity=cells.obsp["connectivities"]).fit(cells.layers["log"])
    tamis.select_genes(cells, 7, "laplacian", layer="log", affinity="connectivities", key_added="smooth")
    assert np.array_equal(cells.var["smooth_selected"], direct.support_)
    tamis.select_genes(cells, 0.1, "lapdofs", layer="log", n_neighbors=6)
    assert cells.var["tamis_selected"].sum() == 4 and cells.uns["tamis"]["graph"]["neighbors"] == 6


@pytest.mark.parametrize("options, words", [
    ({"method": "fischer"}, "unknown method 'fischer'"),
    ({"method": "fisher"}, "requires y to be passed"),
    ({"method": "fisher", "label": "type"}, "there is no 'type' in adata.obs: it has kind"),
    ({"layer": "raw"}, "there is no 'raw' in adata.layers: it has log"),
    ({"affinity": "distances"}, "there is no 'distances' in adata.obsp: it has connectivities"),
    ({"n_top": 41}, "k = 41 is more than the 40 features"),
])
def test_bad_input(cells, options, words):
    with pytest.raises(ValueError) as caught:
        tamis.select_genes(cells, **{"n_top": 5, "method": "variance", **options})
    assert words in str(caught.value)


def test_not_anndata():
    with pytest.raises(TypeError, match="takes an AnnData object, not ndarray"):
        tamis.select_genes(np.ones((3, 3)))
