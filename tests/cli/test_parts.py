"""tamis partial, and selecting from the parts that it makes."""
import json
import pathlib
import struct

import numpy as np
import pytest

HEADER = "a,b,c,d,class"


def table(rows, header=HEADER):
    return "\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n"


@pytest.fixture
def shards(write):
    """Three shards of 60 samples, and all of them in one file; shards differ in which classes they have."""
    random = np.random.default_rng(3)
    kinds = np.sort(random.choice(["x", "y", "z"], 60))
    x = random.normal(size=(60, 4)) + np.outer((kinds == "z") + 2.0 * (kinds == "y"), [2, 1, 0, 0.5])
    x[:, 2] = 5
    rows = [(*cells, kind) for cells, kind in zip(x.round(6), kinds)]
    for number, begin in enumerate((0, 20, 40)):
        write(f"shard-{number}.csv", table(rows[begin:begin + 20]))
    write("all.csv", table(rows))
    return [f"shard-{number}.csv" for number in range(3)]


@pytest.fixture
def parts(tamis, shards):
    names = []
    for number, shard in enumerate(shards):
        names.append(f"part-{number}.tps")
        outcome = tamis("partial", shard, "-o", names[-1])
        assert outcome.code == 0, outcome.err
        assert outcome.out == "" and f"saved {names[-1]}: 20 samples, 4 features" in outcome.err
    return names


def refused(outcome, code, *texts):
    assert outcome.code == code and outcome.out == "", (outcome.code, outcome.err)
    for text in texts:
        assert text in outcome.err, outcome.err


@pytest.mark.parametrize("method", ["variance", "fisher", "trace-ratio", "hsic"])
def test_parts_select_as_the_data_do(tamis, parts, method):
    wanted = tamis("select", "all.csv", "--method", method, "-k", "all", "--json", "-q").json
    outcome = tamis("select", "part-*.tps", "--method", method, "-k", "all", "--json", "-q")
    assert outcome.code == 0, outcome.err
    found = outcome.json
    assert found["selected"] == wanted["selected"] and found["selected_names"] == wanted["selected_names"]
    for name in ("scores", "raw_scores"):
        np.testing.assert_allclose(found[name], wanted[name], rtol=1e-12)
    assert found["label"] == wanted["label"] and found["params"] == wanted["params"] and found["stop"] == wanted["stop"]
    assert found["data"]["samples"] == 60 and found["data"]["features"] == 4 and found["data"]["parts"] == 3
    assert found["data"]["hash"].startswith("xxh3:") and "parts" not in wanted["data"]


def test_the_order_of_the_arguments_makes_no_difference(tamis, parts):
    def selected(*names):
        document = tamis("select", *names, "--method", "fisher", "-k", "2", "--json", "-q").json
        del document["seconds"]
        return document

    first = selected(*parts)
    assert selected(*reversed(parts)) == first and selected("part-[0-9].tps") == first
    assert selected(parts[2], "part-[01].tps") == first


def test_the_table_and_the_usual_method(tamis, parts):
    outcome = tamis("select", *parts, "-k", "2")
    assert outcome.code == 0
    assert outcome.out.startswith("fisher (no method given, and there are labels): the best 2 of 4 features of 3 parts "
                                  "(60 samples, 3 classes, label class)")


def test_features_are_included_by_name_and_results_are_used_further(tamis, parts, tmp_path):
    outcome = tamis("select", "part-*.tps", "--method", "fisher", "-k", "2", "--include", "d", "-o", "best.json", "-q")
    assert outcome.code == 0, outcome.err
    assert json.loads((tmp_path / "best.json").read_text())["selected_names"][0] == "d"
    assert tamis("transform", "best.json", "all.csv", "-o", "best.csv", "-q").code == 0
    assert (tmp_path / "best.csv").read_text().startswith("d,")
    assert tamis("report", "best.json", "-o", "best.html").code == 0
    refused(tamis("verify", "best.json", "all.csv"), 2, "was made from 3 parts (.tps)", "nothing to verify it on")


def test_p_values_of_the_f_test(tamis, parts):
    command = ("--method", "fisher", "-k", "2", "--pvalues", "--json")
    wanted, found = tamis("select", "all.csv", *command), tamis("select", *parts, *command)
    np.testing.assert_allclose(found.json["pvalues"], wanted.json["pvalues"], rtol=1e-10)
    np.testing.assert_allclose(found.json["qvalues"], wanted.json["qvalues"], rtol=1e-10)
    assert "parts do not say which features vary in a few samples only" in found.err


def test_what_needs_samples_is_refused(tamis, parts):
    for method in ("laplacian", "spec", "relieff", "gfs", "lapdofs"):
        refused(tamis("select", *parts, "--method", method), 2, f"{method} needs the samples themselves",
                "parts are enough for variance, fisher")
    refused(tamis("select", *parts, "--method", "hsic", "--set", "kernel=rbf"), 2, "hsic with these settings needs the samples")
    for option in ("--scale=standard", "--stability", "--bootstrap", "--permutations=9", "--explain", "--report=a.html"):
        refused(tamis("select", *parts, "--method", "fisher", option), 2, option.partition("=")[0], "needs the samples themselves")
    refused(tamis("select", *parts, "--method", "fisher", "-k", "cv"), 2, "-k cv needs the samples themselves")
    refused(tamis("select", *parts, "--method", "fisher", "--missing", "mean"), 2, "--missing says how to read data")
    refused(tamis("select", *parts, "--method", "fisher", "--memory", "1G"), 2, "--memory says how much of the data may be held")
    refused(tamis("select", *parts, "--method", "fisher", "--label", "class"), 2, "--label says how to read data")
    refused(tamis("select", *parts, "--method", "fisher", "--neighbors", "3"), 2, "a graph needs the samples")
    refused(tamis("select", *parts, "--method", "fisher", "--graph", "g.mtx"), 2, "a graph needs the samples")
    refused(tamis("select", *parts, "--method", "fisher", "--plan"), 2, "--plan")
    for command in (["evaluate", parts[0], "--methods", "fisher", "-k", "2"], ["project", parts[0], "--method", "pca"],
                    ["info", parts[0]], ["graph", parts[0]], ["convert", parts[0], "a.csv"], ["auto", parts[0]],
                    ["partial", parts[0], "-o", "b.tps"]):
        refused(tamis(*command), 1, f"{parts[0]}: a part holds sums of the data, not the data")


def test_parts_that_do_not_belong_together(tamis, parts, write, tmp_path):
    select = ("--method", "fisher", "-k", "2")
    refused(tamis("select", *parts, "--shards", "2", *select), 2, "--shards cuts data, and parts are cut already: leave it out")
    refused(tamis("select", *parts, parts[1], *select), 1, "part-1.tps is named twice")
    (tmp_path / "copy.tps").write_bytes((tmp_path / parts[1]).read_bytes())
    refused(tamis("select", *parts, "copy.tps", *select), 1, "copy.tps", "part-1.tps", "are parts of the same shard")
    rows = [(1, 2, 3, 4, "x"), (5, 6, 7, 9, "y")]
    write("other.csv", table(rows, "a,b,e,d,class"))
    tamis("partial", "other.csv", "-o", "other.tps")
    refused(tamis("select", *parts, "other.tps", *select), 1,
            "feature 2 (counted from 0) is 'c' in part-0.tps and 'e' in other.tps")
    write("other.csv", table(rows, "a,b,c,d,species"))
    tamis("partial", "other.csv", "--label", "species", "-o", "other.tps")
    refused(tamis("select", *parts, "other.tps", *select), 1, "the label 'class' in column 4", "the label 'species' in column 4")
    write("other.csv", table([row[:4] for row in rows], "a,b,c,d"))
    tamis("partial", "other.csv", "-o", "other.tps")
    refused(tamis("select", *parts, "other.tps", *select), 1, "other.tps has no labels")
    refused(tamis("select", parts[0], "all.csv", *select), 2, "part-0.tps is a part of data and all.csv is not")
    refused(tamis("select", "nothing-*.tps", *select), 1, "no file fits 'nothing-*.tps'")
    refused(tamis("select", "absent.tps", *select), 1, "absent.tps")


def test_damaged_parts(tamis, parts, tmp_path):
    good = (tmp_path / parts[0]).read_bytes()
    for content, text in ((good[:-20], "cut off"), (good[:5], "cut off"), (b"", "is empty"), (b"a,b\n1,2\n" * 9, "is no part"),
                          (good[:99] + bytes([good[99] ^ 1]) + good[100:], "damaged"),
                          (good[:8] + struct.pack("<I", 7) + good[12:], "is damaged, or a part of another format version (7)")):
        (tmp_path / parts[0]).write_bytes(content)
        refused(tamis("select", *parts, "--method", "fisher"), 1, "part-0.tps", text)


def test_cleaning_that_depends_on_the_shard_is_refused(tamis, shards, write):
    for option, text in (("--missing=mean", "the mean of a shard is not that of all data"),
                         ("--missing=drop-features", "each shard would lose other features"),
                         ("--categories=rank", "depends on the other texts")):
        refused(tamis("partial", shards[0], option, "-o", "a.tps"), 2, "cannot be done shard by shard", text)
    refused(tamis("partial", shards[0], "-o", "a.npz"), 2, "parts are written to .tps files")
    refused(tamis("partial", shards[0], "-o", "nowhere/a.tps"), 1, "nowhere")
    write("measured.csv", "a,b,y\n" + "".join(f"{i},{i * i % 7},{i + 0.37}\n" for i in range(60)))
    refused(tamis("partial", "measured.csv", "--label", "y", "-o", "a.tps"), 1, "the label looks measured")
    write("gaps.csv", "a,b,class\n1,,x\n2,3,x\n4,5,y\n7,1,y\n")
    refused(tamis("partial", "gaps.csv", "-o", "a.tps"), 1, "gaps.csv")
    outcome = tamis("partial", "gaps.csv", "--missing", "drop-rows", "-o", "a.tps", "--json")
    assert outcome.code == 0 and outcome.json["samples"] == 3
    assert outcome.json["classes"] == [{"name": "x", "samples": 1}, {"name": "y", "samples": 2}]
    assert "the part discloses those of classes 'x', 'y'" in outcome.err


def test_other_formats_and_data_without_labels(tamis, tmp_path):
    x = np.random.default_rng(1).normal(size=(40, 5))
    np.save(tmp_path / "all.npy", x)
    for number in range(4):
        np.save(tmp_path / f"{number}.npy", x[10 * number:10 * number + 10])
        assert tamis("partial", f"{number}.npy", "-o", f"{number}.tps").code == 0
    found = tamis("select", "?.tps", "--method", "variance", "-k", "3", "--json", "-q").json
    wanted = tamis("select", "all.npy", "--method", "variance", "-k", "3", "--json", "-q").json
    assert found["selected"] == wanted["selected"] and found["label"] is None and found["data"]["feature_names"] is None
    np.testing.assert_allclose(found["scores"], wanted["scores"], rtol=1e-12)
    refused(tamis("select", "?.tps"), 2, "no method given, and the parts have no labels")
    refused(tamis("select", "?.tps", "--method", "fisher"), 1, "fisher needs class labels and the parts have none")


@pytest.fixture
def libsvm_parts(tamis, write):
    """Parts of files that end with different columns, and of all rows."""
    lines = ["1 1:2 2:1", "2 1:3 2:5", "1 1:1 2:0.5", "1 1:2 4:1", "2 1:3 3:5", "2 2:1 4:0.5", "nan 1:7", "2 1:1"]
    for name, shard in (("all", lines), ("a", lines[:3]), ("b", lines[3:6]), ("c", lines[6:])):
        write(f"{name}.libsvm", "\n".join(shard) + "\n")
        assert tamis("partial", f"{name}.libsvm", "-o", f"{name}.tps", "-q").code == 0
    return ["a.tps", "b.tps", "c.tps"]


def test_libsvm_parts_that_end_with_different_columns(tamis, libsvm_parts, write, tmp_path):
    wanted = tamis("select", "all.libsvm", "--method", "variance", "-k", "4", "--json", "-q").json
    for order in (libsvm_parts, libsvm_parts[::-1]):
        found = tamis("select", *order, "--method", "variance", "-k", "4", "--json", "-q")
        assert found.code == 0, found.err
        assert found.json["selected"] == wanted["selected"] and found.json["data"]["features"] == 4
        np.testing.assert_allclose(found.json["scores"], wanted["scores"], rtol=1e-12)
    # The same bits as those of files that name the last column, with a zero.
    write("a.libsvm", "1 1:2 2:1 4:0\n2 1:3 2:5\n1 1:1 2:0.5\n")
    assert tamis("partial", "a.libsvm", "-o", "wide.tps", "-q").code == 0
    narrow, wide = (tamis("select", name, "b.tps", "--method", "fisher", "-k", "4", "--json", "-q").json for name in ("a.tps", "wide.tps"))
    assert narrow["scores"] == wide["scores"] and narrow["label"] == wide["label"]


def test_parts_of_fixed_width_are_not_widened(tamis, libsvm_parts, write, tmp_path):
    np.save(tmp_path / "d.npy", np.arange(9.0).reshape(3, 3))
    write("e.libsvm", "1 1:2 2:1\n2 1:3 2:5\n")
    tamis("partial", "d.npy", "-o", "d.tps")
    tamis("partial", "e.libsvm", "--label", "none", "-o", "e.tps")
    tamis("partial", "b.libsvm", "--label", "none", "-o", "f.tps")
    select = ("--method", "variance", "-k", "1")
    assert tamis("select", "e.tps", "d.tps", *select).code == 0  # d has three, and all that can follow in e are zeros
    refused(tamis("select", "e.tps", "d.tps", "f.tps", *select), 1, "d.tps has 3 features and f.tps has 4")
    for option in ("--transpose", "--drop=-1"):
        for name in "ab":
            assert tamis("partial", f"{name}.libsvm", "--label", "none", option, "-o", f"{name}.tps", "-q").code == 0
        if option == "--drop=-1":
            refused(tamis("select", "a.tps", "b.tps", *select), 1, "a.tps has 1 features and b.tps has 3")
        else:
            tamis("partial", "e.libsvm", "--label", "none", option, "-o", "e.tps")
            refused(tamis("select", "a.tps", "e.tps", *select), 1, "a.tps has 3 features and e.tps has 2")


def test_a_shard_without_rows_needs_no_part(tamis, write):
    write("a.csv", HEADER + "\n")
    write("b.libsvm", "")
    remedy = "a shard without rows needs no part"
    refused(tamis("partial", "a.csv", "-o", "a.tps"), 1, f"a.csv: has a header and no data below it: {remedy}")
    refused(tamis("partial", "b.libsvm", "-o", "b.tps"), 1, f"b.libsvm: is empty: {remedy}")


def test_data_read_from_the_file_give_the_same_part(tamis, tmp_path):
    x = np.random.default_rng(2).normal(size=(500, 40))
    np.save(tmp_path / "a.npy", x)
    tamis("partial", "a.npy", "-o", "whole.tps")
    outcome = tamis("partial", "a.npy", "--memory", "50K", "-o", "passes.tps")
    assert outcome.code == 0 and "it is read from the file in every pass" in outcome.err
    assert (tmp_path / "whole.tps").read_bytes() == (tmp_path / "passes.tps").read_bytes()


def test_the_bytes_are_as_described(tamis, write, tmp_path):
    """docs/parts.md, read independently."""
    write("a.csv", "u,v,class\n1,-2,x\n3,0,x\n5,5,y\n")
    outcome = tamis("partial", "a.csv", "-o", "a.tps", "--json", "-q")
    bytes_ = (tmp_path / "a.tps").read_bytes()
    place = 0

    def take(form):
        nonlocal place
        values = struct.unpack_from("<" + form, bytes_, place)
        place += struct.calcsize("<" + form)
        return values if len(values) > 1 else values[0]

    def text():
        size = take("Q")
        return take(f"{size}s").decode()

    def texts():
        return [text() for _ in range(take("Q"))]

    def numbers(form):
        return [take(form) for _ in range(take("Q"))]

    assert take("8s") == b"\x89TPS\r\n\x1a\n" and take("I") == 2
    assert text() == outcome.json["version"]
    assert take("I") == 1 and f"xxh3:{take('Q'):016x}" == outcome.json["hash"]
    assert text() == "class" and take("q") == 2
    assert texts() == ["x", "y"] and numbers("Q") == [2, 1]
    assert texts() == ["u", "v"]
    assert numbers("d") == [1, -2] and numbers("d") == [5, 5]
    assert numbers("d") == [2, -1, 5, 5] and numbers("d") == [0, 0, 0, 0] and numbers("d") == [2, 2, 0, 0]
    assert place + 8 == len(bytes_)
