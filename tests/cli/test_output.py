"""Where results go: -o by extension, standard streams, several data sets, the usual method."""
import csv
import gzip
import io
import json
import os
import re
import subprocess

import pytest

SMALL = "a,b,c,class\n1,5,2,x\n2,6,2,x\n3,1,2,y\n5,2,3,y\n"
SPLIT = ["--protocol", "holdout:0.5x3", "--quiet"]


@pytest.fixture
def piped(tmp_path):
    """Calls tamis with bytes on standard input."""

    def call(content, *arguments):
        process = subprocess.run([os.environ["TAMIS"], *map(str, arguments)], cwd=tmp_path, input=content,
                                 capture_output=True, timeout=120)
        return process.returncode, process.stdout.decode(), process.stderr.decode()

    return call


def table_of(path, delimiter=","):
    return list(csv.DictReader(io.StringIO(path.read_text()), delimiter=delimiter))


@pytest.mark.parametrize("arguments, message", [
    (["select", "small.csv", "-k", "2", "-o", "small.csv"], "-o small.csv would overwrite a file that the command reads"),
    (["select", "sm*.csv", "-k", "2", "-o", "./small-2.csv"], "-o ./small-2.csv would overwrite small-2.csv, which the command reads"),
    (["select", "small.csv", "-k", "2", "--label-file", "labels.csv", "-o", "labels.csv"], "-o labels.csv would overwrite"),
    (["select", "small.csv", "-k", "2", "-o", "linked.csv"], "-o linked.csv would overwrite small.csv, which the command reads"),
    (["project", "small.npz", "-m", "pca", "--dim", "1", "-o", "small.json"], "-o small.npz would overwrite"),
    (["project", "small.csv", "-m", "pca", "--dim", "1", "--transformed", "-o", "small.csv"], "-o small.csv would overwrite"),
    (["graph", "small.mtx", "-o", "small.mtx"], "-o small.mtx would overwrite"),
    (["transform", "best.json", "small.csv", "-o", "small.csv"], "-o small.csv would overwrite"),
    (["transform", "plane.json", "small.csv", "-o", "plane.npz"], "-o plane.npz would overwrite"),
    (["convert", "small.csv", "small.csv"], "OUT small.csv would overwrite"),
    (["auto", "reduced.csv", "-o", "."], "-o ./reduced.csv would overwrite"),
    (["evaluate", "small.csv", "--methods", "variance", "-k", "1", "-o", "small.csv", *SPLIT], "-o small.csv would overwrite"),
])
def test_what_is_read_is_not_overwritten(tamis, write, tmp_path, arguments, message):
    for name in ("small.csv", "small-2.csv", "reduced.csv"):
        write(name, SMALL)
    write("labels.csv", "x\nx\ny\ny\n")
    os.link(tmp_path / "small.csv", tmp_path / "linked.csv")
    assert tamis("select", "small.csv", "-m", "variance", "-k", "2", "-o", "best.json").code == 0
    assert tamis("project", "small.csv", "-m", "pca", "--dim", "1", "-o", "plane.json").code == 0
    write("small.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1.5\n2 2 1.5\n")
    write("small.npz", "")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    outcome = tamis(*arguments)
    assert (outcome.code, outcome.out) == (2, "") and message in outcome.err, outcome.err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_ranking_as_csv_and_tsv(tamis, write, tmp_path):
    write("small.csv", SMALL.replace("b,", '"b, the ""best"""' + ",", 1))
    run = ["select", "small.csv", "--method", "laplacian", "-k", "2", "--neighbors", "2"]
    document = tamis(*run, "--json").json
    outcome = tamis(*run, "-o", "best.csv")
    assert outcome.code == 0 and outcome.err.endswith("saved best.csv\n") and outcome.out.startswith("laplacian: ")
    assert tamis(*run, "-o", "best.TSV").code == 0
    for rows in [table_of(tmp_path / "best.csv"), table_of(tmp_path / "best.TSV", "\t")]:
        assert [int(row["rank"]) for row in rows] == [1, 2]
        assert [int(row["column"]) for row in rows] == document["selected"]
        assert [row["feature"] for row in rows] == document["selected_names"]
        for row in rows:
            assert float(row["score"]) == document["scores"][int(row["column"])]
            assert float(row["raw_score"]) == document["raw_scores"][int(row["column"])]
    assert 'b, the "best"' in document["data"]["feature_names"]


def test_features_without_names_are_called_by_their_position(tamis, write, tmp_path):
    write("bare.csv", "1,5,2\n2,6,2\n3,1,2\n5,2,3\n")
    assert tamis("select", "bare.csv", "--label", "none", "--method", "variance", "-k", "1", "-o", "best.csv").code == 0
    assert [(row["feature"], row["column"]) for row in table_of(tmp_path / "best.csv")] == [("1", "1")]


def test_rows_of_a_comparison(tamis, tmp_path):
    run = ["evaluate", "sonar", "--methods", "fisher,lapdofs:lambda1=0.5", "-k", "3,5", *SPLIT]
    assert tamis(*run, "-o", "out.json").code == tamis(*run, "-o", "out.csv").code == 0
    rows, document = table_of(tmp_path / "out.csv"), json.loads((tmp_path / "out.json").read_text())
    assert len(rows) == len(document["rows"])
    for row, entry in zip(rows, document["rows"]):
        for name in ["data", "method", "label", "evaluator", "metric"]:
            assert row[name] == entry[name]
        assert (int(row["k"]), int(row["repeat"]), float(row["value"])) == (entry["k"], entry["repeat"], entry["value"])
    assert any("lambda1=0.5" in row["params"] for row in rows)


def test_tables_of_a_comparison(tamis, tmp_path):
    run = ["evaluate", "sonar", "--methods", "fisher", "-k", "3", *SPLIT]
    text = tamis(*run, "-o", "out.md").out
    cell = re.search(r"^fisher +(\S+ ± \S+)", text, re.M).group(1)
    assert tamis(*run, "-o", "out.tex").code == 0
    markdown, latex = (tmp_path / "out.md").read_text(), (tmp_path / "out.tex").read_text()
    assert f"| fisher | {cell}" in markdown and "## 1NN accuracy in %, mean ± standard deviation" in markdown
    assert f"fisher & {cell.replace('±', '$' + chr(92) + 'pm$')}" in latex
    assert latex.count("\\begin{tabular}") == latex.count("\\end{tabular}") == 2
    assert latex.startswith("% needs \\usepackage{booktabs}") and "1NN accuracy in \\%, mean $\\pm$" in latex


def test_unknown_extensions(failing, tmp_path):
    select = ["select", "no-such-data.csv", "--method", "fisher", "-o"]  # told before the data are looked for
    failing(2, "-o best.txt: '.txt' is not written here; the ones that go are .json .csv .tsv", *select, "best.txt")
    failing(2, "-o best.md: '.md' is not written here; the ones that go are .json .csv .tsv", *select, "best.md")
    failing(2, "-o best: the name has no extension; the ones that go are .json .csv .tsv", *select, "best")
    failing(2, "-o out.html: '.html' is not written here; the ones that go are .json .csv .tsv .md .tex",
            "evaluate", "no-such-data.csv", "-o", "out.html")
    failing(2, "-o out.pdf: '.pdf' is not written here; the ones that go are .json .csv .tsv .md .tex",
            "reproduce", "gu2011", "-o", "out.pdf")


def test_standard_output_has_the_document_and_nothing_else(tamis, write, tmp_path):
    write("small.csv", SMALL)
    for command in (["select", "small.csv", "--method", "fisher", "-k", "1"],
                    ["evaluate", "sonar", "--methods", "fisher", "-k", "2", *SPLIT]):
        outcome = tamis(*command, "-o", "-")
        assert outcome.code == 0 and outcome.err == "" and outcome.json["schema"].startswith("tamis.")
    assert [path.name for path in tmp_path.iterdir()] == ["small.csv"]
    both = tamis("select", "small.csv", "--method", "fisher", "-k", "1", "-o", "-", "--json")
    assert both.json["selected_names"] == ["b"]


def test_text_from_standard_input(piped, tmp_path):
    code, out, err = piped(SMALL.encode(), "select", "-", "--method", "fisher", "-k", "1", "--json")
    assert code == 0, err
    document = json.loads(out)
    assert document["selected_names"] == ["b"] and document["data"]["name"] == "standard input"
    code, out, err = piped(SMALL.encode(), "select", "-", "--method", "fisher", "-k", "1", "-o", "-")
    assert code == 0 and json.loads(out)["selected"] == [1]
    code, out, err = piped(b"a,b\n1,2\n3\n", "info", "-")
    assert code == 1 and out == "" and err.startswith("tamis: standard input")


@pytest.mark.parametrize("content, kind", [
    (gzip.compress(b"a,b\n1,2\n"), "a gzip file"), (b"\x93NUMPY\x01\x00", "a .npy file"), (b"PK\x03\x04..", "a zip or .npz file"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file"), (b"MATLAB 5.0 MAT-file", "a MATLAB file"), (b"1,2\n\x00\x00\x07", "a binary file"),
])
def test_only_text_comes_from_standard_input(piped, content, kind):
    assert piped(content, "info", "-") == (
        1, "", f"tamis: only text is read from standard input, and this begins like {kind}: save it to a file and give its "
        "name\n")


def test_empty_standard_input(piped):
    assert piped(b"", "info", "-") == (1, "", "tamis: standard input is empty: pipe a table of text into it\n")


def test_select_without_a_method(tamis, write):
    write("small.csv", SMALL)
    labeled = tamis("select", "small.csv", "-k", "1")
    assert labeled.out.splitlines()[0] == ("fisher (no method given, and there are labels): the best 1 of 3 features of "
                                           "small.csv (4 samples, 2 classes, label class)")
    write("bare.csv", "a,b,c\n1,5,2\n2,6,2\n3,1,2\n5,2,3\n")
    bare = ["select", "bare.csv", "-k", "1", "--neighbors", "2"]
    assert tamis(*bare).out.splitlines()[0] == (
        "laplacian (no method given, and there are no labels): the best 1 of 3 features of bare.csv (4 samples, no labels)")
    document = tamis(*bare, "--json").json
    assert document["method"] == "laplacian" and document["remarks"][0] == "laplacian: no method given, and there are no labels"
    assert "remarks" in document and tamis("select", "small.csv", "-k", "1", "--method", "fisher", "--json").json["remarks"] == []
    wrong = tamis("select", "small.csv", "--set", "gamma=3")
    assert wrong.code == 2 and "gamma" in wrong.err
    assert tamis("select", "no-such-data.csv", "--scale", "big").code == 2  # before the data are looked for


def test_evaluate_without_a_method(tamis):
    outcome = tamis("evaluate", "sonar", "-k", "3", *SPLIT)
    assert outcome.out.startswith("fisher: no method given, and there are labels\n\nsonar: 208 samples, 60 features, 2 classes, "
                                  "label class; holdout:0.5x3, seed 0, scale standard\n")
    outcome = tamis("evaluate", "sonar", "-k", "3", "--protocol", "loo", "--quiet")
    assert outcome.out.startswith("laplacian: no method given, and loo shows no labels to it\n")


def test_several_data_sets(tamis, write, tmp_path):
    rows = "\n".join(f"{i % 5},{(i * 7) % 11},{'xy'[i % 2]}" for i in range(30))
    write("third.csv", "u,v,class\n" + rows + "\n")
    run = ["evaluate", "sonar", "ionosphere", "third.csv", "--methods", "fisher,variance", "-k", "2", "--scale", "none", *SPLIT]
    outcome = tamis(*run, "-o", "all.json")
    assert outcome.code == 0, outcome.err
    heads = [line.split(":")[0] for line in outcome.out.splitlines() if "samples," in line]
    assert heads == ["sonar", "ionosphere", "third.csv"]
    assert re.search(r"^method +sonar +ionosphere +third.csv +mean rank$", outcome.out, re.M)
    document = json.loads((tmp_path / "all.json").read_text())
    assert [data["name"] for data in document["data"]] == heads and document["complete"]
    assert {row["data"] for row in document["rows"]} == {row["data"] for row in document["summary"]} == set(heads)
    (across,) = document["across"]
    for method in across["methods"]:
        own = [method["ranks"][name] for name in heads]
        assert method["mean_rank"] == pytest.approx(sum(own) / 3)
    means = {(row["data"], row["label"]): row["mean"] for row in document["summary"] if row["metric"] == "accuracy"}
    for name in heads:
        order = sorted(across["methods"], key=lambda method: method["ranks"][name])
        values = [means[name, method["label"]] for method in order]
        assert values == sorted(values, reverse=True)
    assert 0 < across["friedman_p"] <= 1
    assert tamis(*run, "-o", "all.md").code == 0
    assert "## 1NN accuracy: ranks over 3 data sets" in (tmp_path / "all.md").read_text()
    alone = tamis("evaluate", "third.csv", "--methods", "fisher,variance", "-k", "2", "--scale", "none", "--json", *SPLIT).json
    values = [row["value"] for row in document["rows"] if row["data"] == "third.csv"]
    assert values == [row["value"] for row in alone["rows"]]


def test_several_data_sets_are_checked_before_the_work(tamis, write, tmp_path):
    write("narrow.csv", "u,class\n" + "\n".join(f"{i},{'xy'[i % 2]}" for i in range(20)) + "\n")
    outcome = tamis("evaluate", "sonar", "narrow.csv", "--methods", "fisher", "-k", "3", "--resume", "run.json", *SPLIT)
    assert outcome.code == 1 and "k = 3 is more than the 1 features there are" in outcome.err
    assert not (tmp_path / "run.json").exists()
    outcome = tamis("evaluate", "sonar", "sonar", "--methods", "fisher", "-k", "3", *SPLIT)
    assert (outcome.code, outcome.err) == (2, "tamis: the data set sonar is given twice\n")


def test_data_sets_of_the_same_name(tamis, tmp_path):
    for folder in ["one", "two"]:
        (tmp_path / folder).mkdir()
        lines = [f"{i % 5 + len(folder) * (i % 2)},{(i * (3 if folder == 'one' else 7)) % 11},{'xy'[i % 2]}" for i in range(30)]
        (tmp_path / folder / "x.csv").write_text("u,v,class\n" + "\n".join(lines) + "\n")
    outcome = tamis("evaluate", "one/x.csv", "two/x.csv", "--methods", "fisher", "-k", "1", "--json", *SPLIT)
    assert outcome.code == 0, outcome.err
    assert [data["name"] for data in outcome.json["data"]] == ["one/x.csv", "two/x.csv"]


def test_reproduction_in_every_form(tamis, tmp_path, write):
    assert tamis("convert", "sonar", "sonar.csv").code == 0
    write("sonar.data", (tmp_path / "sonar.csv").read_text().split("\n", 1)[1])
    for name in ["gu.json", "gu.csv", "gu.md", "gu.tex"]:
        assert tamis("reproduce", "gu2011", "--quick", "--quiet", "-o", name, data=tmp_path).code == 0
    cells = json.loads((tmp_path / "gu.json").read_text())["cells"]
    rows = table_of(tmp_path / "gu.csv")
    assert len(rows) == len(cells)
    for row, cell in zip(rows, cells):
        assert (row["table"], row["row"], row["column"]) == (cell["table"], cell["row"], cell["column"])
        assert float(row["mean"]) == cell["mean"] and row["differs"] == str(cell["differs"]).lower()
        assert (float(row["paper"]) if row["paper"] else None) == cell["paper"]
    assert "| --- | ---: |" in (tmp_path / "gu.md").read_text() and "Claims" in (tmp_path / "gu.md").read_text()
    assert "\\begin{tabular}{lr" in (tmp_path / "gu.tex").read_text()


def test_data_on_standard_output(tamis, failing, tmp_path):
    assert tamis("convert", "sonar", "sonar.csv").code == 0
    piped = tamis("convert", "sonar", "-", "--quiet")
    assert (piped.code, piped.err) == (0, "") and piped.out == (tmp_path / "sonar.csv").read_text()
    assert tamis("select", "sonar", "--method", "fisher", "-k", "3", "-o", "best.json").code == 0
    assert tamis("transform", "best.json", "sonar", "-o", "best.csv").code == 0
    piped = tamis("transform", "best.json", "sonar", "-o", "-")
    assert piped.code == 0 and piped.out == (tmp_path / "best.csv").read_text()
    failing(2, "the data and the document of --json both go to standard output: leave out one",
            "convert", "sonar", "-", "--json")


def test_what_was_said_while_reading_is_in_the_document(tamis, write):
    write("genes.arff", "@relation genes\n@attribute a real\n@attribute b real\n@attribute kind {x,y}\n@data\n"
          + "".join(f"{i * i % 7},{i},{'xy'[i % 2]}\n" for i in range(20)))
    outcome = tamis("select", "genes.arff", "--method", "fisher", "-k", "1", "--json")
    assert outcome.code == 0
    said = [line.removeprefix("tamis: warning: ") for line in outcome.err.splitlines()]
    assert said and outcome.json["remarks"][: len(said)] == said
