"""Errors are reported exactly: the message, the exit code, nothing on stdout, no file left behind."""
import gzip
import os

import pytest

GOOD = "a,b,class\n1,2,x\n3,4,y\n5,7,x\n"
SELECT = ("--method", "variance", "-k", "1")


def test_missing_file(failing):
    failing(1, "nowhere.csv: there is no such file", "select", "nowhere.csv", *SELECT)


def test_directory(failing, tmp_path):
    (tmp_path / "folder").mkdir()
    failing(1, "folder: is a folder, not a data file", "select", "folder", *SELECT)


def test_empty_file(failing, write):
    write("empty.csv", "")
    failing(1, "empty.csv: is empty", "select", "empty.csv", *SELECT)


def test_header_only(failing, write):
    write("header.csv", "a,b,class\n")
    failing(1, "header.csv: has a header and no data below it", "select", "header.csv", *SELECT)


def test_ragged_row(failing, write):
    write("ragged.csv", "a,b,c\n1,2,3\n4,5\n6,7,8\n")
    failing(1, "ragged.csv: line 3 has 2 fields, the lines before it have 3", "select", "ragged.csv", *SELECT)


def test_text_columns(failing, write):
    write("text.csv", "a,b,c,class\n5,red,x1,x\n2,blue,x2,y\n3,red,x3,x\n")
    for categories in ([], ["--categories", "error"]):
        failing(
            1,
            "text.csv: 2 columns hold text, 'b' (2 values), 'c' (all 3 values differ): use --categories drop to leave them "
            "out, --categories rank or --categories onehot to read them as numbers, or --drop b for single columns",
            "select", "text.csv", *SELECT, *categories,
        )


def test_permission_denied(tamis, write):
    write("secret.csv", GOOD).chmod(0)
    if os.access("secret.csv", os.R_OK) or os.geteuid() == 0:
        pytest.skip("nothing is forbidden to this user")
    outcome = tamis("select", "secret.csv", *SELECT)
    assert outcome.code == 1 and "secret.csv: Permission denied" in outcome.err


def test_missing_cells(failing, write):
    write("holes.csv", "a,b,class\n1,,x\n?,4,y\n5,7,x\n")
    failing(
        1,
        "holes.csv: 2 missing cells in 2 rows, first at line 2, column 'b'; line 3, column 'a': "
        "use --missing mean, --missing drop-rows or --missing drop-features",
        "select", "holes.csv", *SELECT,
    )


def test_infinite_cells(failing, write):
    write("inf.csv", "a,b,class\n1,2,x\n3,inf,y\n5,-1e200,x\n")
    failing(
        1,
        "inf.csv: 2 cells infinite or beyond 1e150: line 3, column 'b' is inf; line 4, column 'b' is -1e+200: "
        "correct these values, or leave them empty and use --missing",
        "select", "inf.csv", *SELECT, "--missing", "mean",
    )


def test_label_column_absent(failing, write):
    write("good.csv", GOOD)
    failing(
        1, "good.csv: has no column 'klass': did you mean 'class'? Columns: a, b, class",
        "select", "good.csv", *SELECT, "--label", "klass",
    )


def test_no_labels_for_a_supervised_method(failing, write):
    write("plain.csv", "a,b\n1,2\n3,4\n")
    failing(
        1,
        "fisher needs class labels and the data have none: give them with --label or --label-file",
        "select", "plain.csv", "--method", "fisher", "-k", "1",
    )


def test_one_class(failing, write):
    write("one.csv", "a,b,class\n1,2,x\n3,4,x\n")
    failing(
        1, "fisher needs at least two classes: every sample has the label 'x'",
        "select", "one.csv", "--method", "fisher", "-k", "1",
    )


def test_one_sample(failing, write):
    write("single.csv", "a,b,class\n1,2,x\n")
    failing(
        1, "single.csv has 1 sample: selecting features needs at least 2", "select", "single.csv", *SELECT
    )


def test_k_zero(failing):
    failing(2, "k must be at least 1, not 0", "select", "digits", "--method", "variance", "-k", "0")


def test_k_negative(failing):
    failing(2, "k must be at least 1, not -3", "select", "digits", "--method", "variance", "-k", "-3")


def test_k_nonsense(failing):
    failing(
        2, "k takes a number of features (25), a fraction between 0 and 1 (0.1) or 'all', not 'many'",
        "select", "digits", "--method", "variance", "-k", "many",
    )


def test_k_too_large(failing):
    failing(
        1, "k = 65 is more than the 64 features there are: use a smaller k or 'all'",
        "select", "digits", "--method", "variance", "-k", "65",
    )


def test_unknown_method(tamis):
    outcome = tamis("select", "digits", "--method", "fishr")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("tamis: unknown method 'fishr': did you mean 'fisher'? Known: variance, fisher, ")


def test_unknown_command(tamis):
    outcome = tamis("selct", "digits")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("tamis: unknown command 'selct': did you mean 'select'?")


def test_unknown_option(failing):
    failing(
        2, "unknown option '--nieghbors': did you mean '--neighbors'? (see 'tamis select --help')",
        "select", "digits", *SELECT, "--nieghbors", "3",
    )


def test_mistyped_option_comes_before_the_missing_one(failing):
    failing(
        2, "unknown option '--methd': did you mean '--method'? (see 'tamis select --help')",
        "select", "digits", "--methd", "variance",
    )


@pytest.mark.parametrize(
    "message, arguments",
    [
        ("--method is given 2 times: give it once", ["--method", "fisher", "--method", "variance"]),
        ("--neighbors is given 3 times: give it once", ["-m", "fisher", *3 * ["--neighbors", "4"]]),
        ("--method needs a value: --method M", ["--method"]),
        ("-k needs a value: -k K", ["-m", "fisher", "-k", "3", "-k"]),
        ("--set needs a value: --set name=value", ["-m", "fisher", "--set"]),
        ("--threads takes a whole number >= 0, not 'many'", ["-m", "fisher", "--threads", "many"]),
        ("--seed takes a whole number >= 0, not '1.5'", ["-m", "fisher", "--seed", "1.5"]),
        ("--json takes no value: leave out '=maybe'", ["-m", "fisher", "--json=maybe"]),
    ],
)
def test_wrong_use_of_an_option_is_told_in_plain_words(failing, message, arguments):
    failing(2, f"{message} (see 'tamis select --help')", "select", "digits", *arguments)


@pytest.mark.parametrize("gamma, shown", [("0", "0"), ("-1.5", "-1.5"), ("inf", "inf"), ("nan", "nan")])
def test_gamma_of_verify(failing, gamma, shown):
    failing(2, f"--gamma takes a number > 0, not {shown}", "verify", "best.json", "digits", "--gamma", gamma)
    failing(2, "--gamma takes a number, not 'x' (see 'tamis verify --help')", "verify", "best.json", "digits", "--gamma", "x")


def test_negative_threads(failing):
    failing(
        2, "--threads takes a number >= 0 (0 = all cores), not -2", "select", "digits", *SELECT, "--threads", "-2"
    )


def test_unknown_method_option(failing):
    failing(
        2, "unknown option 'gamma': this method has no options of its own",
        "select", "digits", *SELECT, "--set", "gamma=1",
    )


def test_set_without_value(failing):
    failing(2, "--set takes name=value, not 'gamma'", "select", "digits", *SELECT, "--set", "gamma")


def test_graph_option_out_of_range(failing):
    failing(
        2, "--neighbors takes an integer >= 1, not '0'",
        "select", "digits", "--method", "laplacian", "--neighbors", "0",
    )


def test_unknown_choice(failing):
    failing(
        2, "--missing takes one of error, drop-rows, drop-features, mean, not 'drop-row': "
        "did you mean 'drop-rows'?",
        "select", "digits", *SELECT, "--missing", "drop-row",
    )


def test_unknown_scaling(failing):
    failing(
        2, "unknown scaling 'standart': did you mean 'standard'? Known: none, standard, minmax, unit",
        "select", "digits", *SELECT, "--scale", "standart",
    )


def test_method_is_required(failing):  # of a projection, which has no usual one
    failing(2, "--method is required (see 'tamis project --help')", "project", "digits")


def test_one_argument_too_many(failing):
    failing(
        2, "'more' is one argument too many for info (see 'tamis info --help')", "info", "digits", "more"
    )


def test_truncated_mat(tamis, failing, tmp_path):
    scipy_io = pytest.importorskip("scipy.io")
    numpy = pytest.importorskip("numpy")
    scipy_io.savemat(tmp_path / "full.mat", {"X": numpy.random.default_rng(0).normal(size=(50, 20))})
    (tmp_path / "cut.mat").write_bytes((tmp_path / "full.mat").read_bytes()[:3000])
    assert tamis("info", "full.mat").code == 0
    failing(1, "cut.mat: is cut off: the file ends too early; copy it again", "select", "cut.mat", *SELECT)


def test_truncated_gz(failing, write):
    packed = gzip.compress(("a,b,class\n" + "".join(f"{i},{i * i % 97},x\n" for i in range(5000))).encode())
    write("cut.csv.gz", packed[: len(packed) // 2])
    failing(
        1, "cut.csv.gz: is cut off: the compressed data end too early; copy the file again",
        "select", "cut.csv.gz", *SELECT,
    )


def test_output_folder_absent(failing, tmp_path):
    failing(
        1, "cannot write no/where.json: there is no folder no",
        "select", "digits", *SELECT, "-o", "no/where.json",
    )
    assert list(tmp_path.iterdir()) == []


def test_output_is_a_folder(failing, tmp_path):
    (tmp_path / "out.json").mkdir()
    failing(
        1, "cannot write out.json: it is a directory", "select", "digits", *SELECT, "-o", "out.json"
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_full_device(tamis):
    outcome = tamis("select", "digits", *SELECT, "-o", "/dev/full")
    assert outcome.code == 1
    assert "/dev/full" in outcome.err and "No space left" in outcome.err


def test_graph_of_another_size(tamis, write):
    write("g.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 1.0\n")
    outcome = tamis("select", "digits", "--method", "laplacian", "--graph", "g.mtx")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "tamis: g.mtx: is a graph of 2 samples, the data have 1797\n"


@pytest.mark.parametrize("value", ["0", "-0.5", "1.01", "nan", "much"])
def test_recall_out_of_range(failing, value):
    wrong = f"takes a number above 0 to 1, not '{value}'"
    failing(2, f"--recall {wrong}", "graph", "digits", "--recall", value)
    failing(2, f"--recall {wrong}", "select", "digits", "--method", "laplacian", "--recall", value)
    failing(2, f"--set recall=… {wrong}", "select", "digits", "--method", "relieff", "--set", f"recall={value}")
