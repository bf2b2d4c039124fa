"""Data that are read from their file in every pass, and what a run would take."""
import array
import os
import resource
import struct
import subprocess

import pytest

from conftest import own_limits


def npy(rows, cols, code, values):
    head = f"{{'descr': '<f{array.array(code).itemsize}', 'fortran_order': False, 'shape': ({rows}, {cols}), }}"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + head.ljust(117).encode() + b"\n" + array.array(code, values).tobytes()


def numbers(rows, cols):
    return [((i * 37 + j * 11) % 101) / 8 + (i % 4 if j == 3 else 0) for i in range(rows) for j in range(cols)]


@pytest.fixture
def files(write):
    """The same numbers in several formats, with their labels."""
    rows, cols = 900, 12
    cells = numbers(rows, cols)
    write("double.npy", npy(rows, cols, "d", cells))
    write("single.npy", npy(rows, cols, "f", cells))
    write("labels.txt", "".join(f"{'abcd'[i % 4]}\n" for i in range(rows)))
    table = ["id," + ",".join(f"g{j}" for j in range(cols)) + ",class"]
    lines = []
    for i in range(rows):
        row = cells[i * cols : (i + 1) * cols]
        table.append(f"s{i}," + ",".join(map(repr, row)) + f",{'abcd'[i % 4]}")
        lines.append(f"{i % 4} " + " ".join(f"{j + 1}:{value!r}" for j, value in enumerate(row) if value))
    write("table.csv", "\n".join(table) + "\n")
    write("cells.libsvm", "\n".join(lines) + "\n")


def outcome_of(run):
    assert run.code == 0, run.err
    result = run.json
    result.pop("seconds")
    return result


@pytest.mark.parametrize(
    "arguments",
    [
        ["--method", "fisher"],
        ["--method", "variance"],
        ["--method", "trace-ratio"],
        ["--method", "hsic"],
        ["--method", "fisher", "--scale", "standard"],
        ["--method", "fisher", "--scale", "unit"],
    ],
)
@pytest.mark.parametrize("data", [["double.npy", "--label-file", "labels.txt"], ["table.csv"], ["cells.libsvm"]])
def test_data_that_are_too_large_are_read_in_passes(tamis, files, data, arguments):
    held = outcome_of(tamis("select", *data, *arguments, "-k", "4", "--json"))
    read = outcome_of(tamis("select", *data, *arguments, "-k", "4", "--json", "--memory", "10K"))
    said = [remark for remark in read.pop("remarks") if "10 KB allowed: it is read from the file in every pass" in remark]
    assert len(said) == 1
    held.pop("remarks")
    assert read == held


def test_single_precision_stays_as_it_is(tamis, files):
    single = outcome_of(tamis("select", "single.npy", "--label-file", "labels.txt", "--method", "fisher", "--json"))
    double = outcome_of(tamis("select", "double.npy", "--label-file", "labels.txt", "--method", "fisher", "--json"))
    assert single["data"].pop("name") == "single.npy" and double["data"].pop("name") == "double.npy"
    assert single == double and not any("in every pass" in remark for remark in single["remarks"])


def test_a_graph_of_your_own_lets_graph_scores_read_in_passes(tamis, files):
    graph = ["--graph", "graph.mtx", "-k", "3", "--json"]
    assert tamis("graph", "double.npy", "-o", "graph.mtx").code == 0
    for method in (["laplacian"], ["spec"], ["spec", "--set", "power=2"], ["trace-ratio", "--set", "criterion=laplacian"]):
        held = outcome_of(tamis("select", "double.npy", "--method", *method, *graph))
        read = outcome_of(tamis("select", "double.npy", "--method", *method, *graph, "--memory", "10K"))
        assert "in every pass" in read.pop("remarks")[0]
        held.pop("remarks")
        assert read == held


def test_missing_cells_are_filled_as_the_file_is_read(tamis, failing, write):
    rows = "".join(f"{i * i},{'' if i % 9 == 4 else i % 5},{'xy'[i % 2]}\n" for i in range(400))
    write("holes.csv", "a,b,class\n" + rows)
    arguments = ["select", "holes.csv", "--method", "fisher", "-k", "2", "--json"]
    held = outcome_of(tamis(*arguments, "--missing", "mean"))
    read = outcome_of(tamis(*arguments, "--missing", "mean", "--memory", "1K"))
    filled = "holes.csv: filled 44 missing cells with the column's mean"
    assert held.pop("remarks") == [filled] and filled in read.pop("remarks")
    assert read == held
    missing = "holes.csv: 44 missing cells in 44 rows, first at line 6, column 'b'; line 15, column 'b'; line 24, column 'b'; …"
    failing(1, missing + ": use --missing mean, --missing drop-rows or --missing drop-features",
            *arguments[:-1], "--memory", "1K")


TEXTS = "color,a,b,size,class\n" + "".join(
    f"{('red', 'Blue', 'green', '')[i % 7 % 4]},{i * i % 13},{'' if i % 9 == 4 else i % 5},{'SML'[i % 3]},{'xy'[i % 2]}\n"
    for i in range(400))


@pytest.mark.parametrize("missing", ["mean", "drop-rows", "drop-features"])
@pytest.mark.parametrize("categories", ["rank", "onehot", "drop"])
@pytest.mark.parametrize("data", ["texts.csv", "holes.libsvm", "holes.npy"])
def test_cleaning_is_the_same_as_the_file_is_read(tamis, write, data, categories, missing):
    write("texts.csv", TEXTS)
    nan = float("nan")
    cells = [nan if (i * 7 + j) % 61 == 0 and j < 5 else (i * 37 + j * 11) % 101 / 8 for i in range(300) for j in range(8)]
    write("holes.npy", npy(300, 8, "d", cells))
    write("holes.libsvm", "".join(  # the last feature is seen in the last line alone
        f"{i % 2} " + " ".join(f"{j + 1}:{cells[8 * i + j]}" for j in range(8)) + (" 12:1" if i == 299 else "") + "\n" for i in range(300)))
    labels = ["--label-file", "labels.txt"] if data == "holes.npy" else []
    write("labels.txt", "".join(f"{'xy'[i % 2]}\n" for i in range(300)))
    arguments = ["select", data, *labels, "--method", "fisher", "-k", "1", "--json", "--categories", categories, "--missing", missing]
    held = outcome_of(tamis(*arguments))
    read = outcome_of(tamis(*arguments, "--memory", "1K"))
    assert [remark for remark in read.pop("remarks") if "in every pass" not in remark] == held.pop("remarks")
    assert read == held


def test_errors_are_the_same_as_the_file_is_read(tamis, failing, write):
    write("texts.csv", TEXTS)
    write("ask.csv", "a,kind\n" + "".join(f"{i * i % 13},{'xy'[i % 2]}\n" for i in range(400)))
    write("odd.csv", "a,b,class\n" + "".join(f"{i},{'n.d.' if i < 120 else i % 7},{'xy'[i % 2]}\n" for i in range(400)))
    write("none.csv", "a,b,class\n" + "".join(f"{i % 5 if i % 2 else ''},{'' if i % 2 else i},{'xy'[i % 2]}\n" for i in range(400)))
    held = {
        "texts.csv": "texts.csv: 2 columns hold text, 'color' (3 values), 'size' (3 values): use --categories drop to leave them "
        "out, --categories rank or --categories onehot to read them as numbers, or --drop color for single columns",
        "ask.csv": "ask.csv: is 'kind' the label? It is the column of text with 2 values, and no label was given: use --label kind "
        "if it is, or --label none if there is no label",
        "odd.csv": "odd.csv: line 2, column 'b': 'n.d.' is not a number, and 280 of the 400 cells of this column are: use --na "
        "'n.d.' if it stands for a missing value, or --drop b to leave the column out",
        "none.csv --missing drop-rows": "none.csv: every row has a missing cell, so --missing drop-rows leaves nothing: use --missing "
        "mean or --missing drop-features",
        "none.csv --missing drop-features": "none.csv: every column has a missing cell, so --missing drop-features leaves nothing: use "
        "--missing mean or --missing drop-rows",
    }
    for data, message in held.items():
        for memory in ([], ["--memory", "1K"]):
            failing(1, message, "select", *data.split(), "--method", "fisher", *memory)


def test_a_result_is_verified_in_as_little_memory_as_it_was_made(tamis, files, write):
    write("texts.csv", TEXTS)
    assert tamis("graph", "double.npy", "-o", "graph.mtx").code == 0
    cases = [
        ["table.csv", "--method", "fisher"],
        ["table.csv", "--method", "trace-ratio", "--scale", "unit"],
        ["double.npy", "--label-file", "labels.txt", "--method", "hsic", "--scale", "standard"],
        ["texts.csv", "--categories", "onehot", "--missing", "drop-rows"],
        ["double.npy", "--method", "laplacian", "--graph", "graph.mtx"],
    ]
    for data, *arguments in cases:
        assert tamis("select", data, *arguments, "-k", "3", "-o", "saved.json", "--memory", "1K").code == 0
        graph = ["--graph", "graph.mtx"] if "--graph" in arguments else []
        found = {memory: tamis("verify", "saved.json", data, *graph, "--json", "--memory", memory) for memory in ("1K", "1G")}
        assert found["1K"].code == 0 and "read from the file in every pass" in found["1K"].err
        few, many = found["1K"].json, found["1G"].json
        assert [remark for remark in few.pop("remarks") if "in every pass" not in remark] == many.pop("remarks")
        assert few == many


def test_methods_that_need_the_data_in_memory_say_so(failing, files):
    rest = ("needs all of it there: allow for more with --memory 85K, or use a method that reads the file in passes: "
            "variance, fisher, trace-ratio, hsic; laplacian and spec with a graph of your own")
    taken = "double.npy: takes 84 KB in memory, more than the 10 KB allowed, and "
    failing(1, f"{taken}laplacian {rest}", "select", "double.npy", "--method", "laplacian", "--memory", "10K")
    failing(1, f"{taken}pca {rest}", "project", "double.npy", "--method", "pca", "--memory", "10K")
    failing(1, f"{taken}a comparison {rest}", "evaluate", "double.npy", "--label-file", "labels.txt", "--memory", "10K")
    failing(2, "--memory takes a number of bytes like 500M or 2G, not '2 X'", "select", "double.npy", "--memory", "2 X")


@own_limits
def test_a_file_four_times_as_large_as_the_address_space(tmp_path, write):
    rows, cols, limit = 1_000_000, 500, 480_000_000
    write("large.npy", npy(rows, cols, "f", numbers(1000, cols)))
    os.truncate(tmp_path / "large.npy", 128 + 4 * rows * cols)  # the other samples are zero, and take no room on the disk
    assert os.path.getsize(tmp_path / "large.npy") > 4 * limit
    write("labels.txt", "".join(f"{'abcd'[i % 4]}\n" for i in range(1000)) * (rows // 1000))
    process = subprocess.run(
        [os.environ["TAMIS"], "select", "large.npy", "--label-file", "labels.txt", "--method", "fisher", "-k", "1", "--quiet"],
        cwd=tmp_path, capture_output=True, text=True, timeout=300,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    assert process.returncode == 0, process.stderr
    assert process.stdout.splitlines()[-1].split()[:2] == ["1", "3"]


def test_a_plan_does_nothing(tamis, files):
    plan = tamis("select", "double.npy", "--label-file", "labels.txt", "--method", "fisher", "--plan", "--json", "-o", "x.json")
    assert plan.code == 0 and not os.path.exists("x.json")
    assert (plan.json["samples"], plan.json["features"], plan.json["estimated"]) == (900, 12, False)
    assert (plan.json["passes"], plan.json["search"], plan.json["from_file"]) == (2, "none", False)
    assert 900 * 12 * 8 <= plan.json["memory_bytes"] < 900 * 12 * 8 * 2 and plan.json["seconds"] > 0
    graph = tamis("select", "double.npy", "--method", "laplacian", "--plan", "--json").json
    assert graph["search"] == "exact" and graph["passes"] > 2
    assert tamis("select", "single.npy", "--method", "variance", "--plan", "--json").json["from_file"]
    for command in (["project", "digits", "--method", "flda"], ["evaluate", "digits", "--methods", "fisher,lapdofs"]):
        text = tamis(*command, "--plan")
        assert text.code == 0 and text.out.startswith("plan for ") and "1797 samples × 64 features" in text.out
        assert [line.split()[0] for line in text.out.splitlines()[2:]] == ["memory", "passes", "search", "time"]
