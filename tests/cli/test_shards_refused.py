"""Files that are no shards of one data set, and what is not done on shards."""
import os

import numpy as np


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
    failing(1, "the labels of d.csv are numbers, and those of a.csv are texts such as 'p': use numbers in all shards, or texts in all, such as 'class 1'",
            "select", "a.csv", "d.csv", *quiet)
    failing(1, "e.csv has no label, and a.csv has the label 'class': all shards need one, or use --label none", "select", "a.csv",
            "e.csv", *quiet)
    failing(1, "fisher needs a label for every sample, and row 1 of f.csv (counted from 0) has none: fill it in, or leave the row out", "select", "a.csv", "f.csv", *quiet)
    failing(1, "no file fits 'z*.csv': check its folder and its spelling", "select", "z*.csv", *quiet)


def test_a_column_that_counts_the_samples_of_one_shard_only(tamis, failing, write):
    write("a.csv", "x,v,class\n" + "".join(f"{i},{i * i % 7},{'pq'[i % 2]}\n" for i in range(6)))
    write("b.csv", "x,v,class\n" + "".join(f"{i},{i * i % 7},{'pq'[i % 2]}\n" for i in range(6, 12)))
    arguments = ["select", "a.csv", "b.csv", "--method", "fisher", "-k", "1", "--quiet"]
    failing(1, "the shards have other columns: column 0 (counted from 0) is 'v' in a.csv and 'x' in b.csv: column 'x' of a.csv "
            "was taken for the names of the samples, use --id none or --id x", *arguments)
    for choice in ("none", "x"):
        assert tamis(*arguments, "--id", choice).code == 0


def test_arrays_that_do_not_go_together(tmp_path, failing):
    np.save(tmp_path / "a.npy", np.ones((4, 3)))
    np.save(tmp_path / "b.npy", np.ones((4, 5)))
    failing(1, "b.npy has 5 features, and a.npy has 3 features: all shards need the same columns in the same order", "select",
            "a.npy", "b.npy", "--quiet", "--method", "variance", "-k", "1")


def test_what_is_not_shared_is_said_before_anything_is_read(tamis, write):
    write("a.csv", "this is no table\n")
    write("b.csv", "nor is this\n")
    for arguments, message in ((("--method", "q-alpha"), "tamis: q-alpha is not shared: "),
                               (("--method", "fisher", "--pvalues"), "tamis: --pvalues is not shared: "),
                               (("--method", "fisher", "--bootstrap"), "tamis: --bootstrap is not shared: "),
                               (("--method", "fisher", "--permutations", "9"), "tamis: --permutations is not shared: ")):
        outcome = tamis("select", "a.csv", "b.csv", "-k", "1", *arguments)
        assert (outcome.code, outcome.out) == (1, "")
        assert message in outcome.err


def test_a_file_is_given_once(failing, write, tmp_path):
    write("a.csv", "x,y\n1,2\n3,5\n")
    failing(2, "./a.csv is given twice: give every file once", "select", "a.csv", "./a.csv", "-k", "1")
    os.link(tmp_path / "a.csv", tmp_path / "b.csv")
    failing(2, "b.csv is given twice: give every file once", "select", "a.csv", "b.csv", "-k", "1")
