"""tamis verify, --path and the user's own graphs."""
import array
import json
import os
import resource
import subprocess

import pytest

from conftest import own_limits


def method_names(tamis):
    return [method["name"] for method in tamis("methods", "--json").json["methods"]]


def test_every_method_verifies_its_own_result(tamis):
    for name in method_names(tamis):
        assert tamis("select", "sonar", "--method", name, "-k", "8", "--scale", "standard", "-o", "best.json").code == 0
        outcome = tamis("verify", "best.json", "sonar", "--json")
        assert outcome.code == 0, (name, outcome.out, outcome.err)
        assert outcome.json["agrees"] is True
        assert {"data hash", "selected", "objective"} <= {finding["what"] for finding in outcome.json["findings"]}


def test_says_what_differs(tamis, write):
    tamis("select", "sonar", "--method", "trace-ratio", "-k", "3", "-o", "best.json")
    folder = write("unused", "")
    saved = json.loads((folder.parent / "best.json").read_text())
    saved["selected"][0], saved["selected"][1] = saved["selected"][1], saved["selected"][0]
    saved["certificate"]["lambda"] *= 1.5
    write("changed.json", json.dumps(saved))
    outcome = tamis("verify", "changed.json", "sonar", "--json")
    assert outcome.code == 1
    assert "changed.json does not hold on sonar: see the differences above" in outcome.err
    differing = [finding["what"] for finding in outcome.json["findings"] if not finding["agrees"]]
    assert differing == ["selected", "certificate: lambda"]


def test_other_data_have_another_hash(tamis, write):
    write("a.csv", "a,b,c,class\n1,5,7,x\n2,5,8,x\n3,1,7,y\n4,0,9,y\n")
    write("b.csv", "a,b,c,class\n1,5,7,x\n2,5,8,x\n3,1,7,y\n4,0,9.5,y\n")
    tamis("select", "a.csv", "--method", "variance", "-k", "1", "-o", "best.json")
    assert tamis("verify", "best.json", "a.csv").code == 0
    outcome = tamis("verify", "best.json", "b.csv")
    assert outcome.code == 1
    assert "data hash" in outcome.out and "DIFFERS" in outcome.out


def test_not_a_result(tamis, write, failing):
    write("other.json", '{"schema": "x"}')
    failing(
        1,
        "other.json is not a saved selection: its schema is 'x', not 'tamis.selection/1'; give the "
        "JSON document that a selection was saved to",
        "verify", "other.json", "digits",
    )


def test_path_holds_every_smaller_number(tamis):
    document = tamis("select", "digits", "--method", "trace-ratio", "-k", "6", "--path", "--json").json
    path = document["path"]
    assert [step["k"] for step in path] == [1, 2, 3, 4, 5, 6]
    assert path[-1]["selected"] == document["selected"]
    finite = [step["value"] for step in path if step["value"] is not None]
    assert finite == sorted(finite, reverse=True)
    for before, after in zip(path, path[1:]):
        assert after["nested"] == (set(before["selected"]) <= set(after["selected"]))


def test_path_is_for_trace_ratio(failing):
    failing(
        2, "unknown option 'path': this method has no options of its own",
        "select", "digits", "--method", "variance", "-k", "2", "--path",
    )


def test_pair_of_own_graphs(tamis, tmp_path):
    assert tamis("graph", "sonar", "--neighbors", "3", "-o", "near.mtx").code == 0
    assert tamis("graph", "sonar", "--neighbors", "20", "-o", "far.mtx").code == 0
    pair = ("--graph", "near.mtx", "--graph-between", "far.mtx")
    options = ("--method", "trace-ratio", "--set", "criterion=graph", "-k", "4")
    outcome = tamis("select", "sonar", *options, *pair, "-o", "pair.json")
    assert outcome.code == 0, outcome.err
    assert tamis("verify", "pair.json", "sonar", *pair).code == 0
    between = json.loads((tmp_path / "pair.json").read_text())["graph"]["between"]
    assert set(between) == {"edges", "hash"} and between["edges"] > 0
    half = tamis("verify", "pair.json", "sonar", "--graph", "near.mtx")
    assert half.code == 2
    assert "was made with a second graph: give it again with --graph-between FILE" in half.err
    swapped = tamis("verify", "pair.json", "sonar", "--graph", "near.mtx", "--graph-between", "near.mtx", "--json")
    assert {"what": "second graph hash", "agrees": False}.items() <= swapped.json["findings"][2].items()
    without = tamis("verify", "pair.json", "sonar")
    assert without.code == 2
    assert "was made with a graph of its own: give it again with --graph FILE" in without.err


def test_bad_own_graphs(write, failing):
    write("small.csv", "a,b\n1,2\n3,1\n4,4\n")
    options = ("select", "small.csv", "--method", "laplacian", "-k", "1", "--graph")
    write("size.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 1\n")
    failing(1, "size.mtx: is a graph of 2 samples, the data have 3", *options, "size.mtx")
    failing(
        2, "--graph-between is the second graph of a pair: give the first one with --graph",
        "select", "small.csv", "--method", "trace-ratio", "-k", "1", "--set", "criterion=graph",
        "--graph-between", "size.mtx",
    )


@own_limits
def test_fits_into_little_memory(tmp_path):
    """50,000 x 1,000 within an address space of 3 GB: nothing of size n x n (20 GB) is ever held."""
    samples, features = 50_000, 1_000
    header = ("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }" % (samples, features)).ljust(117) + "\n"
    with open(tmp_path / "wide.npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        values = array.array("d", (((i * 7919) % 1009) / 1009.0 for i in range(features * 500)))
        for _ in range(samples // 500):
            values.append(values.pop(0) * 0.999)
            file.write(values.tobytes())
    (tmp_path / "labels.txt").write_text("".join(f"{i % 3}\n" for i in range(samples)))
    edges = "".join(f"{i + 1} {i} 1\n" for i in range(1, samples))
    (tmp_path / "chain.mtx").write_text(
        f"%%MatrixMarket matrix coordinate real symmetric\n{samples} {samples} {samples - 1}\n{edges}"
    )
    runs = [
        ("variance",), ("fisher",), ("trace-ratio",), ("hsic",),
        ("relieff", "--set", "samples=50"),
        ("laplacian",),  # with the search for neighbors, by far the longest
        ("laplacian", "--graph", "chain.mtx"),
        ("spec", "--graph", "chain.mtx", "--set", "similarity=graph", "--set", "power=4"),
    ]
    for method, *options in runs:
        process = subprocess.run(
            [os.environ["TAMIS"], "select", "wide.npy", "--label-file", "labels.txt", "-k", "5", "--json", "--quiet",
             "--method", method, *options],
            cwd=tmp_path, capture_output=True, text=True, timeout=600,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30)),
        )
        assert process.returncode == 0, (method, process.stderr)


CREDIT = "b,30.5,1,+\na,58,?,+\na,24.5,3,-\nb,?,2,-\nb,20,6,+\n"


def test_reading_options_are_saved_and_repeated(tamis, write, tmp_path):
    write("credit.data", CREDIT)
    reading = ("--label", "last", "--missing", "mean", "--categories", "onehot")
    saved = tamis("select", "credit.data", *reading, "--method", "fisher", "-k", "2", "-o", "best.json", "--json").json
    assert list(saved["data"])[-1] == "options"
    assert saved["data"]["options"] == {"label": "last", "missing": "mean", "categories": "onehot"}
    outcome = tamis("verify", "best.json", "credit.data")
    assert outcome.code == 0, outcome.err
    assert tamis("verify", "best.json", "credit.data", "--missing", "drop-rows").code == 1  # what is given wins
    assert tamis("transform", "best.json", "credit.data", "-o", "small.csv").code == 0
    header = (tmp_path / "small.csv").read_text().splitlines()[0]
    assert header.endswith(",label") and header.count(",") == 2


def test_default_reading_options_are_not_listed(tamis):
    document = tamis("select", "sonar", "--method", "variance", "-k", "2", "--missing", "error", "--json").json
    assert document["data"]["options"] == {}


def test_saved_transpose_and_label_file(tamis, write, tmp_path):
    write("wide.csv", "1,2,3,4\n5,5,1,0\n7,8,7,8\n")
    write("labels.txt", "x\nx\ny\ny\n")
    reading = ("--transpose", "--label-file", "labels.txt")
    saved = tamis("select", "wide.csv", *reading, "--method", "fisher", "-k", "1", "-o", "best.json", "--json").json
    assert saved["data"]["options"] == {"label_file": "labels.txt", "transpose": "true"}
    assert tamis("verify", "best.json", "wide.csv").code == 0
    # The labels belong to the samples of the selection, not to other data.
    write("other.csv", "1,2\n5,6\n7,8\n")
    assert tamis("transform", "best.json", "other.csv", "-o", "small.csv").code == 0
    assert (tmp_path / "small.csv").read_text().splitlines()[1:] == ["5", "6"]


def test_own_graph_is_asked_for(failing):
    message = " with this setting needs a graph of your own: give it with --graph FILE"
    failing(2, "spec" + message, "select", "sonar", "--method", "spec", "--set", "similarity=graph", "-k", "2")
    failing(
        2, "trace-ratio" + message, "select", "sonar", "--method", "trace-ratio", "--set", "criterion=graph", "-k", "2"
    )


def test_criterion_compares_sets_of_any_method(tamis):
    values = {}
    for method in ("gfs", "variance"):
        tamis("select", "sonar", "--method", method, "-k", "5", "--scale", "standard", "-o", f"{method}.json")
        outcome = tamis("verify", f"{method}.json", "sonar", "--gamma", "100", "--json")
        assert outcome.json["criterion"]["gamma"] == 100
        values[method] = outcome.json["criterion"]["value"]
    assert 0 < values["variance"] < values["gfs"] < 1
    assert "of the chosen set = " in tamis("verify", "gfs.json", "sonar").out


@pytest.mark.parametrize("method, option, settings", [
    ("gfs", "gamma", ["gamma=cv"]),
    ("q-alpha", "clusters", []),
    ("spec", "beta", ["similarity=diffusion"]),
    ("spec", "clusters", ["criterion=phi3"]),
])
def test_params_hold_what_a_method_took_for_auto(tamis, method, option, settings):
    given = [word for setting in settings for word in ("--set", setting)]
    saved = tamis("select", "sonar", "--method", method, "-k", "5", *given, "-o", "best.json", "--json").json
    assert isinstance(saved["params"][option], (int, float))
    assert tamis("verify", "best.json", "sonar").code == 0


@pytest.mark.parametrize("method", ["lapdofs", "lapaofs"])
def test_a_relaxed_design_is_repeated(tamis, method):
    tamis("select", "sonar", "--method", method, "-k", "5", "--set", "solver=convex", "-o", "best.json")
    outcome = tamis("verify", "best.json", "sonar")
    assert outcome.code == 0, outcome.out


def test_json_of_files_that_were_written(tamis):
    document = tamis("convert", "sonar", "sonar.npy", "--json").json
    assert (document["schema"], document["samples"], document["features"]) == ("tamis.convert/1", 208, 60)
    tamis("select", "sonar", "--method", "variance", "-k", "3", "-o", "best.json")
    document = tamis("transform", "best.json", "sonar", "-o", "best.csv", "--json").json
    assert (document["schema"], document["output"], document["features"]) == ("tamis.transform/1", "best.csv", 3)


def test_demo_json(tamis):
    document = tamis("demo", "--json").json
    assert document["schema"] == "tamis.demo/1"
    assert [run["method"] for run in document["selections"]] == method_names(tamis)
