"""A job of any number of ranks gives what one process gives, and the same bits on the same shards."""
import numpy as np
import pytest

from conftest import table

SCORES = ["--label", "last", "-k", "4", "--json"]


def assert_same(shared, alone):
    """The same selection, and scores to 1e-12."""
    assert shared["selected"] == alone["selected"]
    for name in ("scores", "raw_scores"):
        if alone[name] is not None:
            np.testing.assert_allclose(shared[name], alone[name], rtol=1e-12, atol=1e-12 * np.max(np.abs(alone[name])))
    for name in ("samples", "features", "classes"):
        assert shared["data"][name] == alone["data"][name]
    assert shared["label"] == alone["label"]


@pytest.mark.parametrize("shards", [1, 2, 3, 7, 64])
def test_shards_of_all_numbers(mpirun, tamis, write_shards, shards):
    pattern = write_shards(table(200), shards)
    one = tamis("select", "whole.npy", "--method", "fisher", *SCORES)
    three = mpirun(3, "select", pattern, "--method", "fisher", *SCORES)
    assert three.code == 0, three.err
    assert_same(three.json, one.json)
    if shards > 1:
        assert f"{shards} shards: part-0.npy … part-{shards - 1}.npy, on 3 ranks" in three.err
        assert three.result == tamis("select", pattern, "--method", "fisher", *SCORES).result


@pytest.mark.parametrize("method", ["variance", "trace-ratio", "hsic"])
def test_methods_have_the_same_bits_on_any_number_of_ranks(mpirun, tamis, write_shards, method):
    pattern = write_shards(table(150), 7)
    arguments = ["select", pattern, "--method", method, *SCORES]
    first, *others = [mpirun(ranks, *arguments) for ranks in (1, 2, 3)]
    assert first.code == 0, first.err
    for other in others:
        assert other.code == 0, other.err
        assert other.result == first.result
    assert_same(first.json, tamis("select", "whole.npy", "--method", method, *SCORES).json)


@pytest.mark.parametrize("search", ["exact", "approximate"])
def test_neighbors_meet_from_rank_to_rank(mpirun, tamis, tmp_path, search):
    np.save(tmp_path / "many.npy", np.random.default_rng(5).standard_normal((8200, 10)))
    arguments = ["select", "many.npy", "--method", "laplacian", "-k", "3", "--search", search, "--json"]
    alone = tamis(*arguments)
    first, *others = [mpirun(ranks, *arguments) for ranks in (1, 2, 3, 5)]
    assert first.code == 0, first.err
    assert first.json["graph"]["search"] == search
    assert first.json["graph"] == alone.json["graph"]
    assert_same(first.json, alone.json)
    # Without the memory for copies of all rows, they meet as they are needed.
    for other in [*others, mpirun(3, *arguments, "--memory", "1M")]:
        assert other.code == 0, other.err
        assert other.result == first.result


@pytest.mark.parametrize("method", ["pca", "flda"])
def test_projections(mpirun, tamis, write_shards, method):
    """With scatter matrices of more than a message that goes in one piece."""
    pattern = write_shards(table(400, cols=120), 5)
    arguments = ["--method", method, "--dim", "2", "--label", "last", "--json"]
    two, three = (mpirun(ranks, "project", pattern, *arguments) for ranks in (2, 3))
    assert three.code == 0, three.err
    assert two.result == three.result
    alone = tamis("project", "whole.npy", *arguments)
    np.testing.assert_allclose(three.json["eigenvalues"], alone.json["eigenvalues"], rtol=1e-9)


def test_scaling_is_that_of_all_rows(mpirun, tamis, write_shards):
    pattern = write_shards(table(120), 5)
    arguments = ["--method", "fisher", "--scale", "standard", *SCORES]
    three = mpirun(3, "select", pattern, *arguments)
    assert three.code == 0, three.err
    assert_same(three.json, tamis("select", "whole.npy", *arguments).json)


def test_one_file_by_ranges_of_rows(mpirun, tamis, write_shards):
    write_shards(table(500), 1)
    arguments = ["select", "whole.npy", "--method", "fisher", *SCORES]
    two, three = mpirun(2, *arguments), mpirun(3, *arguments)
    assert three.code == 0, three.err
    assert two.result == three.result
    assert "64 shards: runs of rows of whole.npy, on 3 ranks" in three.err
    assert_same(three.json, tamis(*arguments).json)
    cut = tamis(*arguments, "--shards", "64")
    assert cut.result == three.result


def test_fewer_rows_than_ranks(mpirun, tamis, tmp_path):
    np.save(tmp_path / "two.npy", np.array([[1.0, 5.0, 2.0], [4.0, 5.5, 2.0]]))
    arguments = ["select", "two.npy", "--method", "variance", "-k", "2", "--json"]
    three = mpirun(3, *arguments)
    assert three.code == 0, three.err
    assert_same(three.json, tamis(*arguments).json)


def test_labels_in_a_file_are_those_of_all_rows(mpirun, tamis, write_shards, tmp_path):
    rows = table(90)
    pattern = write_shards(rows[:, :-1], 4)
    (tmp_path / "labels.txt").write_text("".join(f"{int(label)}\n" for label in rows[:, -1]))
    arguments = ["--label-file", "labels.txt", "--method", "fisher", "-k", "3", "--json"]
    three = mpirun(3, "select", pattern, *arguments)
    assert three.code == 0, three.err
    assert_same(three.json, tamis("select", "whole.npy", *arguments).json)


def test_only_rank_0_speaks(mpirun, write_shards):
    pattern = write_shards(table(100), 3)
    outcome = mpirun(3, "select", pattern, "--method", "fisher", "-k", "2", "--label", "last")
    assert outcome.code == 0
    assert outcome.out.count("fisher: the best 2") == 1
    assert outcome.err.count("3 shards: part-0.npy") == 1
    assert "per round to them" in outcome.err


def test_version_and_help_are_printed_once(mpirun):
    outcome = mpirun(2, "--version")
    assert outcome.code == 0
    assert outcome.out.startswith("tamis ") and "with MPI (" in outcome.out and outcome.out.count("\n") == 1
    assert mpirun(2, "select", "--help").out.count("select the k best features") == 1


def test_shards_without_rows_and_shards_that_end_earlier(mpirun, tamis, tmp_path):
    """The first rank with a shard has none with rows; names and shape are those of another."""
    lines = [f"{1 + i % 2} 1:{i} 2:{i * i % 5}" + (f" 4:{i % 3}" if i > 7 else "") for i in range(12)]
    parts = {"empty.libsvm": [], "a.libsvm": lines[:6], "b.libsvm": lines[6:], "bare.libsvm": []}
    for name, rows in {**parts, "whole.libsvm": lines}.items():
        (tmp_path / name).write_text("".join(row + "\n" for row in rows))
    table = [f"{5 * i % 11},{i * i % 7},{'pq'[i % 2]}" for i in range(12)]
    text = {"empty.csv": [], "a.csv": table[:6], "b.csv": table[6:], "bare.csv": []}
    for name, rows in {**text, "whole.csv": table}.items():
        (tmp_path / name).write_text("".join(row + "\n" for row in ["x,v,class", *rows]))
    for names, whole in ((parts, "whole.libsvm"), (text, "whole.csv")):
        arguments = ["--method", "fisher", "-k", "2", "--json"]
        three = mpirun(3, "select", *names, *arguments)
        assert three.code == 0, three.err
        assert three.result == tamis("select", *names, *arguments).result
        assert_same(three.json, tamis("select", whole, *arguments).json)
    (tmp_path / "bare.csv").write_text("x,w,class\n")
    other = mpirun(3, "select", *text, "--method", "fisher", "-k", "2")
    assert other.code == 1
    assert "column 1 (counted from 0) is 'v' in a.csv and 'w' in bare.csv" in other.err
