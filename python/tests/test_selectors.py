"""What a fitted selector tells, and the places of scikit-learn it has to work in."""
import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.feature_selection import f_classif
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import tamis
from tamis._generated import SELECTORS

every_selector = pytest.mark.parametrize("cls", SELECTORS.values(), ids=SELECTORS.keys())
pytestmark = pytest.mark.filterwarnings("ignore::tamis.TamisWarning")


def test_the_names_of_the_interface_are_there():
    for name in ("LaplacianScore FisherScore VarianceScore TraceRatio SPEC ReliefF HSIC GeneralizedFisherScore "
                 "LapAOFS LapDOFS QAlpha TRLNSelector").split():
        assert issubclass(getattr(tamis, name), tamis._selector.Selector)


@every_selector
def test_attributes(cls, small):
    x, y = small
    selector = cls(n_features_to_select=5).fit(x, y)
    assert selector.indices_.shape == (5,) and len(set(selector.indices_)) == 5
    assert selector.support_.sum() == 5 and selector.support_[selector.indices_].all()
    assert np.array_equal(selector.get_support(), selector.support_)
    assert np.array_equal(selector.get_support(indices=True), np.sort(selector.indices_))
    assert sorted(selector.ranking_) == list(range(1, 13)) or selector.scores_ is None
    assert np.array_equal(selector.ranking_[selector.indices_], np.arange(1, 6))
    assert np.isfinite(selector.objective_) and selector.objective_name_
    assert selector.stop_ in {"converged", "iteration_limit", "exhausted"}
    assert selector.n_iter_ >= 0 and selector.n_features_in_ == 12
    assert selector.certificate_ is None or isinstance(selector.certificate_, dict)
    if selector.scores_ is not None:
        assert selector.scores_.shape == selector.raw_scores_.shape == (12,)
    # transform keeps the order of the columns
    assert np.array_equal(selector.transform(x), x[:, np.sort(selector.indices_)])


@every_selector
def test_the_same_bits_for_any_n_jobs_and_storage_of_rows(cls, small):
    x, y = small
    wide = np.zeros((60, 20))
    wide[:, :12] = x
    one = cls(n_features_to_select=4, n_jobs=1).fit(x, y)
    for other in (cls(4, n_jobs=3).fit(x, y), cls(4, n_jobs=-1).fit(wide[:, :12], y)):
        assert np.array_equal(other.indices_, one.indices_)
        assert one.scores_ is None or np.array_equal(other.scores_, one.scores_)


@every_selector
def test_sparse_and_other_types_give_the_same_selection(cls, small):
    x, y = small
    x = np.round(np.where(x > 0, x, 0) * 4)  # the same numbers in every type
    chosen = cls(n_features_to_select=4).fit(x, y).indices_
    frame = pd.DataFrame(x).astype({0: "int32", 1: "float32", 2: "Int64"})
    for same in (np.asfortranarray(x), x.astype(np.float32), x.astype(np.int16), x[::-1][::-1], x.tolist(), frame,
                 sp.csr_matrix(x), sp.csc_matrix(x), sp.csr_matrix(x.astype(np.float32)), sp.coo_matrix(x)):
        assert np.array_equal(cls(n_features_to_select=4).fit(same, y).indices_, chosen), type(same)


@every_selector
def test_clone_pickle_and_other_processes(cls, small):
    x, y = small
    selector = cls(n_features_to_select=3).fit(x, y)
    again = pickle.loads(pickle.dumps(selector))
    assert np.array_equal(again.transform(x), selector.transform(x))
    copy = clone(selector.set_params(n_features_to_select=2))
    assert copy.n_features_to_select == 2 and not hasattr(copy, "indices_")


def test_joblib_processes_after_a_fit(small):
    x, y = small
    here = [tamis.FisherScore(k).fit(x, y).indices_.tolist() for k in (1, 2, 3)]
    for backend in ("loky", "multiprocessing", "threading"):
        jobs = (joblib.delayed(tamis.FisherScore(k).fit)(x, y) for k in (1, 2, 3))
        there = joblib.Parallel(n_jobs=2, backend=backend)(jobs)
        assert [selector.indices_.tolist() for selector in there] == here


def test_pipeline_and_grid_search(digits):
    x, y = digits.data[:300], digits.target[:300]
    pipeline = make_pipeline(StandardScaler(), tamis.TraceRatio(), LogisticRegression(max_iter=200))
    grid = {"traceratio__n_features_to_select": [2, 30], "traceratio__criterion": ["fisher", "laplacian"]}
    search = GridSearchCV(pipeline, grid, cv=3, n_jobs=2).fit(x, y)
    assert search.best_params_["traceratio__n_features_to_select"] == 30
    assert search.best_score_ > 0.8


def test_column_transformer_and_pandas_output(digits):
    frame = pd.DataFrame(digits.data, columns=digits.feature_names)
    top = digits.feature_names[:32]
    columns = ColumnTransformer([("best", tamis.FisherScore(3), top)], verbose_feature_names_out=False)
    out = columns.set_output(transform="pandas").fit_transform(frame, digits.target)
    assert list(out.columns) == [name for name in top if name in set(out.columns)] and out.shape == (1797, 3)
    selector = tamis.LaplacianScore(4).set_output(transform="pandas").fit(frame)
    assert list(selector.transform(frame).columns) == list(selector.get_feature_names_out())
    assert list(selector.feature_names_in_) == digits.feature_names
    with pytest.raises(ValueError, match="feature names"):
        selector.transform(frame[frame.columns[::-1]])


def test_how_many_features(small):
    x, y = small
    counts = {None: 10, 3: 3, np.int64(3): 3, 0.25: 3, 0.001: 1, "all": 12, 12: 12}
    for wanted, count in counts.items():
        assert tamis.FisherScore(wanted).fit(x, y).support_.sum() == count
    assert tamis.FisherScore().fit(x[:, :4], y).support_.sum() == 4


def test_scores_against_numpy(digits):
    x, y = digits.data, digits.target
    varies = x.std(axis=0) > 0
    fisher = tamis.FisherScore("all").fit(x, y)
    f_values = f_classif(x[:, varies], y)[0]
    np.testing.assert_allclose(fisher.scores_[varies], f_values * 9 / (1797 - 10), rtol=1e-9)
    np.testing.assert_allclose(tamis.VarianceScore().fit(x).scores_, x.var(axis=0), rtol=1e-9)
    ranks = np.argsort(-fisher.scores_, kind="stable")
    assert np.array_equal(fisher.indices_, ranks)


def test_own_graph(digits):
    x = digits.data[:200]
    built = tamis.LaplacianScore(weights="binary", n_neighbors=3).fit(x)
    order = ((x[:, None] - x[None]) ** 2).sum(axis=2)
    np.fill_diagonal(order, np.inf)
    nearest = np.argsort(order, axis=1, kind="stable")[:, :3]
    graph = np.zeros((200, 200))
    np.put_along_axis(graph, nearest, 1.0, axis=1)
    graph = np.maximum(graph, graph.T)
    for own in (graph, sp.csr_matrix(graph), sp.coo_matrix(graph.astype(np.float32)), sp.csc_matrix(graph)):
        selector = tamis.LaplacianScore(affinity=own).fit(x)
        np.testing.assert_allclose(selector.scores_, built.scores_, rtol=1e-12)
        assert selector.graph_["edges"] == built.graph_["edges"]
        assert clone(selector).affinity is not None
    pair = tamis.TraceRatio(5, criterion="graph", affinity=graph, affinity_between=np.ones((200, 200))).fit(x)
    assert pair.certificate_["optimal"]


def test_labels_of_every_kind(small):
    x, y = small
    expected = tamis.FisherScore().fit(x, y).scores_
    names = np.array(["setosa", "versicolor", "virginica"])
    for same in (y.astype(float), y.astype(np.uint8), y * 10 - 7, names[y], names[y].astype(object), y.tolist(),
                 pd.Series(names[y], dtype="category"), y.astype(object), y * 2**60):
        assert np.array_equal(tamis.FisherScore().fit(x, same).scores_, expected)
    with pytest.warns(tamis.TamisWarning, match="class '2' has one sample only"):
        tamis.FisherScore().fit(x[:7], [0, 1, 0, 1, 0, 1, 2])


def test_unlabeled_samples(small):
    x, y = small
    half = np.where(np.arange(60) < 30, y, -1)
    semi = tamis.TraceRatio(3, criterion="semi").fit(x, half)
    assert semi.support_[[2, 3]].all()
    unsupervised = tamis.LaplacianScore(3).fit(x)
    assert np.array_equal(tamis.LaplacianScore(3).fit(x, y * 0.5).indices_, unsupervised.indices_)
    # with -1 as a class of its own, the classes -1, 0, 1 are three
    assert np.array_equal(tamis.FisherScore(3).fit(x, y - 1).indices_, tamis.FisherScore(3).fit(x, y).indices_)


def test_path_of_trace_ratio(small):
    path = tamis.TraceRatio(5, path=True).fit(*small).path_
    assert [step["k"] for step in path] == [1, 2, 3, 4, 5]
    assert all(len(step["selected"]) == step["k"] for step in path)


def test_pixel_mask(digits):
    selector = tamis.FisherScore(5).fit(digits.data, digits.target)
    mask = tamis.pixel_mask(selector, (8, 8))
    assert mask.shape == (8, 8) and mask.dtype == bool
    assert sorted(np.flatnonzero(mask)) == sorted(selector.indices_)
    with pytest.raises(ValueError, match="an image of 7 x 9 has 63 pixels and the selector saw 64 features"):
        tamis.pixel_mask(selector, (7, 9))


def test_better_than_greedy_and_proven(small):
    x, _ = small
    values = {}
    for solver in ["greedy", "exchange", "exact"]:
        certificate = tamis.LapDOFS(n_features_to_select=4, solver=solver).fit(x).certificate_
        values[solver] = certificate["value"]
    assert values["greedy"] <= values["exchange"] <= values["exact"] + 1e-9
    assert certificate["optimal"] and certificate["gap"] <= 1e-9
    with pytest.raises(ValueError, match="greedy, exchange, convex"):
        tamis.LapAOFS(solver="exact").fit(x)


def test_refined_generalized_fisher_score(small):
    x, y = small
    certificate = tamis.GeneralizedFisherScore(n_features_to_select=4, refine="exchange").fit(x, y).certificate_
    assert certificate["criterion"] >= certificate["unrefined"]


def test_spectral_functions(small):
    x, _ = small
    plain = tamis.SPEC(n_features_to_select=3, power=1.0).fit(x)
    for name in "exp walk cosine saturate rational".split():
        assert tamis.SPEC(n_features_to_select=3, spectral_function=name).fit(x).scores_.shape == plain.scores_.shape
    with pytest.raises(ValueError, match="> 2"):
        tamis.SPEC(spectral_function="walk", a=2.0).fit(x)
    assert tamis.SPEC(n_features_to_select=3, similarity="rbf").fit(x).certificate_["rbf_bandwidth"] > 0
