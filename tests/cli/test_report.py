"""tamis report: saved results of every command as one page."""
import base64
import gzip
import hashlib
import html.parser
import json
import os
import re
import struct

import pytest

VOID = {"meta", "br"}


class Page(html.parser.HTMLParser):
    """Parts with their text; fails on tags that are not closed in order."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.parts, self.tags, self.kinds, self.columns, self.script, self.policy = [], {}, [], [], [], "", ""
        self.style = ""
        self.part = self.raw = None
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags.append(tag)
        assert not any(name.startswith("on") or name == "style" for name in values), (tag, values)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "article":
            self.kinds.append(values["data-kind"])
        if "data-part" in values:
            self.part = values["data-part"]
            self.parts.setdefault(self.part, "")
        if tag == "script":
            self.raw = "columns" if values.get("class") == "columns" else "script"
        if tag == "style":
            self.raw = "style"
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open[-3:])
        self.open.pop()
        if tag in ("script", "style"):
            self.raw = None
        if tag == "section":
            self.part = None

    def handle_data(self, data):
        if self.raw == "columns":
            self.columns.append(unpacked(data))
        elif self.raw == "script":
            self.script += data
        elif self.raw == "style":
            self.style += data
        elif self.part:
            self.parts[self.part] += data


def unpacked(text):
    """The header and the columns of the data in a page."""
    raw = gzip.decompress(base64.b64decode(text))
    assert raw[:8] == b"TAMISCOL"
    version, length = struct.unpack_from("<II", raw, 8)
    assert version == 1
    header = json.loads(raw[16:16 + length])
    start = (16 + length + 7) // 8 * 8
    letters = {"f64": "d", "f32": "f", "i32": "i", "u8": "B"}
    columns = {one["name"]: struct.unpack_from(f"<{one['length']}{letters[one['type']]}", raw, start + one["offset"])
               for one in header["columns"]}
    return header, columns


@pytest.fixture
def page(tamis, tmp_path):
    """Makes a page of documents and reads it: page("a.json", ...)."""

    def make(*arguments):
        outcome = tamis("report", *arguments, "-o", "page.html")
        assert outcome.code == 0, outcome.err
        return Page((tmp_path / "page.html").read_text(encoding="utf-8"))

    return make


def test_selection(tamis, page, tmp_path):
    assert tamis("select", "sonar", "--method", "fisher", "-k", "5", "--explain", "--pvalues", "--stability=10", "--bootstrap=20",
                 "-o", "best.json").code == 0
    saved = json.loads((tmp_path / "best.json").read_text())
    made = page("best.json")
    assert made.kinds == ["selection"]
    assert list(made.parts) == ["answer", "chosen", "scores", "feature", "redundancy", "map", "provenance"]
    for name in saved["selected_names"]:
        assert name in made.parts["answer"] and name in made.parts["chosen"]
    assert "half samples" in made.parts["answer"] and "q-value" in made.parts["answer"]
    assert "--stability" not in made.parts["answer"]
    assert saved["data"]["hash"] in made.parts["provenance"]
    assert "tamis verify best.json sonar" in made.parts["provenance"]
    header, columns = made.columns[0]
    assert header["names"] == saved["data"]["feature_names"] and header["selected"] == saved["selected"]
    assert list(columns["score"]) == saved["scores"]
    assert list(columns["q"]) == saved["qvalues"]
    assert [one["rank"] for one in saved["explanations"]] == list(columns["rank"])


def test_scripts_and_styles_are_those_of_the_policy(tamis, page):
    tamis("select", "sonar", "--method", "variance", "-k", "2", "-o", "best.json")
    made = page("best.json")
    for text, kind in ((made.script, "script-src"), (made.style, "style-src")):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in made.policy
    assert "connect-src 'none'" in made.policy and "unsafe" not in made.policy
    assert not re.search(r"https?://", made.style)


def test_every_kind_of_result(tamis, page):
    tamis("select", "digits", "--method", "laplacian", "-k", "5", "-o", "graph.json")
    tamis("project", "digits", "--method", "flda", "--dim", "2", "-o", "flda.json")
    tamis("evaluate", "sonar", "-m", "fisher,variance", "-k", "3,6", "--protocol", "holdout:0.5x3", "-o", "two.json")
    tamis("evaluate", "sonar", "ionosphere", "-m", "fisher", "-k", "3", "--protocol", "holdout:0.5", "-o", "sets.json")
    tamis("evaluate", "ionosphere", "-m", "variance", "-k", "3", "--protocol", "cluster:2x2", "-o", "clusters.json")
    names = ["graph.json", "flda.json", "two.json", "sets.json", "clusters.json"]
    made = page(*names)
    assert made.kinds == ["selection", "projection", "comparison", "comparison", "comparison"]
    assert len(made.columns) == 5
    assert "falls into 2 parts" in made.parts["graph"]
    assert "k-means NMI" in made.parts["comparison"] and "Friedman" in made.parts["comparison"]
    for part in ("answer", "chosen", "scores", "graph", "comparison", "provenance"):
        assert made.parts[part].strip()


def test_every_part_of_a_selection(tamis, page, tmp_path):
    outcome = tamis("select", "digits", "--method", "laplacian", "-k", "6", "--pvalues", "--image", "8x8", "--report", "direct.html",
                    "-o", "best.json")
    assert outcome.code == 0, outcome.err
    made = page("best.json")
    direct = Page((tmp_path / "direct.html").read_text(encoding="utf-8"))
    assert list(made.parts) == ["answer", "chosen", "scores", "feature", "redundancy", "map", "graph", "masks", "provenance"]
    assert "--report" not in made.parts["answer"]
    for part in made.parts:
        if part != "provenance":  # the direct page knows the command
            assert made.parts[part] == direct.parts[part], part
    assert repr(made.columns) == repr(direct.columns)  # a NaN is not equal to itself
    header, columns = made.columns[0]
    saved = json.loads((tmp_path / "best.json").read_text())
    assert header["histograms"] == saved["exhibits"]["histograms"]
    assert len(columns["correlation"]) == 36 and len(columns["map_pca_x"]) == 1797
    assert max(abs(a - b) for a, b in zip(columns["correlation"], sum(saved["exhibits"]["correlations"]["r"], []))) < 2e-4
    assert "--report direct.html" in direct.parts["provenance"]


def test_masks_of_a_comparison(tamis, page):
    outcome = tamis("evaluate", "digits", "-m", "fisher", "-k", "5", "--protocol", "holdout:0.5x2", "--image", "8x8", "--report",
                    "page.html", "-o", "two.json")
    assert outcome.code == 0, outcome.err
    assert "fisher, k = 5" in page("two.json").parts["masks"]


def test_reproduced_paper(tamis, page, tmp_path):
    folder = os.environ.get("TAMIS_SHARED_DATA", "")
    if not os.path.exists(os.path.join(folder, "heart.dat")):
        pytest.skip("the data sets of the paper are not here")
    (tmp_path / "data").mkdir()
    for name in ("heart.dat", "australian.dat"):
        (tmp_path / "data" / name).symlink_to(os.path.join(folder, name))
    outcome = tamis("reproduce", "nie2008", "--data", "data", "--quick", "--report", "direct.html", "-o", "nie.json")
    assert outcome.code == 0, outcome.err
    made = page("nie.json")
    assert made.kinds == ["reproduction"]
    for text in ("Figure 2", "heart, raw", "S-FS", "number of features", "Not made, for want of data"):
        assert text in made.parts["papers"]
    assert "nie2008" in made.parts["provenance"]


def test_auto_and_demo(tamis, page, tmp_path):
    (tmp_path / "auto.json").write_text(tamis("auto", "sonar", "--candidates", "fisher", "--json").out)
    made = page("auto.json")
    answer = made.parts["answer"]
    accuracy = json.loads((tmp_path / "auto.json").read_text())["auto"]["nested_accuracy"]
    for name in ("mean", "all", "random"):
        assert f"{100 * accuracy[name]:.1f} %" in answer
    (tmp_path / "demo.json").write_text(tamis("demo", "--json").out)
    assert set(page("demo.json").kinds) == {"selection", "comparison"}


def test_default_name_and_figures(tamis, tmp_path):
    tamis("select", "sonar", "--method", "fisher", "-k", "3", "--explain", "-o", "best.json")
    outcome = tamis("report", "best.json", "--figures", "figures/sonar")
    assert outcome.code == 0 and (tmp_path / "best.html").exists()
    names = {path.name for path in (tmp_path / "figures/sonar").iterdir()}
    assert names == {"scores.svg", "chosen.csv", "chosen.tex"}
    rows = (tmp_path / "figures/sonar/chosen.csv").read_text().splitlines()
    saved = json.loads((tmp_path / "best.json").read_text())
    assert [row.split(",")[1] for row in rows[1:]] == saved["selected_names"]
    assert float(rows[1].split(",")[3]) == saved["raw_scores"][saved["selected"][0]]
    assert tamis("report", "best.json", "best.json").code == 0 and (tmp_path / "report.html").exists()


def test_hostile_names(tamis, page, write):
    evil = "</script><img src=x onerror=alert(1)>"
    header = ",".join(['"' + evil + '"', '"a ""quoted"" \'name\'"', "\u05d0\u05d1\u05d2", "w" * 10000, "class"])
    rows = "".join(f"{i % 7}.5,{(i * 7) % 5},{(i * 3) % 4},{i % 6},{'<b>x</b>' if i % 2 else '&amp;'}\n" for i in range(20))
    write("evil.csv", header + "\n" + rows)
    assert tamis("select", "evil.csv", "--label", "class", "--method", "fisher", "-k", "4", "--explain", "-o", "evil.json").code == 0
    made = page("evil.json")
    assert "img" not in made.tags and "b" not in made.tags
    assert evil in made.parts["chosen"] and 'a "quoted" \'name\'' in made.parts["chosen"]
    assert "\u05d0\u05d1\u05d2" in made.parts["chosen"] and "w" * 10000 not in made.parts["chosen"]
    assert "w" * 10000 in made.columns[0][0]["names"]


@pytest.mark.parametrize("text, words", [
    ('{"schema": "tamis.selection/1", "met', "not a complete JSON document"),
    ('{"hello": 1}', "no schema"),
    ('{"schema": "tamis.selection/7"}', "its schema is 'tamis.selection/7'"),
    ("[" * 1000, "nested deeper"),
    ('{"schema": "tamis.selection/1", "method": "fisher", "data": {"features": "many"}}', "'features' is not a number"),
    ("", "empty"),
])
def test_bad_documents(tamis, write, tmp_path, text, words):
    write("bad.json", text)
    outcome = tamis("report", "bad.json", "-o", "page.html")
    assert outcome.code == 1
    assert "bad.json" in outcome.err and words in outcome.err
    assert not (tmp_path / "page.html").exists()


def test_usage(tamis, write):
    write("best.json", tamis("select", "sonar", "--method", "fisher", "-k", "3", "--json").out)
    assert tamis("report").code == 2
    assert tamis("report", "none.json").code == 1
    assert tamis("report", "best.json", "-o", "page.pdf").code == 2
    outcome = tamis("report", "best.json", "-o", "nowhere/page.html")
    assert outcome.code == 1 and "there is no folder" in outcome.err
    outcome = tamis("report", "best.json", "-o", "-")
    assert outcome.code == 0 and Page(outcome.out).kinds == ["selection"]
    outcome = tamis("report", "best.json", "-o", "/dev/full")
    assert outcome.code == 1 and "/dev/full" in outcome.err
