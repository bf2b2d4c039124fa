"""tamis select: the shape of its JSON, its table, its options."""
import os
import pty
import signal
import subprocess

import pytest
import scipy.io
import scipy.sparse

KEYS = [
    "schema", "method", "params", "seed", "version", "data", "label", "graph", "selected", "selected_names", "scores",
    "raw_scores", "raw_direction", "objective", "certificate", "stop", "iterations", "remarks", "seconds",
]
SMALL = "a,b,c,class\n1,5,7,x\n2,5,7,x\n3,1,7,y\n4,0,7,y\n"


def method_names(tamis):
    return [method["name"] for method in tamis("methods", "--json").json["methods"]]


def test_json_shape_for_every_method(tamis):
    names = method_names(tamis)
    assert {"variance", "fisher", "laplacian"} <= set(names)
    for name in names:
        outcome = tamis("select", "digits", "--method", name, "-k", "10", "--seed", "3", "--json", "--quiet")
        assert (outcome.code, outcome.err) == (0, ""), name
        document = outcome.json
        assert list(document) == KEYS
        assert document["schema"] == "tamis.selection/1"
        assert document["method"] == name
        assert document["seed"] == 3
        data = document["data"]
        assert (data["samples"], data["features"], data["classes"], data["sparse"]) == (1797, 64, 10, False)
        assert document["label"] == {"name": "class", "classes": 10, "class_names": [str(digit) for digit in range(10)]}
        selected = document["selected"]
        assert document["selected_names"] == [data["feature_names"][column] for column in selected]
        assert len(selected) == 10 == len(set(selected))
        assert all(0 <= column < 64 for column in selected)
        if document["scores"] is not None:
            assert len(document["scores"]) == 64
        assert document["stop"] in {"converged", "iteration_limit", "exhausted"}
        assert set(document["objective"]) == {"name", "trace", "value"}
        assert set(document["seconds"]) == {"load", "graph", "method", "total"}
        if document["graph"] is not None:
            assert list(document["graph"])[:8] == [
                "neighbors", "weights", "bandwidth", "symmetry", "edges", "components", "isolated", "hash",
            ]


def test_fisher_and_variance_agree_with_numpy(tamis):
    datasets = pytest.importorskip("sklearn.datasets")
    feature_selection = pytest.importorskip("sklearn.feature_selection")
    x, y = datasets.load_digits(return_X_y=True)
    variance = tamis("select", "digits", "--method", "variance", "-k", "all", "--json").json
    assert variance["raw_scores"] == pytest.approx(list(x.var(axis=0)), rel=1e-9)
    varying = x.std(axis=0) > 0
    f_values, _ = feature_selection.f_classif(x[:, varying], y)
    fisher = tamis("select", "digits", "--method", "fisher", "-k", "all", "--json").json
    ours = [score for score, varies in zip(fisher["raw_scores"], varying) if varies]
    assert ours == pytest.approx(list(f_values * 9 / (1797 - 10)), rel=1e-9)
    assert fisher["stop"] == "exhausted"  # digits has constant pixels, which come last


def test_the_same_for_any_number_of_threads(tamis):
    def scores(threads):
        return tamis("select", "digits", "--method", "laplacian", "--threads", threads, "--json").json["scores"]

    assert scores(1) == scores(3)


def test_table_names_features_and_scores(tamis, write):
    write("small.csv", SMALL)
    outcome = tamis("select", "small.csv", "--method", "fisher", "-k", "2")
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    assert lines[0] == "fisher: the best 2 of 3 features of small.csv (4 samples, 2 classes, label class)"
    assert [line.split()[:3] for line in lines[-2:]] == [["1", "b", "1"], ["2", "a", "0"]]


@pytest.mark.parametrize("method", ["lapdofs", "lapaofs"])
def test_table_says_how_good_a_greedy_design_is_at_least(tamis, method):
    command = ["select", "digits", "--method", method, "-k", "10", "--quiet"]
    ratio = tamis(*command, "--json").json["certificate"]["ratio"]
    shown = f"certificate: at least {int(1000 * ratio) / 10:.1f} % of what any 10 features could reach\n"
    assert shown in tamis(*command).out
    assert "certificate:" not in tamis(*command, "--set", "solver=convex").out


def test_graph_that_knows_the_classes(tamis):
    command = ["select", "sonar", "--method", "lapdofs", "-k", "5", "--quiet"]
    saved = tamis(*command, "--same-class", "1000", "-o", "classes.json")
    assert "graph: 4 neighbors, binary weights, union, times 1000 within a class, " in saved.out
    assert tamis("verify", "classes.json", "sonar").code == 0
    assert tamis(*command, "--json").json["graph"]["same_class"] == 1
    refused = tamis(*command, "--same-class", "1000", "--label", "none", "--categories", "drop")
    assert refused.code == 1 and "--same-class makes the graph use class labels" in refused.err
    seen = tamis("evaluate", "sonar", "--methods", "lapdofs:same_class=9", "-k", "5", "--protocol", "loo")
    assert seen.code == 2 and "'lapdofs:same_class=9' uses the labels" in seen.err


def test_greedy_design_says_what_rounding_hides(tamis, write):
    rows = [(7 * i**2 % 101, 5 * i**3 % 97) for i in range(1, 31)]
    write("large.csv", "a,b,sum,again\n" + "".join(f"{a}e8,{b}e8,{a + b}e8,{a}e8\n" for a, b in rows))
    command = ["select", "large.csv", "--label", "none", "--method", "lapdofs", "-k", "4"]
    hidden = tamis(*command, "--json")
    assert "rounding hides what 2 of the 4 features add: lambda2 = 0.01 is negligible next to" in hidden.err
    assert 0.9 < hidden.json["certificate"]["ratio"] <= 1
    assert "rounding hides" not in tamis(*command, "--scale", "standard").err


def test_convex_design_refuses_a_ridge_beyond_all_data(tamis):
    outcome = tamis("select", "sonar", "--method", "lapaofs", "--set", "solver=convex", "--set", "lambda2=1e200")
    assert (outcome.code, outcome.out) == (1, "")
    assert "lambda2 = 1e+200 is too large for solver=convex" in outcome.err


def test_ten_features_or_all_where_nothing_is_said(tamis, write):
    assert len(tamis("select", "digits", "--method", "variance", "--json").json["selected"]) == 10
    write("few.csv", "a,b,c\n1,2,3\n2,3,1\n4,1,1\n")
    assert len(tamis("select", "few.csv", "--method", "variance", "--label", "none", "--json").json["selected"]) == 3


def test_options_without_effect_are_told(tamis):
    outcome = tamis("select", "digits", "--method", "hsic", "--set", "drop_fraction=0.5", "-k", "3")
    assert outcome.code == 0
    assert "hsic: drop_fraction has no effect with kernel=linear" in outcome.err


def test_fraction_and_all(tamis):
    for k, count in [("0.1", 6), ("all", 64), ("0.001", 1)]:
        assert len(tamis("select", "digits", "--method", "variance", "-k", k, "--json").json["selected"]) == count


def test_graph_options_reach_the_graph(tamis):
    graph = tamis(
        "select", "digits", "--method", "laplacian", "--neighbors", "3", "--weights", "binary", "--symmetry", "mutual",
        "--self-loops", "--json",
    ).json["graph"]
    assert (graph["neighbors"], graph["weights"], graph["symmetry"], graph["self_loops"]) == (3, "binary", "mutual", True)
    assert graph["bandwidth"] is None


def test_own_graph_gives_the_same_selection(tamis, tmp_path):
    built = tamis("graph", "digits", "--neighbors", "4", "-o", "g.mtx", "--json")
    assert built.code == 0 and built.json["neighbors"] == 4
    own = tamis("select", "digits", "--method", "laplacian", "--graph", "g.mtx", "--json").json
    direct = tamis("select", "digits", "--method", "laplacian", "--neighbors", "4", "--json").json
    assert own["selected"] == direct["selected"]
    assert own["scores"] == direct["scores"]  # weights are written with all their digits
    assert own["graph"]["hash"] == direct["graph"]["hash"]


@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
def test_own_graph_of_scipy(tamis, tmp_path, kind):
    tamis("graph", "digits", "--neighbors", "4", "-o", "g.mtx")
    matrix = scipy.io.mmread(tmp_path / "g.mtx")
    scipy.sparse.save_npz(tmp_path / "g.npz", matrix.asformat(kind), compressed=kind != "coo")
    own = tamis("select", "digits", "--method", "laplacian", "--graph", "g.npz", "--json").json
    written = tamis("select", "digits", "--method", "laplacian", "--graph", "g.mtx", "--json").json
    assert own["scores"] == written["scores"]
    assert own["graph"]["hash"] == written["graph"]["hash"]


def test_wrong_graphs_of_scipy(tamis, failing, tmp_path):
    options = ("select", "sonar", "--method", "laplacian", "-k", "1", "--graph")
    one_way = scipy.sparse.csr_matrix(([1.0], ([0], [1])), shape=(208, 208))
    scipy.sparse.save_npz(tmp_path / "way.npz", one_way)
    failing(1, "way.npz is not symmetric: look near (1, 0) (counted from 0); give both entries of an edge the same weight, or "
            "write the file as 'symmetric' with the lower triangle alone", *options, "way.npz")
    scipy.sparse.save_npz(tmp_path / "wide.npz", scipy.sparse.csr_matrix((3, 4)))
    failing(1, "wide.npz: a graph needs a square matrix with a row per sample", *options, "wide.npz")
    scipy.sparse.save_npz(tmp_path / "dia.npz", scipy.sparse.eye(3))
    failing(1, "dia.npz: holds a sparse matrix of format 'dia'; save it as csr, csc or coo with "
            "scipy.sparse.save_npz", *options, "dia.npz")
    failing(1, "cannot read g.txt as a graph: the formats are Matrix Market (.mtx) and sparse matrices of SciPy (.npz)",
            *options, "g.txt")
    tamis("graph", "sonar", "-o", "pair.mtx")
    failing(2, "laplacian with these settings takes one graph: leave --graph-between out, or use trace-ratio with "
            "--set criterion=graph", *options, "pair.mtx", "--graph-between", "pair.mtx")


def test_scale_is_recorded(tamis):
    document = tamis("select", "digits", "--method", "variance", "--scale", "minmax", "--json").json
    assert document["params"]["scale"] == "minmax"


def test_output_file_and_table_together(tamis, tmp_path):
    outcome = tamis("select", "digits", "--method", "fisher", "-o", "best.json")
    assert outcome.code == 0
    assert outcome.out.startswith("fisher: the best 10 of 64")
    assert outcome.err == "tamis: warning: constant features: 3 of 64\nsaved best.json\n"
    both = tamis("select", "digits", "--method", "fisher", "-o", "again.json", "--json")
    assert (tmp_path / "again.json").read_text() == both.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.json", "best.json"]


def test_warnings_go_to_stderr_and_quiet_silences_them(tamis, write):
    write("flat.csv", "a,b,class\n1,2,x\n1,2,x\n1,2,y\n")
    outcome = tamis("select", "flat.csv", "--method", "fisher", "-k", "2", "--json")
    assert outcome.code == 0
    assert "tamis: warning: every feature is constant: nothing tells the samples apart\n" in outcome.err
    assert "tamis: warning: class 'y' has one sample only" in outcome.err
    assert (outcome.json["selected"], outcome.json["stop"]) == ([0, 1], "exhausted")
    assert [f"tamis: warning: {remark}" for remark in outcome.json["remarks"]] == outcome.err.splitlines()
    assert tamis("select", "flat.csv", "--method", "fisher", "-k", "2", "--json", "--quiet").err == ""


def test_interrupt_leaves_nothing_behind(tmp_path):
    numpy = pytest.importorskip("numpy")
    numpy.save(tmp_path / "big.npy", numpy.random.default_rng(0).normal(size=(30000, 300)))
    arguments = ["select", "big.npy", "--method", "laplacian", "-k", "10", "-o", "out.json"]
    screen, terminal = pty.openpty()  # progress is shown to a terminal only
    with subprocess.Popen(
        [os.environ["TAMIS"], *arguments], cwd=tmp_path, stdout=subprocess.PIPE, stderr=terminal
    ) as process:
        os.close(terminal)
        shown = b""
        while b"neighbors" not in shown:  # the search is going on; reading fails if the program ends before
            shown += os.read(screen, 4096)
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == b""
        while not shown.endswith(b"tamis: interrupted\r\n"):
            shown += os.read(screen, 4096)
    os.close(screen)
    assert process.returncode == 130
    assert [path.name for path in tmp_path.iterdir()] == ["big.npy"]


def test_variance_of_standardized_data(tamis):
    outcome = tamis("select", "sonar", "--method", "variance", "-k", "3", "--scale", "standard", "--json")
    remark = "all features have variance 1 after --scale standard; use --scale none or --scale minmax"
    assert outcome.json["remarks"] == [remark] and outcome.err == f"tamis: warning: {remark}\n"


def test_a_feature_that_dominates(tamis, write):
    rows = "".join(f"{i * 37 % 11},{i * 1000.5},{i % 7},{'ab'[i % 2]}\n" for i in range(30))
    write("table.csv", "size,income,age,class\n" + rows)
    run = ["select", "table.csv", "-k", "2", "--json", "--method"]
    remark = ("1 of 3 features carries 99.9 % of the total variance ('income'): distances and raw scales see little else; "
              "try --scale standard")
    assert remark in tamis(*run, "laplacian").json["remarks"]
    assert remark not in tamis(*run, "fisher").json["remarks"]
    assert remark not in tamis(*run, "laplacian", "--scale", "standard").json["remarks"]


def test_neighbors_of_relieff(tamis):
    run = ["select", "sonar", "--method", "relieff", "-k", "5", "--json"]
    by_set = tamis(*run, "--set", "neighbors=3")
    by_flag = tamis(*run, "--neighbors", "3")
    both = tamis(*run, "--neighbors", "3", "--set", "neighbors=3")
    for outcome in (by_set, by_flag, both):
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.json["params"]["neighbors"] == 3 and outcome.json["selected"] == by_set.json["selected"]
    assert tamis(*run).json["params"]["neighbors"] == 10
    contrary = tamis(*run, "--neighbors", "4", "--set", "neighbors=3")
    assert contrary.code == 2
    assert ("relieff has one number of neighbors, and two were given: leave out --neighbors 4 or --set neighbors=3"
            in contrary.err)
    other = tamis("select", "sonar", "--method", "spec", "--set", "similarity=relieff", "-k", "5", "--neighbors", "3",
                  "--json")
    assert ("spec uses no graph: the graph options have no effect; its own option is --set relief_neighbors=3"
            in other.json["remarks"])
    listed = tamis("evaluate", "sonar", "--methods", "relieff,laplacian", "-k", "5", "--neighbors", "4", "--json",
                   "--protocol", "holdout:0.5x1").json
    assert {row["label"]: row["params"].get("neighbors") for row in listed["rows"]} == {
        "relieff": 4, "laplacian": 4, "random": None, "all": None}
