"""The other commands: transform, info, convert, graph, methods, demo, help."""
import json

import pytest

TRAIN = "a,b,c,class\n1,5,7,x\n2,5,8,x\n3,1,7,y\n4,0,8,y\n"


@pytest.fixture
def model(tamis, write):
    write("train.csv", TRAIN)
    assert tamis("select", "train.csv", "--method", "fisher", "-k", "2", "-o", "best.json").code == 0
    return "best.json"


def test_transform_round_trip(tamis, model, tmp_path):
    outcome = tamis("transform", model, "train.csv", "-o", "small.csv")
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err == "wrote small.csv: 4 samples, 2 features selected by fisher\n"
    lines = (tmp_path / "small.csv").read_text().splitlines()
    assert lines == ["b,a,class", "5,1,x", "5,2,x", "1,3,y", "0,4,y"]


def test_transform_finds_columns_by_name(tamis, model, write, tmp_path):
    write("other.csv", "new,a,class,b\n9,1,x,5\n9,2,y,6\n")
    assert tamis("transform", model, "other.csv", "-o", "small.csv").code == 0
    assert (tmp_path / "small.csv").read_text().splitlines() == ["b,a,class", "5,1,x", "6,2,y"]


def test_transform_ignores_bad_cells_of_other_columns(tamis, model, write):
    write("holes.csv", "a,b,c,class\n1,5,,x\n2,5,?,y\n")
    assert tamis("transform", model, "holes.csv", "-o", "small.csv").code == 0


def test_transform_says_what_differs(failing, model, write, tmp_path):
    write("lacking.csv", "a,c,class\n1,5,x\n2,5,y\n")
    failing(
        1, "lacking.csv lacks 1 of the 2 features that best.json selects: 'b'",
        "transform", model, "lacking.csv", "-o", "small.csv",
    )
    assert not (tmp_path / "small.csv").exists()


def test_transform_by_position_needs_the_same_width(failing, model, write):
    write("narrow.csv", "1,5\n2,6\n")
    failing(
        1, "narrow.csv has 2 features, but best.json was made from 3: give data with the same columns, or names in both",
        "transform", model, "narrow.csv", "-o", "small.csv",
    )


def test_transform_refuses_other_json(tamis, write):
    write("train.csv", TRAIN)
    write("other.json", '{"schema": "tamis.results/1"}')
    outcome = tamis("transform", "other.json", "train.csv", "-o", "small.csv")
    assert outcome.code == 1
    assert outcome.err.startswith("tamis: other.json is not a saved selection: its schema is 'tamis.results/1'")
    assert tamis("transform", "none.json", "train.csv", "-o", "s.csv").err == (
        "tamis: cannot read none.json: No such file or directory\n"
    )


def test_info_json(tamis, write):
    write("mixed.csv", "size,color,flat,class\n1,red,3,x\n,blue,3,y\n1,red,3,x\n")
    info = tamis("info", "mixed.csv", "--json").json
    assert info["schema"] == "tamis.info/1"
    assert (info["samples"], info["features"], info["label"]) == (3, 3, "class")
    assert info["classes"] == [{"name": "x", "samples": 2}, {"name": "y", "samples": 1}]
    assert info["missing"] == {"cells": 1, "rows": 1, "features": 1}
    assert info["categories"] == [{"name": "color", "values": 2}]
    assert 2 in info["constant"]
    assert info["duplicates"] == 1


def test_info_table(tamis):
    outcome = tamis("info", "digits")
    assert (outcome.code, outcome.err) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in outcome.out.splitlines())
    assert lines["samples"] == "1797"
    assert lines["classes"].startswith("10 (0: 178, 1: 182")
    assert lines["missing"] == "none"


def test_info_says_where_the_labels_came_from(tamis, write):
    def label(*arguments):
        lines = dict(line.split(maxsplit=1) for line in tamis("info", *arguments).out.splitlines())
        return lines["label"], tamis("info", *arguments, "--json").json["label_column"]

    write("named.csv", "a,class,b\n1,x,2\n2,y,3\n")
    write("last.csv", "1,2,x\n2,3,y\n")
    write("numbers.csv", "0,2,4\n1,3,5\n")
    write("sparse.svm", "1 1:2\n2 1:3\n")
    write("labels.txt", "x\ny\n")
    assert label("named.csv") == ("class", 1)
    assert label("last.csv") == ("column 2, without a name", 2)
    assert label("numbers.csv", "--label", "first") == ("column 0, without a name", 0)
    assert label("sparse.svm") == ("separate from the columns", None)
    assert label("numbers.csv", "--label-file", "labels.txt") == ("separate from the columns", None)


def test_convert_and_back(tamis, tmp_path, write):
    write("train.csv", TRAIN)
    assert tamis("convert", "train.csv", "train.mat").code == 0
    assert tamis("convert", "train.mat", "again.csv").code == 0
    info = tamis("info", "again.csv", "--json").json
    assert (info["samples"], info["features"], len(info["classes"])) == (4, 3, 2)


def test_convert_to_an_unknown_format(tamis, write, tmp_path):
    write("train.csv", TRAIN)
    outcome = tamis("convert", "train.csv", "train.xyz")
    assert outcome.code == 2
    assert "'.xyz'" in outcome.err
    assert not (tmp_path / "train.xyz").exists()


def test_graph_health(tamis, tmp_path):
    outcome = tamis("graph", "digits", "-o", "g.mtx")
    assert outcome.code == 0
    assert "5 neighbors, heat weights" in outcome.out
    assert outcome.err.endswith("saved g.mtx\n")
    assert (tmp_path / "g.mtx").read_text().startswith("%%MatrixMarket matrix coordinate real symmetric\n")
    document = tamis("graph", "digits", "--json").json
    assert document["schema"] == "tamis.graph/1"
    assert {"edges", "components", "isolated", "hash", "remarks", "degree"} <= set(document)


@pytest.mark.parametrize("name", ["g.npz", "g.csv", "g"])
def test_graphs_are_written_to_mtx_only(failing, tmp_path, name):
    failing(
        2, f"cannot write {name}: graphs are written as Matrix Market, to .mtx",
        "graph", "no-such-data.csv", "-o", name,  # reported before the data are looked for
    )
    assert not (tmp_path / name).exists()


def test_methods(tamis):
    document = tamis("methods", "--json").json
    assert document["schema"] == "tamis.methods/1"
    by_name = {method["name"]: method for method in document["methods"]}
    assert by_name["fisher"]["needs"] == {"labels": True, "graph": False}
    assert by_name["laplacian"]["needs"] == {"labels": False, "graph": True}
    assert by_name["laplacian"]["graph_defaults"]["neighbors"] == 5
    assert "NIPS 2005" in by_name["laplacian"]["citation"]
    assert [method["name"] for method in tamis("methods", "fisher", "--json").json["methods"]] == ["fisher"]
    table = tamis("methods").out
    assert all(name in table for name in by_name)
    one = tamis("methods", "laplacian")
    assert one.code == 0 and "neighbors" in one.out
    assert tamis("methods", "laplacia").code == 2


def test_demo(tamis, tmp_path):
    outcome = tamis("demo", "--out", "demo")
    assert (outcome.code, outcome.err) == (0, "saved one JSON per method and comparison.json in demo\n")
    names = [method["name"] for method in tamis("methods", "--json").json["methods"]]
    assert sorted(path.stem for path in (tmp_path / "demo").iterdir()) == sorted([*names, "comparison"])
    for name in names:
        document = json.loads((tmp_path / "demo" / f"{name}.json").read_text())
        assert len(document["selected"]) == 10
    assert outcome.out.count("██") == 5 * len(names) + 1  # and once in the legend


def test_first_minute(tamis):
    overview = tamis()
    assert (overview.code, overview.err) == (0, "")
    assert "tamis demo" in overview.out
    assert tamis("--version").out.startswith("tamis ")
    assert "select" in tamis("--help").out
    for command in ["select", "evaluate", "reproduce", "transform", "info", "convert", "graph", "methods", "cite",
                    "demo", "report"]:
        outcome = tamis(command, "--help")
        assert outcome.code == 0
        assert "Example" in outcome.out, command


def test_transform_calls_unnamed_columns_by_their_place(tamis, write, tmp_path):
    write("plain.csv", "1,9,3,x\n2,1,4,x\n3,8,1,y\n4,2,9,y\n")
    tamis("select", "plain.csv", "--label", "last", "--method", "variance", "-k", "2", "-o", "best.json")
    assert tamis("transform", "best.json", "plain.csv", "--label", "last", "-o", "small.csv").code == 0
    assert (tmp_path / "small.csv").read_text().splitlines()[0] == "f1,f2,label"


def many_samples(write):
    """More than are always searched exactly."""
    rows = [f"{i * 37 % 1009},{i * 91 % 977},{i * 53 % 503}" for i in range(9000)]
    write("many.csv", "a,b,c\n" + "\n".join(rows) + "\n")


def test_graph_says_how_neighbors_were_found(tamis, write):
    many_samples(write)
    exact = tamis("graph", "many.csv", "--json").json
    assert (exact["search"], exact["recall"], exact["recall_interval"]) == ("exact", 1.0, [1.0, 1.0])
    found = tamis("graph", "many.csv", "--search", "approximate", "--recall", "0.9", "--json").json
    assert (found["search"], found["recall_goal"]) == ("approximate", 0.9)
    low, high = found["recall_interval"]
    assert 0.9 <= low <= found["recall"] <= high <= 1.0
    assert "approximate search with recall" in tamis("graph", "many.csv", "--search", "approximate").out
    assert "approximate" not in tamis("graph", "many.csv").out
    all_of_them = tamis("graph", "many.csv", "--search", "approximate", "--recall", "1", "--json").json
    assert (all_of_them["search"], all_of_them["hash"]) == ("exact", exact["hash"])
    few = tamis("graph", "sonar", "--search", "approximate", "--json").json  # fewer than a leaf
    assert (few["search"], few["recall"]) == ("exact", 1.0)
    capped = tamis("graph", "sonar", "--neighbors", "1000", "--weights", "binary", "--json").json
    assert capped["edges"] == 208 * 207 // 2


def test_an_approximate_graph_can_be_verified(tamis, write):
    many_samples(write)
    made = tamis("select", "many.csv", "--method", "laplacian", "-k", "2", "--search", "approximate", "-o", "s.json")
    assert made.code == 0, made.err
    assert tamis("verify", "s.json", "many.csv").code == 0
