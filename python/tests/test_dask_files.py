"""Lists of files as the data of tamis.dask."""
import numpy as np
import pytest

import tamis

pytest.importorskip("distributed")
import tamis.dask as td  # noqa: E402
from dask_cases import client, cluster, data, killing, same_selection  # noqa: E402,F401
from tamis import _dask_files  # noqa: E402


@pytest.fixture
def files(tmp_path, data):
    x, y = data
    paths = []
    for number in range(4):
        rows = slice(75 * number, 75 * number + 75)
        paths.append(tmp_path / f"shard-{number}.npz")
        np.savez(paths[-1], X=x[rows], Y=y[rows])
    return paths


def test_files_with_their_labels(client, data, files):
    x, y = data
    found = td.FisherScore(5, client=client).fit(files)
    same_selection(found, tamis.FisherScore(5).fit(x, y))
    same_selection(td.FisherScore(5, client=client).fit([str(path) for path in files], y), found)


def test_files_that_differ_and_files_that_are_gone(client, data, files):
    np.savez(files[3], X=data[0][225:])
    with pytest.raises(ValueError, match="shard-3.npz has no labels and others have"):
        td.FisherScore(client=client).fit(files)
    np.savez(files[2], X=np.ones((5, 19)), Y=np.arange(5) % 2)
    with pytest.raises(ValueError, match="shard-2.npz has other features than .*shard-0.npz: number 19 .* is missing"):
        td.FisherScore(client=client).fit(files)
    files[1].unlink()
    with pytest.raises((ValueError, FileNotFoundError), match="shard-1.npz is not there on a worker"):
        td.FisherScore(client=client).fit(files)
    with pytest.raises(ValueError, match="missing='mean' would do something else to every file"):
        td.FisherScore(client=client, reading={"missing": "mean"}).fit(files)


@pytest.mark.parametrize("reading, message", [
    ("kind", "reading takes a dict of keywords of tamis.load, such as {'label': 'kind'}, not str"),
    ({"labe": "kind"}, "reading has no keyword 'labe': there are label, label_file, .*, missing, .*, max_unpacked$"),
    ({"as_frame": True}, "reading has no keyword 'as_frame': there are label"),
])
def test_wrong_reading(client, files, reading, message):
    with pytest.raises(TypeError, match=message):
        td.FisherScore(client=client, reading=reading).fit(files)


@pytest.mark.parametrize("reading", [None, {"label": "kind"}])
def test_what_is_no_list_of_files(client, files, reading):
    """Whatever is said of the reading, which is not what is wrong."""
    fisher = td.FisherScore(client=client, reading=reading)
    expand = r"patterns are not expanded: use sorted\(glob.glob\('part-\*.csv'\)\)"
    for X, kind, message in (("part-*.csv", TypeError, f"X is a str and not a list of files: {expand}"),
                             (files[0], TypeError, r"X is a PosixPath and not a list of files: give a single one as \['/.*npz'\]"),
                             ([], ValueError, "X is an empty list: there are no files in it"),
                             ([1, 2], TypeError, "X is a list whose entries are not all names of files: tamis.dask takes a dask"),
                             (["part-*.csv"], FileNotFoundError, rf"part-\*.csv is not there on a worker, and {expand}")):
        with pytest.raises(kind, match=message):
            fisher.fit(X)


def test_a_file_that_is_given_twice(client, files, monkeypatch):
    """However it is written, and whether or not the client sees it."""
    fisher = td.FisherScore(client=client)
    with pytest.raises(ValueError, match="shard-0.npz is given twice: give every file once"):
        fisher.fit([files[0], files[1], str(files[0])])
    monkeypatch.chdir(files[0].parent)
    files[0].with_name("link.npz").symlink_to(files[1])
    for twice in (["shard-1.npz", "./shard-1.npz"], ["shard-1.npz", "link.npz"], ["gone.npz", ".//gone.npz"]):
        with pytest.raises(ValueError, match=f"{twice[1]} is given twice, first as {twice[0]}: give every file once"):
            fisher.fit([files[0], *twice])


def test_libsvm_files_that_end_with_different_columns(client, tmp_path):
    lines = [f"{1 + i % 2} 1:{i} 2:{i * i % 5}" + (f" 4:{1 + i % 3}" if i > 7 else "") for i in range(12)]
    files = []
    for name, rows in (("a", lines[:4]), ("empty", []), ("b", lines[4:8]), ("c", lines[8:])):
        files.append(tmp_path / f"{name}.libsvm")
        files[-1].write_text("".join(row + "\n" for row in rows))
    (tmp_path / "whole.libsvm").write_text("\n".join(lines) + "\n")
    whole = tamis.load(tmp_path / "whole.libsvm")
    with pytest.warns(tamis.TamisWarning, match=r"files without rows: 1 of 4 \(.*empty.libsvm\)"):
        found = td.FisherScore(2, client=client).fit(files)
    same_selection(found, tamis.FisherScore(2).fit(whole.data, whole.target))
    assert list(found.feature_names_in_) == ["f0", "f1", "f2", "f3"] and found.shared_["shards"] == 4
    # The last column of one file is another one in the next, and lines that become columns are fixed in number.
    with pytest.raises(ValueError, match="a.libsvm has other features than .*c.libsvm: number 1 .* is missing and not 'f1'"):
        td.VarianceScore(client=client, reading={"drop": [-1]}).fit([files[0], files[3]])
    (tmp_path / "short.libsvm").write_text("1 1:1\n")
    with pytest.raises(ValueError, match="other features.*all files need the same features in the same order"):
        td.VarianceScore(client=client, reading={"transpose": True, "label": "none"}).fit([files[0], tmp_path / "short.libsvm"])
    with pytest.raises(ValueError, match="there are no rows in any of the files, .*empty.libsvm the first of them: at least one"):
        td.VarianceScore(client=client).fit([files[1]])


def test_text_files_without_rows(client, tmp_path):
    rows = [f"s{i},{5 * i % 11},t{i % 2},{i * i % 7},{'pq'[i % 2]}\n" for i in range(12)]
    names = {"bare": [], "a": rows[:6], "b": rows[6:], "whole": rows}
    for name, part in names.items():
        (tmp_path / f"{name}.csv").write_text("".join(["id,x,kind,v,class\n", *part]))
    reading = {"categories": "drop"}
    files = [tmp_path / f"{name}.csv" for name in ("bare", "a", "b")]
    with pytest.warns(tamis.TamisWarning, match="files without rows: 1 of 3") as caught:
        found = td.FisherScore(1, client=client, reading=reading).fit(files)
    assert caught[0].filename == __file__
    whole = tamis.load(tmp_path / "whole.csv", **reading)
    same_selection(found, tamis.FisherScore(1).fit(whole.data, whole.target))
    assert list(found.feature_names_in_) == ["x", "v"]
    for content, message in (("id,x,kind,w,class\n", "bare.csv has no rows, and its columns are not those of .*a.csv: all files need"),
                             ("", "bare.csv holds nothing at all, and .*a.csv has a header: leave it out")):
        files[0].write_text(content)
        with pytest.raises(ValueError, match=message):
            td.FisherScore(1, client=client, reading=reading).fit(files)


def test_arrays_in_files_without_rows(client, data, tmp_path):
    x, y = data
    cells = np.column_stack([x, y])
    for name, rows in (("a", cells[:0]), ("b", cells[:100]), ("c", cells[100:]), ("d", cells[:0, 1:])):
        np.save(tmp_path / f"{name}.npy", rows)
    fisher = td.FisherScore(5, client=client, reading={"label": "last"})
    with pytest.warns(tamis.TamisWarning, match="files without rows"):
        same_selection(fisher.fit([tmp_path / f"{name}.npy" for name in "abc"]), tamis.FisherScore(5).fit(x, y))
    with pytest.raises(ValueError, match="d.npy has no rows, and its columns are not those of .*b.npy"):
        fisher.fit([tmp_path / f"{name}.npy" for name in "dbc"])


def test_files_with_other_kinds_of_labels_or_cells(client, tmp_path):
    (tmp_path / "a.csv").write_text("f0,f1,class\n3,2,1\n5,1,2\n4,4,1\n")
    (tmp_path / "b.csv").write_text("f0,f1,class\n3,2,1\n5,1,x\n4,4,1\n")
    (tmp_path / "c.libsvm").write_text("1 1:2 2:3\n2 1:1\n")
    with pytest.raises(ValueError, match="the labels of .*a.csv are numbers, and those of .*b.csv are texts: use numbers in all files"):
        td.FisherScore(client=client).fit([tmp_path / "a.csv", tmp_path / "b.csv"])
    with pytest.raises(ValueError, match="a.csv holds dense data, and .*c.libsvm sparse ones: store all files in the same way"):
        td.FisherScore(client=client).fit([tmp_path / "a.csv", tmp_path / "c.libsvm"])


@pytest.mark.parametrize("column, reading, words", [
    (["3", "", "4"], {}, ["b.csv: 1 missing cell in 1 row, first at line 3, column 'v': clean the files before, or leave",
                          "out such rows with reading={'missing': 'drop-rows'}"]),
    (["", "", ""], {"missing": "drop-rows"}, ["b.csv: every row has a missing cell", "leaves nothing: clean the files before"]),
    (["p", "q", "p"], {}, ["b.csv: 1 column holds text, 'v' (2 values): use categories='drop' to leave it out, or drop='v'"]),
    (["p", "q", "p"], {"categories": "drop", "only": "v"}, ["b.csv: every column holds text", "nothing: clean the files before"]),
    (["3", "1,2", "4"], {}, ["b.csv: line 3 has"]),
])
def test_what_is_wrong_with_a_file_of_a_list(client, tmp_path, column, reading, words):
    """The message has the path as it was given, and no advice that is refused for lists."""
    for folder, values in (("a", ["1", "2", "5"]), ("b", column)):
        (tmp_path / folder).mkdir()
        rows = [f"{value},{i},{'xy'[i % 2]}\n" for i, value in enumerate(values)]
        (tmp_path / folder / "b.csv").write_text("".join(["v,w,kind\n", *rows]))
    files = [str(tmp_path / folder / "b.csv") for folder in "ab"]
    with pytest.raises(ValueError) as caught:
        td.FisherScore(1, client=client, reading={"label": "kind", "id": "none", **reading}).fit(files)
    text = str(caught.value)
    assert text.startswith(f"{tmp_path}/b/b.csv: ") and all(part in text for part in words), text
    assert not any(value in text for values in _dask_files.PER_SHARD.values() for value in values), text


def test_a_file_that_vanishes_between_rounds(client, files):
    """It is read again if its worker has died, and the message says which file is gone."""
    with killing(client, 3, 2, files[3].unlink) as names:
        with pytest.raises((RuntimeError, ValueError), match="shard-3.npz is not there on a worker"):
            td.GeneralizedFisherScore(client=client).fit(files)
    assert len(names) == 2
