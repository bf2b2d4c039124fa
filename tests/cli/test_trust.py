"""tamis select: p-values, stability and rank intervals."""
import csv
import io

import pytest

SMALL = "a,b,c,class\n1,5,7,x\n2,5,7,x\n3,1,7,y\n4,0,7,y\n"


def columns_of(text):
    rows = list(csv.reader(io.StringIO(text)))
    return {name: [row[place] for row in rows[1:]] for place, name in enumerate(rows[0])}


def test_p_values_of_fisher_are_those_of_the_f_test(tamis):
    datasets = pytest.importorskip("sklearn.datasets")
    feature_selection = pytest.importorskip("sklearn.feature_selection")
    x, y = datasets.load_digits(return_X_y=True)
    varying = x.std(axis=0) > 0
    _, wanted = feature_selection.f_classif(x[:, varying], y)
    document = tamis("select", "digits", "--method", "fisher", "--pvalues", "--json").json
    ours = [p for p, varies in zip(document["pvalues"], varying) if varies]
    assert ours == pytest.approx(list(wanted), rel=1e-8, abs=1e-300)
    assert [p for p, varies in zip(document["pvalues"], varying) if not varies] == [1.0] * 3
    assert document["p_method"] == ["f"] * 64
    assert set(document["p_flags"]) == {None, "approximate"}
    assert min(document["log10_p"]) < -350
    assert "pvalues_familywise" not in document
    same = tamis("select", "digits", "--method", "spec", "--set", "similarity=class", "--pvalues", "--json").json
    assert same["pvalues"] == document["pvalues"]


def test_permutations_replace_the_f_test(tamis):
    document = tamis("select", "sonar", "-k", "3", "--permutations", "99", "--json").json
    assert document["p_method"] == ["permutation"] * 60
    assert document["permutations"] == 99
    assert "log10_p" not in document
    assert all(0.01 <= p <= family <= 1 for p, family in zip(document["pvalues"], document["pvalues_familywise"]))
    again = tamis("select", "sonar", "-k", "3", "--permutations", "99", "--json", "--threads", "1").json
    assert again["pvalues"] == document["pvalues"]
    other = tamis("select", "sonar", "-k", "3", "--permutations", "99", "--json", "--seed", "1").json
    assert other["pvalues"] != document["pvalues"]


def test_nothing_is_shown_that_was_not_asked_for(tamis):
    document = tamis("select", "sonar", "--json").json
    assert not {"pvalues", "qvalues", "selection_probability", "rank_interval", "stability"} & set(document)
    assert "trust" not in document["seconds"]


def test_p_values_in_table_and_csv(tamis, tmp_path):
    outcome = tamis("select", "sonar", "-k", "2", "--pvalues", "-o", "best.csv")
    small = sum(q <= 0.05 for q in tamis("select", "sonar", "--pvalues", "--json").json["qvalues"])
    assert f"p-values: F test; {small} of 60 features have q <= 0.05" in outcome.out
    assert outcome.out.splitlines()[-2].split() == ["1", "V11", "10", "0.230562", "6.59e-11", "3.95e-09"]
    columns = columns_of((tmp_path / "best.csv").read_text())
    assert list(columns) == ["rank", "feature", "column", "score", "raw_score", "p", "q", "p_method", "p_flag"]
    assert columns["p_method"] == ["f", "f"]
    assert float(columns["p"][0]) == pytest.approx(6.59e-11, rel=1e-2)


def test_stability_and_rank_intervals(tamis):
    document = tamis("select", "sonar", "-k", "4", "--stability=6", "--bootstrap", "30", "--json").json
    assert len(document["selection_probability"]) == 60
    assert sum(document["selection_probability"]) == pytest.approx(4)
    stability = document["stability"]
    assert (stability["pairs"], stability["size"]) == (6, 4)
    assert stability["low"] <= stability["value"] <= stability["high"]
    assert [row["threshold"] for row in stability["bounds"]] == [0.6, 0.75, 0.9]
    assert document["bootstrap"]["kind"] == "bootstrap"
    assert all(1 <= low <= high <= 60 for low, high in document["rank_interval"])
    again = tamis("select", "sonar", "-k", "4", "--bootstrap=30", "--stability", "6", "--json", "--threads", "1").json
    for entry in ("selection_probability", "stability", "rank_interval", "bootstrap"):
        assert again[entry] == document[entry]
    bare = tamis("select", "sonar", "--method", "laplacian", "-k", "4", "--bootstrap", "--stability", "--json").json
    assert bare["stability"]["pairs"] == 50
    assert (bare["bootstrap"]["kind"], bare["bootstrap"]["replicates"]) == ("half-sample", 100)


def test_all_of_it_is_shown_written_and_read_back(tamis, tmp_path):
    asked = ["--pvalues", "--stability=5", "--bootstrap=20"]
    outcome = tamis("select", "sonar", "-k", "2", *asked, "-o", "all.json")
    assert "chosen again: 2 features on each of 10 half samples; stability" in outcome.out
    assert "ranks: 90 % of 20 bootstrap samples" in outcome.out
    assert outcome.out.splitlines()[-4].split() == ["rank", "feature", "column", "score", "p", "q", "chosen", "again", "ranks"]
    assert tamis("verify", "all.json", "sonar").code == 0
    tamis("select", "sonar", "-k", "2", *asked, "-o", "all.csv")
    columns = columns_of((tmp_path / "all.csv").read_text())
    assert list(columns)[5:] == ["p", "q", "p_method", "selection_probability", "rank_low", "rank_high", "mean_rank", "p_flag"]


@pytest.mark.parametrize("arguments, message", [
    (["--stability=0"], "--stability takes a number of at least 1, not 0"),
    (["--bootstrap=0"], "--bootstrap takes a number of at least 1, not 0"),
    (["--stability", "--stability-size", "0"], "--stability-size takes a number of at least 1, not 0"),
    (["--stability-size", "4"], "--stability-size belongs to --stability: give both, or leave it out"),
    (["-m", "variance", "--pvalues"],
     "variance has no p-values: a variance is not compared with anything: use --stability to see which features would be "
     "chosen again"),
    (["-m", "gfs", "--pvalues"],
     "gfs has no p-values: it chooses a set, and a single feature has no score of its own: use --stability to see which "
     "features would be chosen again"),
    (["-m", "trace-ratio", "--permutations", "9"],
     "trace-ratio chooses a set: --permutations has no score of a feature to permute: use --pvalues for the F test of the "
     "single features, or --stability"),
    (["--permutations", "0"], "--permutations takes a number of at least 1, not 0"),
    (["--permutations", "many"], "--permutations takes a whole number, not 'many'"),
    (["--stability=many"],
     "--stability takes a whole number, not 'many': write --stability=50, or put it behind the data file without a number"),
])
def test_what_cannot_be_had_is_refused(tamis, arguments, message):
    outcome = tamis("select", "sonar", *arguments)
    assert (outcome.code, outcome.out, outcome.err) == (2, "", f"tamis: {message}\n")


def test_one_class_and_as_many_classes_as_samples(tamis, write):
    write("one.csv", "a,b,class\n1,5,x\n2,4,x\n3,1,x\n")
    outcome = tamis("select", "one.csv", "-k", "1", "--label", "class", "--pvalues")
    assert outcome.code == 1
    assert "fisher needs at least two classes" in outcome.err
    write("all.csv", "a,b,class\n1,5,x\n2,4,y\n3,1,z\n")
    outcome = tamis("select", "all.csv", "-k", "1", "--label", "class", "--pvalues")
    assert outcome.code == 1
    assert ("the F test needs more samples than classes, and there are 3 samples of 3 classes: use --permutations"
            in outcome.err)
