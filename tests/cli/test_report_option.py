"""--report and --image: a page of what a command has just done, and the exhibits in its document."""
import json
import os
import re

import numpy as np
import pytest

QUIET = ["--quiet"]
DIGITS = ["select", "digits", "--method", "fisher", "-k", "6", *QUIET]
COMPARE = ["evaluate", "digits", "--methods", "fisher,laplacian", "-k", "3,5", "--protocol", "holdout:0.2x3", *QUIET]


def page_of(folder, name="page.html"):
    text = (folder / name).read_text()
    assert text.lower().startswith("<!doctype html>") and text.rstrip().endswith("</html>")
    assert [file.name for file in folder.iterdir() if file.name.startswith(f".{name}")] == []
    return text


def test_select(tamis, tmp_path):
    plain = tamis(*DIGITS, "--json").json
    assert "exhibits" not in plain and "explanations" not in plain
    outcome = tamis(*DIGITS, "--json", "--report", "page.html")
    assert outcome.code == 0, outcome.err
    document = outcome.json
    page_of(tmp_path)
    shown = document["exhibits"]
    assert document["selected"] == plain["selected"] and document["scores"] == plain["scores"]
    assert shown["scale"] == "none" and shown["graph"] is None
    assert [one["feature"] for one in shown["histograms"]][:6] == document["selected"]
    assert len(shown["histograms"]) == 64 and len(document["explanations"]) == 64
    assert all(sum(map(sum, one["counts"])) == 1797 for one in shown["histograms"])
    assert shown["histogram_classes"] == document["label"]["class_names"]
    assert shown["correlations"]["features"] == document["selected"]
    r = np.array(shown["correlations"]["r"], dtype=float)
    assert np.array_equal(r, r.T) and np.all(np.diag(r) == 1)
    assert shown["map"]["samples"] == list(range(1797)) and len(shown["map"]["pca"]["x"]) == 1797
    assert set(shown["map"]["class"]) == set(range(10)) and shown["map"]["flda"]["axes"] == ["flda1", "flda2"]
    assert shown["image"] == {"height": 8, "width": 8, "order": "rows"}  # known of the digits


def test_the_page_of_the_document_is_the_page(tamis, tmp_path):
    """`report` makes of the document what --report made at once, but for the name and the command."""
    assert tamis(*DIGITS, "-o", "best.json", "--report", "page.html").code == 0
    assert tamis("report", "best.json", "-o", "again.html").code == 0
    columns = re.compile(r'<script type="text/plain" class="columns"[^>]*>([^<]*)</script>')
    at_once, again = columns.findall(page_of(tmp_path)), columns.findall(page_of(tmp_path, "again.html"))
    assert at_once == again


def test_the_same_bits_for_any_number_of_threads(tamis):
    run = ["select", "digits", "--method", "laplacian", "-k", "6", "--scale", "standard", "--json", "--report", "p.html", *QUIET]
    outcomes = [tamis(*run, "--threads", n) for n in ("1", "2")]
    assert [outcome.code for outcome in outcomes] == [0, 0], outcomes[0].err
    one, two = (outcome.json["exhibits"] for outcome in outcomes)
    assert one == two and one["scale"] == "standard"
    graph = outcomes[0].json["graph"]
    assert sum(one["graph"]["degrees"]["counts"]) == 1797 and sum(one["graph"]["weights"]["counts"]) == graph["edges"]


def test_streamed_data_have_the_same_exhibits(tamis, tmp_path):
    rng = np.random.default_rng(1)
    y = np.arange(3000) % 3
    x = rng.normal(size=(3000, 300)).astype(np.float32)
    x[:, :5] += y[:, None]
    np.savez(tmp_path / "data.npz", X=x, y=y)
    run = ["select", "data.npz", "--method", "fisher", "-k", "4", "--json", "--report", "p.html", *QUIET]
    whole, part = tamis(*run), tamis(*run, "--memory", "3M")
    assert whole.code == part.code == 0, part.err
    assert whole.json["exhibits"] == part.json["exhibits"]
    assert len(whole.json["exhibits"]["histograms"]) == 204


def test_project(tamis, tmp_path):
    outcome = tamis("project", "digits", "--method", "flda", "--dim", "3", "--json", "--report", "page.html", *QUIET)
    assert outcome.code == 0, outcome.err
    page_of(tmp_path)
    shown = outcome.json["exhibits"]
    assert shown["map"]["projected"]["axes"] == ["flda1", "flda2"] and shown["map"]["pca"] is None
    assert len(shown["contributions"]) == 64
    assert tamis("project", "digits", "--method", "flda", "--dim", "3", "--transformed", "-o", "p.csv", *QUIET).code == 0
    rows = np.genfromtxt(tmp_path / "p.csv", delimiter=",", names=True)
    np.testing.assert_allclose(shown["map"]["projected"]["x"], rows["flda1"], atol=2e-5 * np.abs(rows["flda1"]).max())


def test_evaluate_with_masks(tamis, tmp_path):
    outcome = tamis(*COMPARE, "--json", "--report", "page.html", "--image", "8x8")
    assert outcome.code == 0, outcome.err
    page_of(tmp_path)
    document = outcome.json
    masks = document["exhibits"]["masks"]
    assert [(mask["method"], mask["k"]) for mask in masks] == [
        (label, k) for label in ("fisher", "laplacian", "random") for k in (3, 5)]
    for mask in masks:
        wanted = np.zeros(64)
        for chosen in document["selections"]:
            if chosen["label"] == mask["method"] and (chosen["k"] == mask["k"] or chosen["nested"]):
                wanted[chosen["selected"][: mask["k"]]] += 1 / 3
        np.testing.assert_allclose(mask["share"], wanted, atol=1e-12)
    assert "exhibits" not in tamis("evaluate", "sonar", "--methods", "fisher", "-k", "3", "--protocol", "holdout:0.5x1",
                                   "--json", "--report", "one.html", *QUIET).json
    page_of(tmp_path, "one.html")


def test_evaluate_resumes_with_a_report(tamis, tmp_path):
    for page in ("a.html", "b.html"):
        assert tamis(*COMPARE, "--resume", "kept.json", "--report", page).code == 0
        page_of(tmp_path, page)
    masks = [json.loads((tmp_path / "kept.json").read_text())["exhibits"]["masks"]]
    assert len(masks[0]) == 6


def test_auto(tamis, tmp_path, write):
    rng = np.random.default_rng(2)
    rows = [f"{a:.4f},{b:.4f},{c:.4f},{'xy'[int(a > 0)]}" for a, b, c in rng.normal(size=(60, 3))]
    write("small.csv", "a,b,c,class\n" + "\n".join(rows) + "\n")
    outcome = tamis("auto", "small.csv", "--label", "class", "-o", "out", "--report", "page.html", "--json", *QUIET)
    assert outcome.code == 0, outcome.err
    page_of(tmp_path)
    page_of(tmp_path / "out", "report.html")
    assert outcome.json["exhibits"]["scale"] == "standard" and outcome.json["auto"]["verdict"]
    assert json.loads((tmp_path / "out" / "selection.json").read_text())["exhibits"] == outcome.json["exhibits"]


def test_demo(tamis, tmp_path):
    outcome = tamis("demo", "--report", "page.html", *QUIET)
    assert outcome.code == 0, outcome.err
    text = page_of(tmp_path)
    assert text.count('class="columns"') == 2  # the comparison and a selection


def test_reproduce(tamis, tmp_path, write):
    assert tamis("convert", "ionosphere", "ionosphere.csv").code == 0
    write("ionosphere.data", (tmp_path / "ionosphere.csv").read_text().split("\n", 1)[1])
    run = ["reproduce", "nie2008", "--data", ".", "--quick", "--json", *QUIET]
    outcome = tamis(*run, "--report", "page.html", "--figures", "made", "--image", "2x17")
    assert outcome.code == 0, outcome.err
    page_of(tmp_path)
    figures = outcome.json["figures"]
    assert [figure["figure"] for figure in figures] == [1, 2, 3, 4]
    for figure in figures:
        described = json.loads((tmp_path / "made" / f"nie2008-fig{figure['figure']}.json").read_text())
        rows = figure.pop("rows")
        assert figure == described
        lines = (tmp_path / "made" / described["csv"]).read_text().splitlines()
        assert len(rows) == len(lines) - 1
        if rows:
            assert list(rows[0]) == lines[0].split(",")
    assert outcome.json["exhibits"]["image"] == {"height": 2, "width": 17, "order": "rows"}
    wrong = tamis(*run, "--report", "page.html", "--image", "3x3")
    assert wrong.code == 2 and "the 9 features of an image of 3 x 3" in wrong.err and "has 34" in wrong.err


@pytest.mark.parametrize(
    "code, message, arguments",
    [
        (2, "an image of 8 x 9 has 72 pixels, and digits has 64 features", ["--report", "p.html", "--image", "8x9"]),
        (2, "'8by8' is no size of an image", ["--report", "p.html", "--image", "8by8"]),
        (2, "say where with --report FILE.html", ["--image", "8x8"]),
        (1, "cannot write nowhere/p.html: there is no folder nowhere", ["--report", "nowhere/p.html"]),
        (2, "the page is an HTML file, as in --report p.html", ["--report", "p.pdf"]),
        (2, "the page is an HTML file", ["--report", "-"]),
        (2, "reads or writes this file for something else", ["--report", "./x/../p.html", "--graph", "p.html"]),
        (1, "it is a directory", ["--report", "folder.html"]),
    ],
)
def test_refused_before_any_work(tamis, tmp_path, code, message, arguments):
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "x").mkdir()
    outcome = tamis(*DIGITS, *arguments)
    assert (outcome.code, outcome.out) == (code, "") and message in outcome.err, outcome.err
    assert not (tmp_path / "p.html").exists()


def test_the_data_are_not_overwritten(tamis, tmp_path, write):
    write("data.html", "a,b,class\n1,2,x\n2,1,y\n3,5,x\n4,3,y\n")
    outcome = tamis("select", "data.html", "--report", "data.html")
    assert outcome.code == 2 and "give the page another name" in outcome.err
    assert (tmp_path / "data.html").read_text().startswith("a,b,class")
    for command in (["evaluate", "digits", "--resume", "r.html"], ["project", "digits", "--method", "pca", "-o", "r.html", "--transformed"]):
        refused = tamis(*command, "--report", "r.html")
        assert refused.code in (1, 2) and refused.out == "" and not (tmp_path / "r.html").exists()


HOSTILE = '</script><img src=x onerror=alert(1)>'


def test_hostile_names(tamis, tmp_path, write):
    names = [HOSTILE, '"', "\u202eright to left", "x" * 10000, "", "same", "same", "\U0001f600 & <b>"]
    rng = np.random.default_rng(3)
    header = ",".join('"' + name.replace('"', '""') + '"' for name in [*names, "class"])
    rows = [",".join(f"{v:.3f}" for v in row) + ("," + ('"<i>a\'' + '""' + '"' if row[0] > 0 else "\u05d0")) for row in rng.normal(size=(40, 8))]
    write("hostile.csv", header + "\n" + "\n".join(rows) + "\n")
    outcome = tamis("select", "hostile.csv", "--label", "last", "-k", "all", "--method", "fisher", "--report", "page.html", "--json", *QUIET)
    assert outcome.code == 0, outcome.err
    document = outcome.json
    assert document["data"]["feature_names"][0] == HOSTILE and len(document["data"]["feature_names"][3]) == 10000
    text = page_of(tmp_path)
    assert HOSTILE not in text and "<img src=x" not in text and "<b>" not in text and "<i>a" not in text


@pytest.mark.parametrize(
    "text, arguments",
    [
        ("a,b,class\n" + "1,2,x\n2,1,x\n3,5,x\n4,3,x\n", ["--method", "variance", "-k", "1"]),  # one class
        ("a,b\n1,2\n2,1\n3,5\n4,3\n", ["--label", "none", "--method", "variance", "-k", "all"]),  # no classes, k = d
        ("a,b,class\n1,2,x\n1,2,y\n1,2,x\n1,3,y\n", ["--method", "fisher", "-k", "all"]),  # one feature does not vary
        ("a,b,class\n1,2,x\n1,4,y\n1,2,x\n1,4,y\n", ["--method", "fisher", "-k", "2"]),  # an infinite score
        ("a,b,class\n1,2,x\n2,1,y\n", ["--method", "fisher", "-k", "2"]),  # a sample per class
    ],
)
def test_poor_data(tamis, tmp_path, write, text, arguments):
    write("poor.csv", text)
    outcome = tamis("select", "poor.csv", *arguments, "--report", "page.html", "--json", *QUIET)
    assert outcome.code == 0, outcome.err
    assert outcome.json["exhibits"]["histograms"]
    page_of(tmp_path)
