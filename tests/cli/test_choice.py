"""Which features to force, how many to take, why one was left out, and tamis auto."""
import csv
import json

import pytest

SMALL = "age,p1,p2,p3,id_a,class\n" + "".join(
    f"{20 + i},{i % 3},{(i * 7) % 5},{i % 2 * 3 + (i * 5) % 4 / 10},{i},{'xy'[i % 2]}\n" for i in range(24)
)


def test_included_come_first_and_excluded_never(tamis, write):
    path = write("small.csv", SMALL)
    document = tamis("select", path, "--method", "fisher", "-k", "3", "--include", "p2,age", "--exclude", "id_*", "--json").json
    assert document["selected_names"] == ["p2", "age", "p3"]
    assert (document["include"], document["exclude"]) == ([2, 0], [4])
    assert document["scores"][4] is not None
    table = tamis("select", path, "--method", "fisher", "-k", "3", "--include", "p2..p3").out
    assert "\nincluded: 2 features\n" in table and "excluded" not in table
    everything = tamis("select", path, "--method", "fisher", "-k", "all", "--exclude", "#0", "--json").json
    assert sorted(everything["selected"]) == [1, 2, 3, 4]


def test_lists_count_features_as_selected_does(tamis, write):
    path = write("front.csv", "class,a,b,c\nx,1,5,2\nx,2,5.5,1\ny,3,1,2\ny,4,0,1.5\n")
    document = tamis("select", path, "--label", "class", "-k", "1", "--include", "1", "--json").json
    assert (document["selected"], document["selected_names"]) == ([1], ["b"])


def test_saved_lists_are_verified(tamis, write):
    path = write("small.csv", SMALL)
    tamis("select", path, "--method", "laplacian", "-k", "2", "--exclude", "0..1", "--graph-features", "all", "-o", "s.json")
    outcome = tamis("verify", "s.json", path)
    assert outcome.code == 0 and "DIFFERS" not in outcome.out


def test_the_graph_leaves_excluded_features_out_unless_asked(tamis, write):
    path = write("small.csv", SMALL)
    arguments = ("select", path, "--method", "laplacian", "-k", "2", "--exclude", "age,id_a", "--json")
    candidates, everything = tamis(*arguments).json, tamis(*arguments, "--graph-features", "all").json
    alone = tamis("select", path, "--method", "laplacian", "-k", "2", "--drop", "age,id_a", "--json").json
    assert candidates["graph"]["hash"] == alone["graph"]["hash"] != everything["graph"]["hash"]
    assert everything["graph_features"] == "all"


@pytest.mark.parametrize("code, message, arguments", [
    (1, "small.csv: has no feature 'agee': did you mean 'age'? Features: age, p1, p2, p3, id_a", ("--include", "agee")),
    (1, "small.csv: there is no feature 9: the features are 0 to 4", ("--exclude", "9")),
    (1, "small.csv: no feature is called like 'q*'", ("--exclude", "q*")),
    (2, "feature 'p1' is both included and excluded: take it out of --include or --exclude",
     ("--include", "p1", "--exclude", "p1..p3")),
    (2, "3 features are included, more than the 2 to be selected: use -k 3 or include fewer",
     ("-k", "2", "--include", "p1..p3")),
    (2, "k = 4 is more than the 3 features that are not excluded: use a smaller k or exclude fewer",
     ("-k", "4", "--exclude", "0,1")),
    (2, "every feature is excluded: there is none to select", ("--exclude", "0..4")),
    (2, "unknown kind of graph features 'some'", ("--graph-features", "some")),
    (2, "k = 'cv:worst': cv takes 'best' or nothing", ("-k", "cv:worst")),
    (2, "k = 'gain:2': '2' is not a number between 0 and 1", ("-k", "gain:2")),
    (2, "k = 'fdr:1': '1' is not a number between 0 and 1; the rules are cv, cv:best, fdr:0.05, stable:0.75 and gain:0.8",
     ("-k", "fdr:1")),
    (2, "k = 'stable:0.5': '0.5' is not a number above 0.5 and at most 1", ("-k", "stable:0.5")),
    (2, "--stability-size belongs to --stability", ("-k", "fdr:0.5", "--stability-size", "2")),
    (1, "--stability-size 6 is more than the 5 features there are", ("-k", "stable:0.6", "--stability-size", "6")),
])
def test_wrong_lists_and_rules(tamis, write, code, message, arguments):
    path = write("small.csv", SMALL)
    outcome = tamis("select", path, "--method", "fisher", *arguments)
    assert outcome.code == code, outcome.err
    assert message in outcome.err


def test_the_rule_says_how_many_and_why(tamis):
    outcome = tamis("select", "sonar", "--method", "fisher", "-k", "cv:best")
    assert outcome.code == 0
    assert ": the best mean of 5-fold cross-validation with 1nn" in outcome.out
    document = tamis("select", "sonar", "--method", "fisher", "-k", "cv", "--evaluator", "svm", "--json").json
    assert document["k_rule"] == "cv"
    assert "within one standard error of the best mean" in document["k_reason"]
    assert document["k_reason"].endswith("5-fold cross-validation with svm")


def test_rules_that_ask_how_sure_features_are(tamis):
    tested = tamis("select", "sonar", "--method", "fisher", "-k", "1", "--pvalues", "--json").json
    significant = sum(q <= 0.01 for q in tested["qvalues"])
    outcome = tamis("select", "sonar", "--method", "fisher", "-k", "fdr:0.01")
    assert f"fdr:0.01 chose {significant} features: {significant} of 60 have q <= 0.01\n" in outcome.out
    document = tamis("select", "sonar", "--method", "fisher", "-k", "fdr:0.01", "--json").json
    assert document["qvalues"] == tested["qvalues"] and len(document["selected"]) == significant
    assert all(document["qvalues"][j] <= 0.01 for j in document["selected"])
    arguments = ("select", "sonar", "--method", "gfs", "-k", "stable:0.75", "--stability=6", "--stability-size", "10")
    document = tamis(*arguments, "-o", "stable.json", "--json").json
    shares = document["selection_probability"]
    assert sorted(document["selected"]) == [j for j in range(60) if shares[j] >= 0.75 - 1e-9]
    assert [shares[j] for j in document["selected"]] == sorted((shares[j] for j in document["selected"]), reverse=True)
    assert document["k_reason"] == "they are among the best 10 on at least 75 % of 12 half samples"
    assert tamis("verify", "stable.json", "sonar").code == 0


def test_nothing_significant_is_a_failure(tamis, write):
    noise = "a,b,class\n" + "".join(f"{(i * 7) % 11},{(i * 5) % 13},{'xy'[i % 2]}\n" for i in range(40))
    path = write("noise.csv", noise)
    outcome = tamis("select", path, "--method", "fisher", "-k", "fdr:0.01")
    assert outcome.code == 1
    assert "k = fdr:0.01: nothing significant: the smallest q is " in outcome.err
    assert "-k 2 takes the best ones all the same" in outcome.err
    compared = tamis("evaluate", path, "--methods", "fisher", "-k", "fdr:0.001", "--protocol", "cv:4", "--json")
    assert compared.code == 0, compared.err
    rows = [row for row in compared.json["rows"] if row.get("k_rule") == "fdr:0.001"]
    assert {(row["metric"], row["k"], row["value"]) for row in rows} == {("accuracy", 0, 0.5), ("redundancy", 0, 0)}
    assert any("finds no feature for fisher in a training part" in remark for remark in compared.json["remarks"])


def test_explanations(tamis, write):
    path = write("small.csv", SMALL)
    document = tamis("select", path, "--method", "fisher", "-k", "1", "--explain", "--json").json
    assert len(document["explanations"]) == 5
    assert set(document["explanations"][0]) == {"rank", "margin", "r2", "r2_adjusted", "nearest", "r", "reason"}
    assert [profile["feature"] for profile in document["class_profiles"]] == document["selected"]
    ages = document["explanations"][4]  # id_a is age - 20
    assert ages["nearest"] == document["selected"][0]
    table = tamis("select", path, "--method", "fisher", "-k", "2", "--include", "age", "--explain").out
    assert "nearly a copy of age (r = 1.000)" in table
    assert "Where the chosen features stand out" in table and "Why the others were left out" in table


def test_rules_and_nested_folds_in_comparisons(tamis):
    document = tamis("evaluate", "sonar", "--methods", "fisher", "-k", "5,cv:best", "--protocol", "cv:3x2", "--json").json
    rows = [row for row in document["rows"] if row.get("k_rule") == "cv:best"]
    assert {row["label"] for row in rows} == {"fisher (cv:best)"} and all(1 <= row["k"] <= 60 for row in rows)
    summary = [row for row in document["summary"] if row.get("k_rule") == "cv:best" and row["metric"] == "accuracy"]
    assert len(summary) == 1 and summary[0]["n"] == 2
    nested = tamis("evaluate", "sonar", "--methods", "fisher,gfs", "-k", "5,20", "--protocol", "nested:3x3", "--json").json
    assert [row["label"] for row in nested["summary"] if row["metric"] == "accuracy"] == [
        "best", "fisher", "gfs", "random", "all"]
    table = tamis("evaluate", "sonar", "--methods", "fisher", "-k", "5,20", "--protocol", "nested:3x3").out
    assert "k by rule" in table
    wrong = tamis("evaluate", "sonar", "--protocol", "nested:5")
    assert wrong.code == 2 and "nested needs two folds or more outside and inside, as in nested:5x5" in wrong.err


def test_auto_gives_a_trusted_answer(tamis, tmp_path):
    outcome = tamis("auto", "sonar", "--candidates", "fisher,gfs", "-o", "chosen")
    assert outcome.code == 0, outcome.err
    for words in ("Chosen: the best ", "What to expect on new samples (5 outer folds", "as many, drawn at random"):
        assert words in outcome.out
    document = json.loads((tmp_path / "chosen" / "selection.json").read_text())
    assert document["schema"] == "tamis.selection/1"
    assert set(document["auto"]["nested_accuracy"]) >= {"mean", "std", "all", "random"}
    assert document["explanations"] and document["k_rule"] == "cv:best"
    assert "How sure it is:" in outcome.out and "are chosen again on 75 % of 40 half samples or more" in outcome.out
    assert document["stability"]["pairs"] == 20 and len(document["selection_probability"]) == 60
    assert ("qvalues" in document) == (document["method"] == "fisher") == ("have q <= 0.05" in outcome.out)
    with open(tmp_path / "chosen" / "reduced.csv", newline="") as file:
        names = next(csv.reader(file))
    assert names[:-1] == document["selected_names"] or names[1:] == document["selected_names"]
    assert tamis("verify", "chosen/selection.json", "sonar").code == 0


def test_auto_without_labels_and_with_too_few(tamis, write):
    path = write("plain.csv", "a,b,c\n" + "".join(f"{i},{i * i % 7},{i % 4}\n" for i in range(20)))
    outcome = tamis("auto", path, "--label", "none", "-k", "2")
    assert outcome.code == 0 and "Without labels nothing tells how many features are enough" in outcome.out
    assert "are expected to have nothing to do with the others" in outcome.out
    few = write("few.csv", "a,b,class\n1,2,x\n2,1,x\n3,5,y\n")
    wrong = tamis("auto", few)
    assert wrong.code == 1
    assert "auto needs two samples of every class, to train on one and to test on the other: class 'y' has 1" in wrong.err
    assert tamis("auto", "sonar", "--budget", "0").code == 2
    assert tamis("auto", "sonar", "--candidates", "fishr").code == 2
