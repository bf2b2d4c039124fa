"""Every JSON document is described by a JSON Schema in docs/schemas, and real documents are valid under it."""
import json
import pathlib
import re
import subprocess

import pytest

jsonschema = pytest.importorskip("jsonschema")

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = {path.name.split(".")[0]: json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "docs" / "schemas").glob("*.schema.json")}
PLAIN = "a,b,c\n" + "".join(f"{i},{(7 * i) % 11},{(i * i) % 13}\n" for i in range(20))  # no labels
NO_HEADER = "".join(f"{i},{(7 * i) % 11},{'xy'[i % 2]}\n" for i in range(20))  # no names
METHODS = ["variance", "fisher", "laplacian", "trace-ratio", "spec", "relieff", "hsic", "gfs", "lapdofs", "lapaofs", "lapeofs",
           "lapgofs", "q-alpha", "trln"]
PROJECTORS = ["pca", "flda", "tr-lda", "apac", "hmss", "gmss", "mmda", "atr", "whtr", "trln"]


def check(document):
    name, number = re.fullmatch(r"tamis\.(\w+)/(\d+)", document["schema"]).groups()
    assert number == "1"
    jsonschema.Draft202012Validator(SCHEMAS[name]).validate(document)
    return name


def test_there_is_a_schema_for_every_document_and_each_is_a_schema():
    found = subprocess.run(["grep", "-rhoE", r"\"tamis\.[a-z]+/[0-9]+\"", ROOT / "src", ROOT / "cli", ROOT / "papers"],
                           capture_output=True, text=True, check=True).stdout.split()
    named = {re.match(r'"tamis\.(\w+)/', name)[1] for name in found}
    assert named == set(SCHEMAS)
    for name, schema in SCHEMAS.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["properties"]["schema"] == {"const": f"tamis.{name}/1"}


@pytest.mark.parametrize("method", METHODS)
def test_selections_by_every_method(tamis, method):
    assert check(tamis("select", "sonar", "--method", method, "-k", 5, "--json", "-q").json) == "selection"


@pytest.mark.parametrize("method", PROJECTORS)
def test_projections_by_every_method(tamis, method):
    assert check(tamis("project", "sonar", "--method", method, "--dim", 1, "--json", "-q").json) == "projection"


@pytest.mark.parametrize("more", [["--pvalues", "--stability=5", "--bootstrap=5"], ["--explain"], ["-k", "cv"],
                                  ["--scale", "standard", "--include", "3", "--exclude", "5"]])
def test_selections_with_more_in_them(tamis, more):
    check(tamis("select", "sonar", "--method", "fisher", "--json", "-q", *more).json)


def test_data_without_labels_and_without_names(tamis, write):
    write("plain.csv", PLAIN)
    write("bare.csv", NO_HEADER)
    for file in ("plain.csv", "bare.csv"):
        for command in (["select", file, "-k", 1], ["select", file, "--method", "laplacian", "-k", 1], ["info", file],
                        ["project", file, "--method", "pca"], ["graph", file], ["convert", file, "copy.npz"],
                        ["select", file, "--plan"]):
            check(tamis(*command, "--json", *([] if command[0] == "info" else ["-q"])).json)


def test_the_other_documents(tamis, tmp_path):
    names = {check(tamis("info", "digits", "--json").json), check(tamis("methods", "--json").json),
             check(tamis("methods", "gfs", "--json").json), check(tamis("demo", "--json", "-q").json),
             check(tamis("auto", "sonar", "--json", "-q", "--candidates", "fisher,variance").json),
             check(tamis("evaluate", "sonar", "--methods", "fisher,laplacian", "-k", "5", "--protocol", "holdout:0.5x2", "--json", "-q").json)}
    tamis("select", "sonar", "-k", 5, "-o", "saved.json", "-q")
    check(json.loads((tmp_path / "saved.json").read_text(encoding="utf-8")))
    names |= {check(tamis("verify", "saved.json", "sonar", "--json", "-q").json),
              check(tamis("transform", "saved.json", "sonar", "-o", "small.csv", "--json", "-q").json)}
    assert names == {"info", "methods", "demo", "selection", "results", "verification", "transform"}


def test_parts_and_what_is_selected_from_them(tamis):
    assert check(tamis("partial", "sonar", "-o", "sonar.tps", "--json", "-q").json) == "partial"
    for method in ("variance", "fisher", "trace-ratio", "hsic"):
        assert check(tamis("select", "sonar.tps", "--method", method, "-k", 5, "--json", "-q").json) == "selection"
    assert check(tamis("select", "sonar.tps", "--method", "fisher", "--pvalues", "--json", "-q").json) == "selection"


def test_a_paper_and_its_figures(tamis, tmp_path, write):
    lines = (ROOT / "data" / "ionosphere.csv").read_text(encoding="utf-8").split("\n", 1)[1]
    write("ionosphere.data", lines)
    outcome = tamis("reproduce", "nie2008", "--data", ".", "--quick", "--figures", "figures", "--json")
    assert outcome.code == 0, outcome.err
    assert check(outcome.json) == "results"
    documents = list((tmp_path / "figures").glob("*.json"))
    assert documents
    for path in documents:
        assert check(json.loads(path.read_text(encoding="utf-8"))) == "figure"


def test_a_document_that_lacks_something_is_not_valid(tamis):
    document = tamis("select", "sonar", "-k", 5, "--json", "-q").json
    for name in SCHEMAS["selection"]["required"]:
        rest = {key: value for key, value in document.items() if key != name}
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.Draft202012Validator(SCHEMAS["selection"]).validate(rest)
    with pytest.raises(jsonschema.ValidationError):
        check({**document, "selected": ["p1"]})
