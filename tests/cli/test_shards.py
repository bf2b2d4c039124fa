"""Data in several files, or cut into runs of rows, in one process."""
import numpy as np
import pytest

COLUMNS = 6


@pytest.fixture
def rows():
    random = np.random.default_rng(11)
    labels = random.integers(0, 3, 80)
    cells = random.normal(size=(80, COLUMNS)) + labels[:, None] * np.linspace(0, 1, COLUMNS)
    return np.column_stack([cells, labels])


@pytest.fixture
def cut(tmp_path, rows):
    """Writes the rows as whole.EXTENSION and as part-1 …; returns the pattern."""

    def write(extension, count):
        header = ",".join([f"f{j}" for j in range(COLUMNS)] + ["class"])

        def save(name, part):
            path = tmp_path / f"{name}.{extension}"
            if extension == "npy":
                np.save(path, part)
            elif extension == "csv":
                np.savetxt(path, part, delimiter=",", header=header, comments="", fmt="%.17g")
            elif extension == "libsvm":
                lines = [f"{int(row[-1])} " + " ".join(f"{j + 1}:{row[j]!r}" for j in range(COLUMNS)) for row in part.tolist()]
                path.write_text("\n".join(lines) + "\n")

        save("whole", rows)
        for number, part in enumerate(np.array_split(rows, count), start=1):
            save(f"part-{number}", part)
        return f"part-*.{extension}"

    return write


def options_of(extension):
    return ["--method", "fisher", "-k", "3", "--json"] + (["--label", "last"] if extension == "npy" else [])


def assert_same(shared, alone):
    assert shared["selected"] == alone["selected"]
    np.testing.assert_allclose(shared["scores"], alone["scores"], rtol=1e-12)
    assert shared["label"] == alone["label"]


@pytest.mark.parametrize("extension", ["npy", "csv", "libsvm"])
def test_a_pattern_stands_for_one_data_set(tamis, cut, extension):
    pattern = cut(extension, 12)
    shared = tamis("select", pattern, *options_of(extension))
    assert shared.code == 0, shared.err
    assert f"12 shards: part-1.{extension} … part-12.{extension}" in shared.err  # not part-1, part-10, part-11
    assert_same(shared.json, tamis("select", f"whole.{extension}", *options_of(extension)).json)
    assert shared.json["data"]["name"] == f"part-1.{extension} and 11 more"


def test_the_order_given_is_the_order_of_the_rows(tamis, cut):
    cut("npy", 3)
    hashes = [tamis("select", *names, *options_of("npy")).json["data"]["hash"]
              for names in (["part-1.npy", "part-2.npy", "part-3.npy"], ["part-3.npy", "part-1.npy", "part-2.npy"], ["part-*.npy"])]
    assert hashes[0] == hashes[2] != hashes[1]


@pytest.mark.parametrize("extension", ["npy", "csv"])
@pytest.mark.parametrize("shards", [1, 2, 7, 64, 200])
def test_one_file_is_cut_into_runs_of_rows(tamis, cut, extension, shards):
    cut(extension, 1)
    alone = tamis("select", f"whole.{extension}", *options_of(extension))
    shared = tamis("select", f"whole.{extension}", "--shards", shards, *options_of(extension))
    assert shared.code == 0, shared.err
    assert_same(shared.json, alone.json)


def test_shards_beyond_the_allowed_memory_are_read_from_their_files(tamis, cut):
    for extension in ("npy", "csv", "libsvm"):
        pattern = cut(extension, 5)
        held, read = (tamis("select", pattern, *options_of(extension), *more).json for more in ([], ["--memory", "100"]))
        for document in (held, read):
            document.pop("seconds")
        assert read == held


def test_a_class_may_be_absent_from_a_shard(tamis, tmp_path, rows):
    ordered = rows[np.argsort(rows[:, -1], kind="stable")]
    np.save(tmp_path / "whole.npy", ordered)
    for number, part in enumerate(np.array_split(ordered, 6)):
        np.save(tmp_path / f"part-{number}.npy", part)
    shared = tamis("select", "part-*.npy", *options_of("npy"))
    assert shared.code == 0, shared.err
    assert_same(shared.json, tamis("select", "whole.npy", *options_of("npy")).json)


def test_libsvm_shards_need_not_use_the_last_column(tamis, write):
    write("a.libsvm", "1 1:2 2:1\n2 1:3 2:5\n1 1:1 2:0.5\n")
    write("b.libsvm", "1 1:2 4:1\n2 1:3 3:5\n2 2:1 4:0.5\n")
    write("whole.libsvm", "1 1:2 2:1\n2 1:3 2:5\n1 1:1 2:0.5\n1 1:2 4:1\n2 1:3 3:5\n2 2:1 4:0.5\n")
    for more in ([], ["--memory", "10"]):
        shared = tamis("select", "a.libsvm", "b.libsvm", *options_of("libsvm"), *more)
        assert shared.code == 0, shared.err
        assert_same(shared.json, tamis("select", "whole.libsvm", *options_of("libsvm")).json)


def test_what_rows_of_an_h5ad_file_hold(tamis, tmp_path, rows):
    anndata = pytest.importorskip("anndata")
    import pandas as pd
    import scipy.sparse as sp

    classes = pd.DataFrame({"kind": pd.Categorical([f"c{int(label)}" for label in rows[:, -1]])},
                           index=[f"s{i}" for i in range(len(rows))])
    for name, cells in (("dense", rows[:, :-1]), ("sparse", sp.csr_matrix(np.maximum(rows[:, :-1], 0)))):
        anndata.AnnData(X=cells, obs=classes).write_h5ad(tmp_path / f"{name}.h5ad")
        arguments = ["select", f"{name}.h5ad", "--label", "kind", "--method", "fisher", "-k", "3", "--json"]
        alone = tamis(*arguments)
        assert alone.code == 0, alone.err
        for more in ([], ["--memory", "100"]):
            shared = tamis(*arguments, "--shards", "7", *more)
            assert shared.code == 0, shared.err
            assert_same(shared.json, alone.json)


def test_files_that_do_not_go_together(write, failing):
    write("a.csv", "x,v,class\n1,2,p\n2,5,q\n3,1,p\n")
    write("b.csv", "x,z,class\n1,2,p\n2,5,q\n3,1,p\n")
    write("c.csv", "x,v,w,class\n1,2,3,p\n2,5,1,q\n3,1,4,p\n")
    write("d.csv", "x,v,class\n1,2,7\n2,5,8\n3,1,7\n")
    write("e.csv", "x,v\n1,2\n2,5\n3,1\n")
    write("f.csv", "x,v,class\n1,2,p\n2,5,\n3,1,p\n")
    remedy = ": all shards need the same columns in the same order"
    quiet = ["--quiet", "--method", "fisher", "-k", "1"]
    failing(1, "the shards have other columns: column 1 (counted from 0) is 'v' in a.csv and 'z' in b.csv" + remedy, "select",
            "a.csv", "b.csv", *quiet)
    failing(1, "the shards have other columns: column 2 (counted from 0) of c.csv is 'w', and a.csv has none" + remedy,
            "select", "a.csv", "c.csv", *quiet)
    failing(1, "the labels of d.csv are numbers, and those of a.csv are texts such as 'p': write them in one way in all shards",
            "select", "a.csv", "d.csv", *quiet)
    failing(1, "e.csv has no label, and a.csv has the label 'class': all shards need one, or use --label none", "select", "a.csv",
            "e.csv", *quiet)
    failing(1, "fisher needs a label for every sample, and row 1 of f.csv (counted from 0) has none", "select", "a.csv", "f.csv", *quiet)
    failing(1, "no file fits 'z*.csv'", "select", "z*.csv", *quiet)


def test_arrays_that_do_not_go_together(tmp_path, failing):
    np.save(tmp_path / "a.npy", np.ones((4, 3)))
    np.save(tmp_path / "b.npy", np.ones((4, 5)))
    failing(1, "b.npy has 5 features, and a.npy has 3 features: all shards need the same columns in the same order", "select",
            "a.npy", "b.npy", "--quiet", "--method", "variance", "-k", "1")


def test_bad_cells_are_named_with_their_file_and_row(tmp_path, tamis, rows):
    rows = rows[:, :-1].copy()
    rows[33, 2] = np.nan
    np.save(tmp_path / "whole.npy", rows)
    np.save(tmp_path / "a.npy", rows[:30])
    np.save(tmp_path / "b.npy", rows[30:])
    for names, file, row in ((["a.npy", "b.npy"], "b.npy", 3), (["whole.npy", "--shards", "8"], "whole.npy", 33)):
        outcome = tamis("select", *names, "--method", "variance", "-k", "1", "--quiet")
        assert outcome.code == 1
        assert f"{file}: 1 missing cell in 1 row, first at row {row}, column 2" in outcome.err


@pytest.mark.parametrize("missing", ["mean", "drop-features", "drop-rows"])
def test_missing_cells_of_all_shards(tamis, tmp_path, rows, missing):
    rows[[3, 40, 41], [1, 1, 4]] = np.nan
    np.save(tmp_path / "whole.npy", rows)
    for number, part in enumerate(np.array_split(rows, 4)):
        np.save(tmp_path / f"part-{number}.npy", part)
    arguments = [*options_of("npy"), "--missing", missing]
    shared = tamis("select", "part-*.npy", *arguments)
    assert shared.code == 0, shared.err
    assert_same(shared.json, tamis("select", "whole.npy", *arguments).json)


def test_wrong_usage_of_shards(tamis, cut):
    pattern = cut("csv", 3)
    for arguments, message in (((pattern, "--shards", "2"), "--shards cuts one file, and there are 3"),
                               ((pattern, "--categories", "onehot"), "--categories onehot is not shared"),
                               ((pattern, "--plan"), "--plan looks at one file"),
                               (("whole.csv", "--shards", "0"), "--shards")):
        outcome = tamis("select", *arguments, "--method", "variance", "-k", "1")
        assert (outcome.code, outcome.out) == (2, "")
        assert message in outcome.err, outcome.err


def test_what_is_not_shared_is_said_before_anything_is_read(tamis, write):
    write("a.csv", "this is no table\n")
    write("b.csv", "nor is this\n")
    for arguments, message in ((("--method", "q-alpha"), "tamis: q-alpha is not shared: "),
                               (("--method", "fisher", "--pvalues"), "a test or a bootstrap is not shared: ")):
        outcome = tamis("select", "a.csv", "b.csv", "-k", "1", *arguments)
        assert (outcome.code, outcome.out) == (1, "")
        assert message in outcome.err


def test_a_file_is_given_once(failing, write):
    write("a.csv", "x,y\n1,2\n3,5\n")
    failing(2, "./a.csv is given twice: give every file once", "select", "a.csv", "./a.csv", "-k", "1")


def test_rounds_and_their_bytes_are_in_the_document(tamis, cut):
    found = tamis("select", cut("npy", 4), *options_of("npy"))
    assert found.json["data"]["shards"] == 4 and "shards_of_rows" not in found.json["data"]
    rounds = found.json["rounds"]
    assert f"{rounds['count']} rounds over 4 shards" in found.err
    assert rounds["bytes_from_shards"] > 4 * COLUMNS * 8 and rounds["bytes_to_shards"] > 0
    cut_rows = tamis("select", "whole.npy", "--shards", "3", *options_of("npy")).json
    assert cut_rows["data"]["shards"] == 3 and cut_rows["data"]["shards_of_rows"] is True
    alone = tamis("select", "whole.npy", *options_of("npy")).json
    assert "rounds" not in alone and "shards" not in alone["data"]


METHODS_TO_VERIFY = [("select", ["--method", "fisher", "-k", "3"]), ("select", ["--method", "laplacian", "-k", "2"]),
                     ("project", ["--method", "flda", "--dim", "2"])]


@pytest.mark.parametrize("command, options", METHODS_TO_VERIFY)
def test_results_of_shards_are_verified_on_the_same_shards(tamis, tmp_path, cut, rows, command, options):
    pattern = cut("npy", 4)
    made = tamis(command, pattern, "--label", "last", *options, "-o", "files.json")
    assert made.code == 0, made.err
    holds = tamis("verify", "files.json", pattern)
    assert holds.code == 0, holds.err
    assert "holds on part-1.npy and 3 more" in holds.err
    made = tamis(command, "whole.npy", "--shards", "5", "--label", "last", *options, "-o", "runs.json")
    assert made.code == 0, made.err
    assert tamis("verify", "runs.json", "whole.npy").code == 0  # cut as it was

    few = tamis("verify", "files.json", "part-1.npy", "part-2.npy")
    assert few.code == 2 and "files.json was made from 4 files, and here are 2" in few.err
    many = tamis("verify", "runs.json", pattern)
    assert many.code == 2 and "runs.json was made from 1 file, and here are 4" in many.err
    assert tamis("verify", "files.json", "whole.npy").code == 2
    swapped = tamis("verify", "files.json", "part-2.npy", "part-1.npy", "part-3.npy", "part-4.npy")
    assert swapped.code == 1 and "does not hold" in swapped.err
    changed = np.load(tmp_path / "part-3.npy")
    changed[0, 0] += 1
    np.save(tmp_path / "part-3.npy", changed)
    assert tamis("verify", "files.json", pattern).code == 1


def test_results_of_one_file_are_not_verified_on_several(tamis, cut):
    pattern = cut("npy", 4)
    assert tamis("select", "whole.npy", "--label", "last", "--method", "fisher", "-k", "3", "-o", "whole.json").code == 0
    refused = tamis("verify", "whole.json", pattern)
    assert refused.code == 2 and "whole.json was made from 1 file, and here are 4" in refused.err
