"""AnnData in, columns of var out."""
import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import tamis
from tamis import _core, _stored

anndata = pytest.importorskip("anndata")
pytestmark = pytest.mark.filterwarnings("ignore::tamis.TamisWarning", "ignore::FutureWarning")

FORMS = {"csr": sp.csr_matrix, "csc": sp.csc_matrix, "dense": sp.csr_matrix.toarray}


@pytest.fixture
def cells():
    random = np.random.default_rng(0)
    kind = random.integers(0, 3, size=80)
    counts = random.poisson(1.0, size=(80, 40)).astype(np.float32)
    counts[:, :5] += 4 * (kind[:, None] == np.arange(5) % 3)
    obs = pd.DataFrame({"kind": pd.Categorical([f"k{k}" for k in kind]),
                        "lane": pd.Categorical(["first"] * 30 + ["second"] * 27 + ["third"] * 23)},
                       index=[f"cell{i}" for i in range(80)])
    adata = anndata.AnnData(sp.csr_matrix(counts), obs=obs, var=pd.DataFrame(index=[f"gene{j}" for j in range(40)]))
    adata.layers["log"] = sp.csr_matrix(np.log1p(counts))
    graph = (kind[:, None] == kind[None]).astype(np.float32)
    np.fill_diagonal(graph, 0)
    adata.obsp["connectivities"] = sp.csr_matrix(graph)
    return adata


def stored(cells, tmp_path, form, dtype=np.float32):
    """The cells in a file, open in backed mode."""
    cells = cells.copy()
    cells.X = FORMS[form](cells.layers["log"].astype(dtype))
    cells.write_h5ad(tmp_path / "cells.h5ad")
    return anndata.read_h5ad(tmp_path / "cells.h5ad", backed="r")


def heard(work):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        work()
    return [str(warning.message) for warning in caught if warning.category is tamis.TamisWarning]


def test_writes_var_and_uns(cells, tmp_path):
    before = cells.X.copy()
    selector = tamis.select_genes(cells, n_top=5, method="fisher", label="kind")
    assert set(cells.var_names[cells.var["tamis_selected"]]) == {f"gene{j}" for j in range(5)}
    assert np.array_equal(cells.var["tamis_score"], selector.scores_)
    assert sorted(cells.var["tamis_rank"])[:5] == [1, 2, 3, 4, 5]
    assert cells.uns["tamis"]["method"] == "fisher" and cells.uns["tamis"]["n_top"] == 5
    assert list(selector.genes_) == [f"gene{j}" for j in selector.indices_] == list(cells.uns["tamis"]["genes"])
    assert "highly_variable" not in cells.var
    assert (cells.X != before).nnz == 0
    cells.write_h5ad(tmp_path / "cells.h5ad")
    again = anndata.read_h5ad(tmp_path / "cells.h5ad")
    assert np.array_equal(again.var["tamis_selected"], cells.var["tamis_selected"])
    assert again.uns["tamis"]["method"] == "fisher" and list(again.uns["tamis"]["genes"]) == list(selector.genes_)


def test_layers_graphs_and_options(cells):
    direct = tamis.LaplacianScore(7, affinity=cells.obsp["connectivities"]).fit(cells.layers["log"])
    tamis.select_genes(cells, 7, "laplacian", layer="log", affinity="connectivities", key_added="smooth")
    assert np.array_equal(cells.var["smooth_selected"], direct.support_)
    tamis.select_genes(cells, 0.1, "lapdofs", layer="log", n_neighbors=6)
    assert cells.var["tamis_selected"].sum() == 4 and cells.uns["tamis"]["graph"]["neighbors"] == 6
    tamis.select_genes(cells, 0.1, "lapdofs", layer="log", neighbors=7, weights="binary")  # as on the command line
    assert cells.uns["tamis"]["graph"]["neighbors"] == 7 and cells.uns["tamis"]["graph"]["weights"] == "binary"


def test_subset_and_highly_variable(cells):
    selector = tamis.select_genes(cells, 5, "fisher", label="kind", highly_variable=True)
    assert np.array_equal(cells.var["highly_variable"], selector.support_) and cells.n_vars == 40
    selector = tamis.select_genes(cells, 5, "fisher", label="kind", subset=True)
    assert list(cells.var_names) == [f"gene{j}" for j in range(5)] and cells.X.shape == (80, 5)
    assert cells.var["tamis_selected"].all() and selector.n_features_in_ == 40


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("method, options", [
    ("variance", {}), ("fisher", {"label": "kind"}), ("trace-ratio", {"label": "kind"}), ("hsic", {"label": "kind"}),
    ("laplacian", {"affinity": "connectivities"}), ("spec", {"affinity": "connectivities", "power": 2}),
    ("laplacian", {}), ("lapdofs", {}),
    ("laplacian", {"batch_key": "lane"}), ("fisher", {"label": "kind", "batch_key": "lane"}),
])
def test_backed_is_as_in_memory(cells, tmp_path, monkeypatch, form, dtype, method, options):
    wanted = tamis.select_genes(cells, 6, method, layer="log", **options)
    monkeypatch.setattr(_stored, "BLOCK_BYTES", 2000)  # several blocks of cells and strips of genes
    backed = stored(cells, tmp_path, form, dtype)
    matrix = _stored.StoredMatrix(backed.X)
    assert len(matrix.strips()) > 3
    found = tamis.select_genes(backed, 6, method, **options)
    assert list(found.genes_) == list(wanted.genes_)
    assert np.array_equal(backed.var["tamis_rank"], cells.var["tamis_rank"])
    if "batch_key" not in options:
        assert np.allclose(found.scores_, wanted.scores_, rtol=1e-12, atol=0)
        assert found.objective_ == pytest.approx(wanted.objective_) and found.stop_ == wanted.stop_
        assert found.params_ == wanted.params_
        if form == "csc" and method in ("variance", "fisher"):
            with pytest.raises(ValueError, match="strips of genes"):
                found.report(tmp_path / "r.html")
        else:
            assert found.report(tmp_path / "r.html")


@pytest.mark.parametrize("form", FORMS)
def test_blocks_of_a_file(cells, tmp_path, monkeypatch, form):
    whole = cells.layers["log"].toarray()
    matrix = _stored.StoredMatrix(stored(cells, tmp_path, form).X)
    monkeypatch.setattr(_stored, "BLOCK_BYTES", 1500)

    def dense(part):
        return part.toarray() if sp.issparse(part) else part

    assert np.array_equal(dense(matrix.read()), whole)
    some = np.array([0, 3, 4, 41, 79])
    assert np.array_equal(dense(matrix.read(some)), whole[some])
    assert np.array_equal(dense(matrix.read(genes=(7, 19))), whole[:, 7:19])
    assert np.array_equal(dense(matrix.read(some, (7, 19))), whole[some, 7:19])


def test_what_is_loaded_is_said(cells, tmp_path):
    backed = stored(cells, tmp_path, "csr")
    assert heard(lambda: tamis.select_genes(backed, 5, "variance")) == []
    whole = "needs whole cells: all of X (80 cells x 40 genes, 0.0334 MB) is read into memory"
    assert f"laplacian {whole}" in heard(lambda: tamis.select_genes(backed, 5, "laplacian"))
    for method, options in (("trace-ratio", {"label": "kind"}), ("hsic", {"label": "kind"}),
                            ("laplacian", {"affinity": "connectivities"}), ("spec", {"affinity": "connectivities"})):
        assert not any("memory" in text for text in heard(lambda: tamis.select_genes(backed, 5, method, **options)))
    (tmp_path / "by_genes").mkdir()
    by_genes = stored(cells, tmp_path / "by_genes", "csc")
    assert heard(lambda: tamis.select_genes(by_genes, 5, "variance")) == []
    assert (f"hsic {whole}; stored as CSR or dense it would be read in blocks"
            in heard(lambda: tamis.select_genes(by_genes, 5, "hsic", label="kind")))
    with pytest.raises(ValueError, match="a backed one cannot be changed: use adata.to_memory"):
        tamis.select_genes(backed, 5, "variance", subset=True)


@pytest.mark.parametrize("form", ["csr", "dense"])
def test_methods_in_passes_never_read_all_of_a_file(cells, tmp_path, monkeypatch, form):
    backed = stored(cells, tmp_path, form)
    read = _stored.StoredMatrix.read

    def read_some(self, cells=None, genes=None):
        assert cells is not None, "all cells are read"
        return read(self, cells, genes)

    monkeypatch.setattr(_stored.StoredMatrix, "read", read_some)
    for method, options in (("variance", {}), ("fisher", {"label": "kind"}), ("trace-ratio", {"label": "kind"}),
                            ("hsic", {"label": "kind"}), ("laplacian", {"affinity": "connectivities"}),
                            ("spec", {"affinity": "connectivities", "power": 2})):
        assert len(tamis.select_genes(backed, 5, method, **options).genes_) == 5
    with pytest.raises(AssertionError, match="all cells are read"):
        tamis.select_genes(backed, 5, "laplacian")


def test_a_file_that_cannot_be_read(cells, tmp_path, monkeypatch):
    backed = stored(cells, tmp_path, "dense")
    matrix = _stored.StoredMatrix(backed.X)

    def broken(a, b):
        raise OSError("the disk is gone")

    rows = _core.RowBlocks([40, 80], 40, sparse=False, read=broken, take=matrix._take)
    with pytest.raises(ValueError, match="X cannot be read: OSError: the disk is gone"):
        tamis.VarianceScore(3).fit(rows)
    with pytest.raises(ValueError, match="the ends of the blocks must ascend"):
        _core.RowBlocks([40, 20], 40, sparse=False, read=broken, take=broken)
    narrow = _core.RowBlocks([80], 41, sparse=False, read=lambda a, b: np.ones((b - a, 40)), take=broken)
    with pytest.raises(ValueError, match="a source of dense rows of 41 columns delivered dense rows of 40"):
        tamis.VarianceScore(3).fit(narrow)


def test_batches(cells):
    x = cells.layers["log"].tolil()
    x[:30, 7] = 0.0  # constant in the first batch, which takes no part in its median
    x[:, 8] = 2.0  # constant everywhere
    cells.layers["log"] = x.tocsr()
    found = tamis.select_genes(cells, 6, "variance", layer="log", batch_key="lane")
    ranks = np.full((3, 40), np.nan)
    for b, lane in enumerate(["first", "second", "third"]):
        variances = cells.layers["log"].toarray()[cells.obs["lane"] == lane].var(axis=0)
        there = np.flatnonzero(variances > 1e-12)
        ranks[b, there[np.argsort(-variances[there], kind="stable")]] = np.arange(1, len(there) + 1)
    assert np.isnan(ranks[0, 7]) and np.isnan(ranks[:, 8]).all()
    with np.errstate(invalid="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        median = np.nanmedian(ranks, axis=0)
    among = (ranks <= 6).sum(axis=0)
    order = sorted(range(40), key=lambda j: (np.inf if np.isnan(median[j]) else median[j], -among[j], j))
    assert list(found.indices_) == order[:6] and order[-1] == 8
    assert list(found.genes_) == [f"gene{j}" for j in order[:6]]
    assert np.array_equal(found.median_ranks_, median, equal_nan=True) and np.array_equal(found.n_batches_, among)
    assert np.array_equal(np.argsort(cells.var["tamis_rank"]), order)
    assert np.array_equal(cells.var["tamis_n_batches"], among) and "tamis_median_rank" in cells.var
    assert set(found.selectors_) == {"first", "second", "third"}
    assert list(found.get_support(indices=True)) == sorted(order[:6])
    assert cells.uns["tamis"]["batch_key"] == "lane"


def test_batches_take_their_part_of_a_graph(cells):
    found = tamis.select_genes(cells, 5, "laplacian", layer="log", batch_key="lane", affinity="connectivities")
    first = np.flatnonzero(cells.obs["lane"] == "first")
    direct = tamis.LaplacianScore(5, affinity=cells.obsp["connectivities"][first][:, first])
    direct.fit(cells.layers["log"][first])
    assert np.array_equal(found.selectors_["first"].indices_, direct.indices_)


def test_remarks_of_batches_are_told_once(cells):
    x = cells.layers["log"].tolil()
    x[1] = x[0]
    x[31] = x[30]
    x[32] = x[30]
    cells.layers["log"] = x.tocsr()
    said = heard(lambda: tamis.select_genes(cells, 5, "variance", layer="log", batch_key="lane"))
    assert said == ["samples that repeat an earlier one: 1 of 30 (in 2 batches, with other numbers)"]


def test_raw_counts_are_remarked_on(cells):
    cells.X = cells.X * 5
    said = heard(lambda: tamis.select_genes(cells, 5, "variance"))
    assert len(said) == 1 and said[0].startswith("adata.X looks like raw counts (whole numbers, 'gene")
    assert "normalize_total and log1p" in said[0]
    assert heard(lambda: tamis.select_genes(cells, 5, "variance", layer="log")) == []
    cells.layers["marks"] = (cells.X > 4).astype(np.float32)
    assert heard(lambda: tamis.select_genes(cells, 5, "variance", layer="marks")) == []


@pytest.mark.parametrize("options, words", [
    ({"method": "fischer"}, "unknown method 'fischer'"),
    ({"method": "fisher"}, "requires y to be passed"),
    ({"method": "fisher", "label": "type"}, "there is no 'type' in adata.obs: it has kind, lane"),
    ({"layer": "raw"}, "there is no 'raw' in adata.layers: it has log"),
    ({"method": "laplacian", "affinity": "distances"}, "there is no 'distances' in adata.obsp: it has connectivities"),
    ({"affinity": "connectivities"}, "variance uses no graph: leave affinity out"),
    ({"n_top": 41}, "k = 41 is more than the 40 features"),
    ({"n_top": 41, "batch_key": "lane"}, "n_top = 41 is not between 1 and the 40 genes there are"),
    ({"batch_key": "plate"}, "there is no 'plate' in adata.obs: it has kind, lane"),
    ({"n_neighbors": 4}, "variance has no option 'n_neighbors': known are n_jobs, random_state, verbose"),
    ({"method": "laplacian", "neighbors": 4, "n_neighbors": 4}, "'n_neighbors' is given twice"),
])
def test_bad_input(cells, options, words):
    with pytest.raises(ValueError) as caught:
        tamis.select_genes(cells, **{"n_top": 5, "method": "variance", **options})
    assert words in str(caught.value)


def test_bad_batches(cells):
    cells.obs["plate"] = ["a"] * 79 + ["b"]
    with pytest.raises(ValueError, match=r"batch 'b' of adata.obs\['plate'\] has 1 cell"):
        tamis.select_genes(cells, 5, "variance", batch_key="plate")
    cells.obs["plate"] = ["a"] * 79 + [None]
    with pytest.raises(ValueError, match=r"adata.obs\['plate'\] is missing for 1 of 80 cells"):
        tamis.select_genes(cells, 5, "variance", batch_key="plate")
    cells.obs["plate"] = np.where(cells.obs["kind"] == "k0", "a", "b")
    with pytest.raises(ValueError, match=r"batch 'a' of adata.obs\['plate'\]: .*two classes"):
        tamis.select_genes(cells, 5, "fisher", label="kind", batch_key="plate")


def test_not_anndata():
    with pytest.raises(TypeError, match="takes an AnnData object, not ndarray"):
        tamis.select_genes(np.ones((3, 3)))
