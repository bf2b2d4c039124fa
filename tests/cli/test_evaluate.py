"""tamis evaluate and tamis reproduce from outside."""
import json
import pathlib
import re

import pytest

SPLIT = ["--protocol", "holdout:0.5x4", "--quiet"]


def test_results_document(tamis, tmp_path):
    outcome = tamis("evaluate", "sonar", "--methods", "fisher,lapdofs:lambda1=0.5,gfs", "-k", "5,0.5", "--evaluator",
                    "1nn,svm", "--json", "-o", "out.json", *SPLIT)
    assert outcome.code == 0, outcome.err
    document = outcome.json
    assert document == json.loads((tmp_path / "out.json").read_text())
    assert (document["schema"], document["protocol"], document["seed"]) == ("tamis.results/1", "holdout:0.5x4", 0)
    assert document["complete"] and document["data"]["samples"] == 208
    accuracies = [row for row in document["rows"] if row["metric"] == "accuracy"]
    # three methods and random for two k, all for one; two evaluators, four repeats
    assert len(accuracies) == (4 * 2 + 1) * 2 * 4
    for row in accuracies:
        assert set(row) >= {"data", "method", "params", "k", "repeat", "evaluator", "metric", "value", "seconds"}
        assert 0.0 <= row["value"] <= 1.0
    assert {row["method"] for row in accuracies} == {"fisher", "lapdofs", "gfs", "random", "all"}
    assert {row["params"]["lambda1"] for row in accuracies if row["method"] == "lapdofs"} == {0.5}
    cell = next(row for row in document["summary"]
                if (row["method"], row["k"], row["evaluator"]) == ("fisher", 30, "1nn"))
    values = [row["value"] for row in accuracies
              if (row["method"], row["k"], row["evaluator"]) == ("fisher", 30, "1nn")]
    mean = sum(values) / 4
    assert cell["n"] == 4 and abs(cell["mean"] - mean) < 1e-12
    assert abs(cell["std"] - (sum((v - mean) ** 2 for v in values) / 3) ** 0.5) < 1e-12
    pairs = {(test["a"], test["b"]) for test in document["tests"] if test["k"] == 5}
    assert len(pairs) == 10 and all(0 <= test["p"] <= test["p_holm"] <= 1 for test in document["tests"])
    assert all(0.0 < entry["nogueira"] <= 1.0 for entry in document["stability"] if entry["label"] == "fisher")


def test_same_for_any_number_of_threads(tamis):
    def values(threads):
        document = tamis("evaluate", "sonar", "--methods", "fisher,relieff", "-k", "3,9", "--protocol", "cv:3x2",
                         "--threads", threads, "--json").json
        return [(row["label"], row["k"], row["repeat"], row["metric"], row["value"]) for row in document["rows"]]

    assert values(1) == values(3)


def test_clusters_and_table(tamis):
    outcome = tamis("evaluate", "digits", "--methods", "laplacian,q-alpha", "-k", "20", "--protocol", "cluster:2,3x2")
    assert outcome.code == 0, outcome.err
    for text in ["k-means AC, 2 classes", "k-means NMI, 3 classes", "random", "all", "mean rank", "redundancy"]:
        assert text in outcome.out


def test_missing_values_are_filled_by_the_training_part(tamis, write):
    rows = "\n".join(f"{i % 7},{'' if i % 5 == 0 else i % 3},{'ab'[i % 2]}" for i in range(40))
    write("holes.csv", "u,v,class\n" + rows + "\n")
    refused = tamis("evaluate", "holes.csv", "--methods", "fisher", "-k", "1")
    assert refused.code == 1 and "8 missing cells" in refused.err
    assert tamis("evaluate", "holes.csv", "--methods", "fisher", "-k", "1", "--missing", "mean", "--quiet").code == 0


def test_resume_refuses_other_data(tamis, tmp_path):
    assert tamis("evaluate", "sonar", "--methods", "fisher", "-k", "3", "--resume", "run.json", *SPLIT).code == 0
    before = (tmp_path / "run.json").read_bytes()
    outcome = tamis("evaluate", "ionosphere", "--methods", "fisher", "-k", "3", "--resume", "run.json", *SPLIT)
    assert outcome.code == 1 and outcome.out == ""
    assert "for another data set (sonar, xxh3:" in outcome.err and "nothing was changed" in outcome.err
    outcome = tamis("evaluate", "sonar", "--methods", "fisher", "-k", "3", "--resume", "run.json", "--seed", "1", *SPLIT)
    assert outcome.code == 1 and "for another seed (0) than this run (1)" in outcome.err
    assert (tmp_path / "run.json").read_bytes() == before
    (tmp_path / "other.json").write_text('{"schema": "tamis.selection/1"}')
    outcome = tamis("evaluate", "sonar", "--methods", "fisher", "-k", "3", "--resume", "other.json", *SPLIT)
    assert outcome.code == 1 and "its schema is 'tamis.selection/1'" in outcome.err


def test_resume_says_what_is_wrong_with_a_broken_file(tamis, tmp_path, write):
    run = ["evaluate", "sonar", "--methods", "fisher", "-k", "3", "--resume", "run.json", *SPLIT]
    write("run.json", "")
    assert "run.json is empty or cannot be read as results to be continued" in tamis(*run).err
    (tmp_path / "run.json").unlink()
    assert tamis(*run).code == 0
    whole = (tmp_path / "run.json").read_bytes()
    write("run.json", whole[: len(whole) // 2])
    outcome = tamis(*run)
    assert outcome.code == 1 and "json.exception" not in outcome.err
    assert "run.json is not a result of 'tamis evaluate': it is not a complete JSON document" in outcome.err
    assert "perhaps cut off or changed by hand; give the file of an earlier run, or a name that is not taken" in outcome.err
    write("run.json", whole.replace(b'"protocol"', b'"protokoll"'))
    assert "'protocol' is missing" in tamis(*run).err


def test_spaces_around_commas(tamis):
    outcome = tamis("evaluate", "sonar", "--methods", "fisher, relieff", "-k", "3, 5", "--evaluator", "1nn, svm", "--json",
                    "--svm-c", "1", *SPLIT)
    assert outcome.code == 0, outcome.err
    assert {row["label"] for row in outcome.json["rows"]} == {"fisher", "relieff", "random", "all"}


def test_graph_options_without_a_graph(tamis):
    warning = "none of the methods uses a graph: the graph options have no effect"
    run = ["evaluate", "sonar", "-k", "3", "--protocol", "holdout:0.5x2", "--neighbors", "3", "--methods"]
    assert warning in tamis(*run, "fisher").err
    assert warning not in tamis(*run, "fisher,laplacian").err


def test_remarks_of_a_single_selection(tamis, write):
    rows = "\n".join(f"{3 * i},1,{'xy'[i % 2]}" for i in range(12))
    write("flat.csv", "a,b,class\n" + rows + "\n")
    outcome = tamis("evaluate", "flat.csv", "--methods", "fisher", "-k", "2", "--protocol", "per-class:1x2")
    assert outcome.code == 0, outcome.err
    for remark in ["only 1 feature varies, fewer than the 2 to be selected (2 times)",
                   "classes 'x', 'y' have one sample only: their spread counts as zero (2 times)"]:
        assert f"tamis: warning: fisher: {remark}\n" in outcome.err


def test_resume_refuses_other_options_of_a_method(tamis, tmp_path):
    run = ["evaluate", "sonar", "--methods", "lapdofs,laplacian", "-k", "3", "--resume", "run.json", *SPLIT]
    assert tamis(*run).code == 0
    before = (tmp_path / "run.json").read_bytes()
    outcome = tamis(*run, "--neighbors", "20", "--weights", "heat")
    assert outcome.code == 1 and outcome.out == ""
    assert ("for another setting of lapdofs (neighbors 4, weights binary) than this run (neighbors 20, weights heat): "
            "nothing was changed") in outcome.err
    assert (tmp_path / "run.json").read_bytes() == before
    assert tamis(*run).code == 0  # numbers that JSON writes in another way are no difference


def test_classes_that_are_not_tested(tamis):
    run = ["evaluate", "sonar", "--methods", "fisher", "-k", "3", "--protocol"]
    untested = tamis(*run, "per-class:97x2")
    assert untested.code == 0
    assert untested.err.count("per-class:97x2 tests no sample of class 'R' of sonar: the values are those of the other") == 1
    assert "tests no sample" not in tamis(*run, "per-class:96x2").err


def test_variance_of_standardized_data(tamis):
    warning = "variance: all features have variance 1 after --scale standard; use --scale none or --scale minmax"
    run = ["evaluate", "digits", "-k", "10", "--protocol", "holdout:0.5x2", "--methods"]
    assert tamis(*run, "variance,fisher").err.count(warning) == 1
    assert warning not in tamis(*run, "fisher").err
    assert warning not in tamis(*run, "variance", "--scale", "minmax").err


@pytest.mark.parametrize(
    "code, message, arguments",
    [
        (2, "there is no protocol 'split'; protocols are holdout:FRACTIONxREPEATS", ["--protocol", "split:0.5x3"]),
        (2, "'' is not a number of repeats", ["--protocol", "cv:5x"]),
        (1, "cv:200x1 needs 200 samples of every class, one for each fold: class 'R' has 97 in sonar",
         ["--protocol", "cv:200x1"]),
        (1, "random:0.001x2 trains on 1 of the 208 samples of sonar and a selection needs 2 or more",
         ["--protocol", "random:0.001x2"]),
        (1, "fisher on the 2 training samples of repeat 0 of random:0.01x2: fisher needs at least two classes",
         ["--protocol", "random:0.01x2"]),
        (1, "k = 61 is more than the 60 features there are", ["-k", "5,61"]),
        (2, "unknown method 'fischer': did you mean 'fisher'?", ["--methods", "fischer"]),
        (2, "options of a method are written gfs:name=value:name=value", ["--methods", "gfs:gamma"]),
        (2, "'fisher' uses the labels, and loo would test on the samples that it has seen", ["--protocol", "loo"]),
        (2, "use kmeans with cluster", ["--evaluator", "kmeans"]),
        (2, "svm-c", ["--svm-c", "-1"]),
        (2, "the method 'fisher' is given twice", ["--methods", "fisher,gfs,fisher"]),
        (2, "the evaluator '1nn' is given twice", ["--evaluator", "1nn,svm,1nn"]),
        (2, "the number of classes 2 is given twice", ["--protocol", "cluster:2,2x2"]),
    ],
)
def test_bad_input(tamis, code, message, arguments):
    defaults = {"--methods": "fisher", "-k": "3"}
    for name, value in defaults.items():
        if name not in arguments:
            arguments = [*arguments, name, value]
    outcome = tamis("evaluate", "sonar", *arguments)
    assert outcome.code == code and message in outcome.err and outcome.out == "", outcome.err


def test_reproduce_says_what_is_absent(tamis, tmp_path):
    outcome = tamis("reproduce", "gu2011", "--data", ".")
    assert outcome.code == 1 and outcome.out == ""
    assert "none of the paper's data sets was found: ionosphere.data (Ionosphere)" in outcome.err
    assert "put them into ., or name another folder with --data DIR or the environment variable TAMIS_DATA" in outcome.err
    assert tamis("reproduce", "gu2011", data=".").err == outcome.err
    unknown = tamis("reproduce", "gu2012")
    assert unknown.code == 2 and "did you mean 'gu2011'" in unknown.err


DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "reproduction.md"


@pytest.mark.parametrize("paper", ["nie2008", "gu2011", "he2011", "zhao2007", "boroujeni2018"])
def test_reproduce_has_no_folder_of_its_own(tamis, paper):
    outcome = tamis("reproduce", paper)
    assert outcome.code == 2 and outcome.out == ""
    assert outcome.err.startswith(f"tamis: the data sets of {paper} do not ship with tamis: put ")
    assert outcome.err.endswith(" into one folder and name it with --data DIR or the environment variable TAMIS_DATA\n")
    files = re.findall(r"(\S+) \([^)]+\)", outcome.err)
    listed = next(line for line in DOCS.read_text().splitlines() if line.startswith(f"| `{paper}` |"))
    assert files and re.findall(r"`([^`]+)`", listed)[1:] == files


def test_reproduce_runs_what_is_there(tamis, tmp_path, write):
    lines = tamis("convert", "sonar", "sonar.csv")
    assert lines.code == 0
    text = (tmp_path / "sonar.csv").read_text().split("\n", 1)[1]
    write("sonar.data", text)
    outcome = tamis("reproduce", "gu2011", "--quick", "-o", "gu.json", data=tmp_path)
    assert outcome.code == 0, outcome.err
    # The other sets that ship need not be in the folder.
    for part in ["Not found: soybean-large.data (Soybean), orl.mat", "Ionosphere", "Sonar", "/ 82.33 ± 3.97", "Claims", "Theorem 3.3"]:
        assert part in outcome.out
    document = json.loads((tmp_path / "gu.json").read_text())
    assert document["schema"] == "tamis.results/1" and document["paper"] == "gu2011"
    cell = next(cell for cell in document["cells"] if cell["row"] == "GFS" and cell["data"] == "Sonar")
    assert (cell["paper"], cell["paper_std"], cell["n"]) == (pytest.approx(0.8233), pytest.approx(0.0397), 5)
    assert cell["differs"] == (abs(cell["mean"] - 0.8233) > 2 * 0.0397)
    assert document["rows"] and document["summary"] and document["tests"]


def test_rows_of_a_reproduction_can_be_told_apart(tamis, tmp_path, write):
    assert tamis("convert", "ionosphere", "ionosphere.csv").code == 0
    write("ionosphere.data", (tmp_path / "ionosphere.csv").read_text().split("\n", 1)[1])
    document = tamis("reproduce", "nie2008", "--data", ".", "--quick", "--json").json
    assert [(run["run"], run["setting"]) for run in document["runs"]] == [(0, "raw"), (1, "range"), (2, "standardized")]
    assert document["runs"][1]["options"] == {"scale": "minmax"}
    names = ["run", "label", "k", "repeat", "evaluator", "metric"]
    assert len({tuple(row[name] for name in names) for row in document["rows"]}) == len(document["rows"])
    assert {row["run"] for row in document["summary"]} == {0, 1, 2} == {row["run"] for row in document["tests"]}
    assert all(0 < cell["mean"] < 1 for cell in document["cells"])


def test_figures_are_written_as_data(tamis, tmp_path, write):
    assert tamis("convert", "ionosphere", "ionosphere.csv").code == 0
    write("Ionosphere.DATA", (tmp_path / "ionosphere.csv").read_text().split("\n", 1)[1])  # any case of letters
    outcome = tamis("reproduce", "nie2008", "--data", ".", "--quick", "--figures", "made/figures")
    assert outcome.code == 0, outcome.err
    folder = tmp_path / "made" / "figures"
    assert sorted(file.name for file in folder.iterdir()) == [f"nie2008-fig{n}.{kind}" for n in range(1, 5) for kind in ("csv", "json")]
    described = json.loads((folder / "nie2008-fig2.json").read_text())
    assert described["schema"] == "tamis.figure/1" and described["figure"] == 2 and described["quick"]
    assert described["panels"] == ["ionosphere, raw", "ionosphere, range", "ionosphere, standardized"]
    assert described["legend"] == ["F-FS", "S-FS", "F-LS", "S-LS"]
    assert any("umist.mat" in entry for entry in described["absent"])
    lines = (folder / "nie2008-fig2.csv").read_text().splitlines()
    assert lines[0] == "panel,curve,x,x2,mean,sd,n" and len(lines) == 1 + 3 * 4 * 34
    assert json.loads((folder / "nie2008-fig1.json").read_text())["absent"] == ["UMIST, m = 100: umist.mat (UMIST)"]


def test_figures_need_a_folder_that_can_be_made(tamis, tmp_path, write):
    assert tamis("convert", "ionosphere", "ionosphere.csv").code == 0
    write("ionosphere.data", (tmp_path / "ionosphere.csv").read_text().split("\n", 1)[1])
    outcome = tamis("reproduce", "nie2008", "--data", ".", "--quick", "--figures", "ionosphere.data/figures")
    assert outcome.code == 1 and outcome.err.startswith("tamis: cannot make the folder ionosphere.data/figures: ")


def test_a_result_with_features_that_are_not_there_is_not_resumed(tamis, failing, tmp_path):
    command = ("evaluate", "sonar", "-m", "fisher", "-k", "3", "--protocol", "holdout:0.5x2", "--resume", "run.json")
    tamis(*command)
    document = json.loads((tmp_path / "run.json").read_text())
    first = document["selections"][0]
    for entry, name, value, words in [(first["selected"], 0, 60, "feature 60 was chosen from 60 (counted from 0)"),
                                      (first, "k", 4, "a selection holds fewer features than its k"),
                                      (document["rows"][0], "k", -1, "a number of features is negative"),
                                      (document["rows"][0], "k", 1e99, "it has something else where a whole number belongs")]:
        kept, entry[name] = entry[name], value
        (tmp_path / "run.json").write_text(json.dumps(document))
        entry[name] = kept
        failing(1, f"run.json is not a result of 'tamis evaluate': {words}; give the file of an earlier run, or a name that is "
                   "not taken", *command)
