"""tamis cite: BibTeX of methods and papers."""
import re


def keys(text):
    return re.findall(r"^@\w+\{(\w+),$", text, re.MULTILINE)


def test_methods_projectors_and_papers(tamis):
    outcome = tamis("cite", "laplacian", "whtr", "gu2011")
    assert (outcome.code, outcome.err) == (0, "")
    assert keys(outcome.out) == ["hecai2005", "nie2008", "li2017", "gu2011"]
    assert "Zhihui Li and Feiping Nie and Xiaojun Chang and Yi Yang" in outcome.out
    assert outcome.out.count("{") == outcome.out.count("}")
    assert outcome.out.count("\n\n@") == 3


def test_a_paper_is_printed_once(tamis):
    assert keys(tamis("cite", "fisher", "trace-ratio", "nie2008", "trln").out) == ["nie2008", "boroujeni2018"]


def test_every_method_can_be_cited(tamis):
    document = tamis("methods", "--json").json
    for entry in [*document["methods"], *document["projectors"]]:
        assert set(keys(tamis("cite", entry["name"]).out)) >= set(entry["references"])
        assert entry["citation"] in " ".join(tamis("methods", entry["name"]).out.split())


def test_the_authors_of_trln(tamis):
    text = tamis("methods", "trln").out
    assert "Forough Rezaei Boroujeni, Sen Wang, Zhihui Li, Nicholas West, Bela Stantic, Lina Yao, Guodong Long" in text


def test_unknown_and_missing_names(tamis):
    unknown = tamis("cite", "fisher", "nie208")
    assert (unknown.code, unknown.out) == (2, "")
    assert "unknown method or paper 'nie208': did you mean 'nie2008'?" in unknown.err
    missing = tamis("cite")
    assert (missing.code, missing.out) == (2, "")
    assert "tamis cite laplacian" in missing.err
