"""A full disk: an error that says so, the old file as it was, and nothing left behind."""
import resource

import pytest

from conftest import leftovers

# What is written, and the command that writes it. Everything is larger than the disk.
WRITERS = {
    **{f"a.{kind}": ("convert", "digits", "OUT") for kind in ("csv", "tsv", "npy", "npz", "libsvm", "svm", "mat")},
    "graph.mtx": ("graph", "digits", "--neighbors", "20", "-o", "OUT"),
    "projected.csv": ("project", "digits", "--method", "pca", "--dim", "30", "--transformed", "-o", "OUT"),
    "rows.csv": ("evaluate", "sonar", "--methods", "variance", "-k", "1,2,3,4,5,6,7,8,9", "--protocol", "holdout:0.5x30", "-o", "OUT"),
    "page.html": ("select", "digits", "--method", "fisher", "-k", "20", "--report", "OUT"),
    "rows.json": ("evaluate", "sonar", "--methods", "variance", "-k", "1,2,3,4,5,6,7,8,9", "--protocol", "holdout:0.5x30", "-o", "OUT"),
}


@pytest.mark.parametrize("name", WRITERS)
def test_full_disk(run, small_disk, name):
    target = small_disk / name
    target.write_text("the good old file")
    outcome = run(*(target if word == "OUT" else word for word in WRITERS[name]), "-q")
    assert outcome.code == 1
    assert f"cannot write {target}: there is no space left on the disk of '{small_disk}'" in outcome.err
    assert target.read_text() == "the good old file" and leftovers(small_disk) == []


@pytest.mark.parametrize("name", WRITERS)
def test_limit_on_the_size_of_files(run, tmp_path, name):
    target = tmp_path / name
    target.write_text("the good old file")
    words = [target if word == "OUT" else word for word in WRITERS[name]]
    outcome = run(*words, "-q", limits={resource.RLIMIT_FSIZE: 1 << 14})
    assert outcome.code == 1
    assert f"cannot write {target}: the file would be larger than the system allows" in outcome.err
    assert target.read_text() == "the good old file" and leftovers(tmp_path) == []


def test_small_results_on_a_nearly_full_disk(run, small_disk):
    """.json, .md, .tex, .csv of a selection, and both files of a projection."""
    (small_disk / "filler").write_bytes(b"x" * (60 << 10))
    for name, command in {
        "a.json": ("select", "digits", "--method", "variance", "-k", "all", "-o"),
        "a.csv": ("select", "digits", "--method", "variance", "-k", "all", "-o"),
        "a.tps": ("partial", "digits", "-o"),
        "a.md": ("evaluate", "sonar", "--methods", "variance", "-k", "3", "-o"),
        "a.tex": ("evaluate", "sonar", "--methods", "variance", "-k", "3", "-o"),
        "p.json": ("project", "digits", "--method", "pca", "--dim", "20", "-o"),
        "p.npz": ("project", "digits", "--method", "pca", "--dim", "20", "-o"),
    }.items():
        (small_disk / "rest").write_bytes(b"")
        with open(small_disk / "rest", "wb", buffering=0) as rest:
            try:
                while True:
                    rest.write(b"x" * 512)
            except OSError:
                pass
        outcome = run(*command, small_disk / name, "-q")
        assert outcome.code == 1 and "there is no space left on the disk of" in outcome.err, name
        assert leftovers(small_disk) == [] and not (small_disk / name).exists()


def test_what_fits_is_written(run, small_disk):
    assert run("convert", "sonar", small_disk / "a.mat", "-q").code == 0
    assert run("select", "sonar", "--method", "fisher", "-k", "3", "-o", small_disk / "a.json", "-q").code == 0
    assert leftovers(small_disk) == []


def test_mat_files_come_back(run, tmp_path):
    """The check of a written .mat accepts what is whole."""
    assert run("convert", "digits", "a.mat", "-q").code == 0
    assert run("convert", "a.mat", "b.csv", "-q").code == 0
    assert run("convert", "digits", "c.csv", "-q").code == 0
    first, second = ((tmp_path / name).read_text().split("\n", 1)[1] for name in ("b.csv", "c.csv"))
    assert first == second
