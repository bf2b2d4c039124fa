"""tamis project, and transform and verify of what it saves."""
import io
import json
import math

import pytest

PROJECTORS = ["pca", "flda", "tr-lda", "apac", "hmss", "gmss", "mmda", "atr", "whtr", "trln"]
TRAIN = "a,b,c,class\n1,5,7.5,x\n2,5.5,8,x\n2,4,9,x\n3,1,7,y\n4,0,8.5,y\n3.5,2,8,y\n9,3,1,z\n8,4,2,z\n9,5,1.5,z\n"


@pytest.mark.parametrize("method", PROJECTORS)
def test_every_projector_on_digits(tamis, method):
    outcome = tamis("project", "digits", "--method", method, "--dim", "3", "--pca", "0.95", "--json")
    assert (outcome.code, outcome.err) == (0, "tamis: warning: constant features: 3 of 64\n")
    result = outcome.json
    assert result["schema"] == "tamis.projection/1"
    assert (result["method"], result["dim"], result["data"]["features"]) == (method, 3, 64)
    assert result["pca"]["components"] == 29 and result["pca"]["share"] >= 0.95
    assert result["params"]["pca"] == "0.95"
    assert len(result["feature_weights"]) == 64
    assert result["stop"] == "converged" and result["iterations"] >= 1
    assert result["objective"]["trace"][-1] == pytest.approx(result["objective"]["value"])
    assert result["matrices"] is None and result["remarks"] == ["constant features: 3 of 64"]
    assert set(result["seconds"]) == {"load", "pca", "method", "total"}


def test_table(tamis):
    outcome = tamis("project", "digits", "--method", "flda", "--dim", "2", "--pca", "0.95")
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    assert lines[0] == "flda: 2 dimensions of 64 features of digits (1797 samples, 10 classes, label class)"
    assert lines[1] == "PCA first: 29 components with 95.5 % of the variance"
    assert lines[2].startswith("sum of eigenvalues = ") and lines[2].endswith(", converged after 1 iteration")
    assert lines[5].split("  ")[0] == "direction"
    assert lines[5].endswith("strongest features (weight × standard deviation)")


def test_strongest_features_do_not_depend_on_their_units(tamis, write):
    rows = [(i % 5 + 3 * (i % 2), i * 7 % 11 + i % 2, "ab"[i % 2]) for i in range(40)]
    for name, unit in (("meters.csv", 1), ("millimeters.csv", 1000)):
        write(name, "length,other,class\n" + "".join(f"{unit * a},{b},{c}\n" for a, b, c in rows))
        outcome = tamis("project", name, "--method", "flda", "--set", "regularization=0")
        strongest = outcome.out.splitlines()[-1].split("  ")[-1]
        assert strongest.startswith("length (")  # its weight in millimeters is the smaller one


def test_the_usual_number_of_dimensions_is_classes_less_one(tamis):
    assert tamis("project", "digits", "--method", "flda", "--json").json["dim"] == 9
    assert tamis("project", "digits", "--method", "pca", "--dim", "0.9", "--json").json["dim"] == 21


@pytest.mark.parametrize("scale", ["none", "standard", "minmax", "unit"])
def test_saved_model_and_transform_agree_with_transformed(tamis, write, tmp_path, scale):
    write("train.csv", TRAIN)
    common = ("project", "train.csv", "--method", "trln", "--dim", "2", "--scale", scale, "--set", "alpha=0.5")
    outcome = tamis(*common, "-o", "model.json")
    assert (outcome.code, outcome.err) == (0, "saved model.json and model.npz\n")
    outcome = tamis(*common, "-o", "direct.csv", "--transformed")
    assert (outcome.code, outcome.err) == (0, "wrote direct.csv: 9 samples, 2 dimensions\n")
    outcome = tamis("transform", "model.json", "train.csv", "-o", "applied.csv")
    assert (outcome.code, outcome.err) == (0, "wrote applied.csv: 9 samples, 2 dimensions by trln\n")
    direct = (tmp_path / "direct.csv").read_text()
    assert direct.splitlines()[0] == "trln1,trln2,class"
    assert (tmp_path / "applied.csv").read_text() == direct
    outcome = tamis("verify", "model.json", "train.csv")
    assert (outcome.code, outcome.err) == (0, "model.json holds on train.csv\n")
    assert "feature weights" in outcome.out and "DIFFERS" not in outcome.out


def test_numpy_reads_the_matrices(tamis, write, tmp_path):
    numpy = pytest.importorskip("numpy")
    write("train.csv", TRAIN)
    outcome = tamis("project", "train.csv", "--method", "flda", "--pca", "2", "-o", "model.npz", "--json")
    assert outcome.json["matrices"] == "model.npz"
    assert json.loads((tmp_path / "model.json").read_text()) == outcome.json
    arrays = numpy.load(tmp_path / "model.npz")
    assert arrays["W"].shape == (3, 2) and arrays["pca_components"].shape == (3, 2)
    assert numpy.allclose(arrays["pca_components"] @ arrays["pca_weights"], arrays["W"])
    assert numpy.allclose(numpy.linalg.norm(arrays["W"], axis=1), outcome.json["feature_weights"])
    x = numpy.loadtxt(io.StringIO(TRAIN), delimiter=",", skiprows=1, usecols=(0, 1, 2))
    assert tamis("transform", "model.json", "train.csv", "-o", "out.csv").code == 0
    ours = numpy.loadtxt(tmp_path / "out.csv", delimiter=",", skiprows=1, usecols=(0, 1))
    assert numpy.allclose((x - arrays["mean"]) @ arrays["W"], ours)
    assert numpy.allclose(x.mean(axis=0), arrays["mean"])


def test_transform_matches_names_and_says_what_differs(tamis, failing, write, tmp_path):
    write("train.csv", TRAIN)
    assert tamis("project", "train.csv", "--method", "flda", "-o", "model.json").code == 0
    write("turned.csv", "class,c,b,a\nx,7.5,5,1\ny,7,1,3\n")
    write("straight.csv", "a,b,c,class\n1,5,7.5,x\n3,1,7,y\n")
    assert tamis("transform", "model.json", "turned.csv", "-o", "a.csv").code == 0
    assert tamis("transform", "model.json", "straight.csv", "-o", "b.csv").code == 0
    assert (tmp_path / "a.csv").read_text() == (tmp_path / "b.csv").read_text()
    write("lacking.csv", "a,c,class\n1,5,x\n2,5,y\n")
    failing(1, "lacking.csv lacks 1 of the 3 features that model.json projects: 'b'",
            "transform", "model.json", "lacking.csv", "-o", "c.csv")
    write("narrow.npy", b"")
    (tmp_path / "model.npz").unlink()
    failing(1, "model.json needs its matrices next to it, and there is no model.npz: make both with "
               "'tamis project DATA --method M -o FILE.json'",
            "transform", "model.json", "straight.csv", "-o", "c.csv")


def test_matrices_of_another_model_are_refused(tamis, write, tmp_path):
    write("train.csv", TRAIN)
    assert tamis("project", "train.csv", "--method", "flda", "-o", "one.json").code == 0
    assert tamis("project", "train.csv", "--method", "flda", "--dim", "1", "-o", "two.json").code == 0
    (tmp_path / "two.npz").replace(tmp_path / "one.npz")
    outcome = tamis("transform", "one.json", "train.csv", "-o", "c.csv")
    assert outcome.code == 1 and "they do not belong together" in outcome.err


def test_wrong_requests(failing, write):
    write("train.csv", TRAIN)
    failing(2, "unknown projector 'fldaa': did you mean 'flda'? Known: " + ", ".join(PROJECTORS),
            "project", "train.csv", "--method", "fldaa")
    failing(2, "--dim 0.5: flda takes a whole number of dimensions; a share of the variance is for pca",
            "project", "train.csv", "--method", "flda", "--dim", "0.5")
    failing(1, "flda cannot give 3 dimensions (3 classes have 2 discriminant directions): use --dim 2 or less",
            "project", "train.csv", "--method", "flda", "--dim", "3")
    failing(2, "-o out.csv: a projection is saved as .json with an .npz next to it; the projected data are written "
               "with --transformed", "project", "train.csv", "--method", "flda", "-o", "out.csv")
    failing(2, "--transformed writes the projected data: say where with -o FILE",
            "project", "train.csv", "--method", "flda", "--transformed")
    for text in ("0", "-1", "1.5", "many"):
        failing(2, f"--pca {text}: a number of dimensions is a whole number from 1 on (3), a share of the variance "
                   f"between 0 and 1 (0.95) or 'auto', not '{text}'",
                "project", "train.csv", "--method", "flda", "--pca=" + text)


def test_bad_data(tamis, failing, write):
    write("one.csv", "a,b,class\n1,2,x\n2,3,x\n")
    failing(1, "flda needs at least two classes: every sample has the label 'x'",
            "project", "one.csv", "--method", "flda")
    write("wide.csv", "a,b,c,d,e,class\n1,2,3,4,6,x\n2,3,1,0,5,x\n4,4,1,2,2,y\n0,1,5,2,1,y\n")
    failing(1, "whtr: the scatter within the classes is zero in 1 direction, as with fewer samples than features, so "
               "the criterion would be zero for any classes: use --pca 0.95 or fewer components",
            "project", "wide.csv", "--method", "whtr")
    outcome = tamis("project", "train.csv", "--method", "trln", "--set", "alpha=-1")
    assert outcome.code == 2 and "alpha" in outcome.err
    write("single.csv", TRAIN + "5,5,5,w\n")
    outcome = tamis("project", "single.csv", "--method", "flda", "--dim", "1", "--json")
    assert outcome.err == "tamis: warning: class 'w' has one sample only: its spread counts as zero\n"
    assert outcome.json["remarks"] == ["class 'w' has one sample only: its spread counts as zero"]


def test_plain_algorithm_says_that_it_cycles(tamis):
    outcome = tamis("project", "digits", "--method", "trln", "--dim", "2", "--pca", "0.95", "--set", "mode=plain",
                    "--set", "stop=paper", "--json")
    assert outcome.code == 0 and outcome.json["stop"] == "iteration_limit"
    assert "did not converge in 30 iterations" in outcome.err
    assert outcome.json["certificate"]["monotone"] is False
    safe = tamis("project", "digits", "--method", "trln", "--dim", "2", "--pca", "0.95", "--json").json
    trace = safe["objective"]["trace"]
    assert all(after <= before for before, after in zip(trace, trace[1:]))
    assert safe["objective"]["value"] < min(outcome.json["objective"]["trace"][1:])


def test_selector(tamis):
    result = tamis("select", "digits", "--method", "trln", "-k", "5", "--json").json
    assert len(result["selected"]) == 5 and result["params"]["pca"] == 0.95
    direct = tamis("select", "digits", "--method", "trln", "-k", "5", "--set", "pca=0", "--set", "alpha=100", "--json").json
    assert len(direct["selected"]) == 5 and all(math.isfinite(score) for score in direct["scores"])


def test_methods_lists_projectors(tamis):
    listed = tamis("methods", "--json").json["projectors"]
    assert [entry["name"] for entry in listed] == PROJECTORS
    text = tamis("methods", "trln").out
    assert text.count("trln") >= 4 and "--dim 2" in text and "-k 10" in text
