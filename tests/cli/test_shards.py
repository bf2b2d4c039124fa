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


def test_only_libsvm_shards_are_widened(failing, write, tmp_path):
    import scipy.io
    import scipy.sparse as sp

    write("a.libsvm", "1 1:2 2:1\n2 1:3 2:5\n1 1:1 2:0.5\n")
    write("b.libsvm", "1 1:2 4:1\n2 1:3 3:5\n2 2:1 4:0.5\n2 1:1\n")
    scipy.io.mmwrite(tmp_path / "c.mtx", sp.csr_matrix([[1.0, 0.0], [2.0, 3.0]]))
    remedy = ": all shards need the same columns in the same order"
    quiet = ["--quiet", "--method", "variance", "-k", "1", "--label", "none"]
    failing(1, "c.mtx has 2 features, and b.libsvm has 4 features" + remedy, "select", "a.libsvm", "b.libsvm", "c.mtx", *quiet)
    # Lines that become columns are as many as there are, and the last column of one file is not that of another.
    failing(1, "b.libsvm has 4 features, and a.libsvm has 3 features" + remedy, "select", "a.libsvm", "b.libsvm", "--transpose",
            *quiet)
    failing(1, "b.libsvm has 3 features, and a.libsvm has 1 feature" + remedy, "select", "a.libsvm", "b.libsvm", "--drop", "-1",
            *quiet)


@pytest.mark.parametrize("extension, nothing", [("csv", ",".join([f"f{j}" for j in range(COLUMNS)] + ["class"]) + "\n"),
                                                ("libsvm", ""), ("npy", None)])
@pytest.mark.parametrize("method", ["fisher", "laplacian", "fisher --missing mean", "fisher --memory 100"])
def test_a_shard_may_have_no_rows(tamis, write, tmp_path, cut, extension, nothing, method):
    pattern = cut(extension, 3)
    for name in (f"part-0.{extension}", f"part-2b.{extension}"):
        if nothing is None:
            np.save(tmp_path / name, np.zeros((0, COLUMNS + 1)))
        else:
            write(name, nothing)
    arguments = ["--method", *method.split(), *options_of(extension)[2:]]
    shared = tamis("select", pattern, *arguments)
    assert shared.code == 0, shared.err
    assert f"shards without rows: 2 of 5 (part-0.{extension}, part-2b.{extension})" in shared.err
    assert_same(shared.json, tamis("select", f"whole.{extension}", *arguments).json)


def test_a_shard_without_rows_has_the_columns_of_the_others(failing, write, tmp_path):
    write("a.csv", "x,v,class\n1,2,p\n2,5,q\n3,1,p\n")
    write("renamed.csv", "x,z,class\n")
    write("short.csv", "x,v\n")
    write("nothing.csv", "\n")
    write("bare.csv", "x,v,class\n")
    np.save(tmp_path / "a.npy", np.ones((4, 3)))
    np.save(tmp_path / "wide.npy", np.ones((0, 4)))
    quiet = ["--quiet", "--method", "variance", "-k", "1"]
    remedy = ": all shards need the same columns in the same order"
    not_those = " has no rows, and its columns are not those of the others: "
    failing(1, "renamed.csv" + not_those + "column 1 (counted from 0) is 'v' in a.csv and 'z' in renamed.csv" + remedy, "select",
            "renamed.csv", "a.csv", *quiet)
    failing(1, "short.csv" + not_those + "column 2 (counted from 0) of a.csv is 'class', and short.csv has none" + remedy,
            "select", "a.csv", "short.csv", *quiet)
    failing(1, "nothing.csv holds nothing at all, and a.csv has a header: leave it out, or write the header into it", "select",
            "a.csv", "nothing.csv", *quiet)
    failing(1, "wide.npy" + not_those + "it has 4 columns without names, and a.npy has 3 columns without names" + remedy,
            "select", "a.npy", "wide.npy", *quiet)
    failing(1, "there are no rows in any of the shards, bare.csv the first of them: at least one file needs rows", "select",
            "bare.csv", "nothing.csv", *quiet)
    failing(1, "bare.csv: has a header and no data below it", "select", "bare.csv", "--shards", "2", *quiet)


def test_columns_that_only_rows_tell_of(tamis, write):
    """Names of samples and texts that are dropped: a header does not tell which columns those are."""
    rows = [f"s{i},{i * i % 7},t{i % 2},{i},{'pq'[i % 2]}\n" for i in range(9)]
    header = "id,v,kind,x,class\n"
    write("a.csv", header + "".join(rows[:5]))
    write("b.csv", header)
    write("c.csv", header + "".join(rows[5:]))
    write("whole.csv", header + "".join(rows))
    arguments = ["--categories", "drop", *options_of("csv")[:-2], "2", "--json"]
    shared = tamis("select", "a.csv", "b.csv", "c.csv", *arguments)
    assert shared.code == 0, shared.err
    assert_same(shared.json, tamis("select", "whole.csv", *arguments).json)


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


def test_files_of_the_same_name_are_told_apart(tamis, tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    (tmp_path / "a" / "part.csv").write_text("x,v\n1,2\n3,4\n5,7\n")
    (tmp_path / "b" / "part.csv").write_text("x,v\n1,\n,5\n8,6\n")
    arguments = ["select", "a/part.csv", "b/part.csv", "--method", "variance", "-k", "1"]
    for more in ([], ["--memory", "10"]):
        refused = tamis(*arguments, *more)
        assert refused.code == 1 and "b/part.csv: 2 missing cells in 2 rows, first at line 2, column 'v'" in refused.err
        dropped = tamis(*arguments, "--missing", "drop-rows", *more)
        assert dropped.code == 0, dropped.err
        assert "part.csv and 1 more: dropped 2 rows with missing cells, 4 rows left (2 of b/part.csv)\n" in dropped.err


def test_rows_are_dropped_from_shards_of_one_row(tamis, tmp_path, rows):
    """Shards may lose all rows, and what all of them lose is told once."""
    rows[[3, 40, 41], [1, 1, 4]] = np.nan
    np.save(tmp_path / "whole.npy", rows)
    np.savetxt(tmp_path / "whole.csv", rows, delimiter=",", fmt="%.17g")
    for name, more in (("whole.npy", []), ("whole.csv", []), ("whole.npy", ["--memory", "100"])):
        arguments = ["select", name, *options_of("npy"), "--missing", "drop-rows"]
        shared = tamis(*arguments, "--shards", "80", *more)
        assert shared.code == 0, shared.err
        assert shared.err.count("dropped") == 1 and f"{name}: dropped 3 rows with missing cells, 77 rows left\n" in shared.err
        assert_same(shared.json, tamis(*arguments).json)


def test_no_row_is_left(failing, write):
    write("a.csv", "x,v\n1,\n3,\n")
    write("b.csv", "x,v\n,1\n,2\n")
    message = "the shards: every row has a missing cell, so --missing drop-rows leaves nothing: use --missing mean or --missing drop-features"
    quiet = ["--quiet", "--method", "variance", "-k", "1", "--missing", "drop-rows"]
    failing(1, message, "select", "a.csv", "b.csv", *quiet)
    failing(1, message, "select", "a.csv", "--shards", "2", *quiet)


def test_labels_of_rows_that_are_dropped(failing, write):
    write("a.csv", "x,v\n1,5\n3,\n4,6\n")
    write("b.csv", "x,v\n2,1\n8,2\n7,7\n")
    write("labels.txt", "p\nq\np\nq\np\nq\n")
    failing(1, "a.csv: --missing drop-rows leaves out rows that --label-file has labels of, and shards do not tell which: use "
            "--missing mean, or put the labels into the shards", "select", "a.csv", "b.csv", "--label-file", "labels.txt",
            "--missing", "drop-rows", "--method", "fisher", "-k", "1", "--quiet")


def test_sparse_shards_that_become_dense(tamis, cut):
    pattern = cut("libsvm", 3)
    for more in ([], ["--memory", "10"]):
        shared = tamis("select", pattern, *options_of("libsvm"), "--scale", "standard", *more)
        assert shared.code == 0, shared.err
        remark = "this scaling shifts columns, so the sparse data become dense: 1 MB, block by block in every pass"
        assert f"warning: {remark}\n" in shared.err and remark in shared.json["remarks"]


def test_a_text_is_read_once_whatever_the_number_of_shards(tamis, cut):
    """Thousands of runs of rows: each would take as long as the file if it were read, or copied, for each of them."""
    cut("csv", 1)
    alone = tamis("select", "whole.csv", *options_of("csv"))
    shared = tamis("select", "whole.csv", "--shards", "5000", *options_of("csv"))
    assert shared.code == 0, shared.err
    assert_same(shared.json, alone.json)
    assert shared.json["seconds"]["load"] < 5


def test_wrong_usage_of_shards(tamis, cut):
    pattern = cut("csv", 3)
    for arguments, message in (((pattern, "--shards", "2"), "--shards cuts one file, and there are 3"),
                               ((pattern, "--categories", "onehot"), "--categories onehot is not shared"),
                               ((pattern, "--plan"), "--plan looks at one file"),
                               (("whole.csv", "--shards", "0"), "--shards")):
        outcome = tamis("select", *arguments, "--method", "variance", "-k", "1")
        assert (outcome.code, outcome.out) == (2, "")
        assert message in outcome.err, outcome.err


def test_rounds_and_their_bytes_are_in_the_document(tamis, cut):
    found = tamis("select", cut("npy", 4), *options_of("npy"))
    assert found.json["data"]["shards"] == 4 and "shards_of_rows" not in found.json["data"]
    rounds = found.json["rounds"]
    assert rounds["count"] == 1 and "\n1 round over 4 shards" in found.err
    assert rounds["bytes_from_shards"] > 4 * COLUMNS * 8 and rounds["bytes_to_shards"] > 0
    cut_rows = tamis("select", "whole.npy", "--shards", "3", *options_of("npy")).json
    assert cut_rows["data"]["shards"] == 3 and cut_rows["data"]["shards_of_rows"] is True
    alone = tamis("select", "whole.npy", *options_of("npy")).json
    assert "rounds" not in alone and "shards" not in alone["data"]


def test_the_time_of_sums_that_come_with_the_checks_is_told(tamis, cut):
    cut("npy", 2)
    for options in (["select", "whole.npy", "--method", "fisher", "-k", "3"], ["project", "whole.npy", "--method", "flda", "--dim", "2"]):
        told = [tamis(*options, "--label", "last", *more).out for more in ([], ["--shards", "3"])]
        assert ["checks and sums" in text for text in told] == [False, True]


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
