"""Files as people have them: what can only mean one thing is done and said, what could mean two is asked for."""
import pytest

FISHER = ("--method", "fisher", "-k", "1")


def rows(*columns):
    return "".join(",".join(map(str, row)) + "\n" for row in zip(*columns))


def names(outcome):
    assert outcome.code == 0, outcome.err
    return outcome.json["data"]["feature_names"]


CLASSES = ["x", "y"] * 6
VALUES = [1.5, 4.5, 1.25, 4.75, 1.0, 5.0, 1.5, 4.25, 1.75, 4.5, 1.25, 5.5]
OTHERS = [3, 8, 5, 1, 9, 2, 7, 4, 4, 6, 8, 2]


def test_sample_ids_and_dates(tamis, failing, write):
    ids = [f"S{i * 7 % 12}" for i in range(12)]
    dates = [f"2024-05-{i + 10}" for i in range(12)]
    write("visits.csv", "sample,date,a,b,class\n" + rows(ids, dates, VALUES, OTHERS, CLASSES))
    outcome = tamis("select", "visits.csv", *FISHER)
    assert (outcome.code, outcome.out) == (1, "")
    assert "visits.csv: 1 column holds text, 'date' (12 dates): use --categories drop to leave it out, " in outcome.err
    done = tamis("select", "visits.csv", *FISHER, "--categories", "drop", "--json")
    assert names(done) == ["a", "b"]
    assert done.json["remarks"] == [
        "visits.csv: the samples are named by column 'sample', which is not a feature",
        "visits.csv: 1 column holds text, 'date' (12 dates): left out",
    ]
    assert done.err.count("warning") == 2
    assert names(tamis("select", "visits.csv", *FISHER, "--drop", "date", "--json")) == ["a", "b"]


def test_the_index_of_pandas(tamis, write):
    write("frame.csv", ",a,b\n" + rows(range(12), VALUES, OTHERS))
    outcome = tamis("select", "frame.csv", "--method", "laplacian", "-k", "1", "--json", "--neighbors", "3")
    assert names(outcome) == ["a", "b"]
    assert "frame.csv: the samples are named by column 0 (counted from 0), which is not a feature" in outcome.err


@pytest.mark.parametrize("cell", ["n.d.", "<0.05", "12%", "-"])
def test_odd_cells(tamis, failing, write, cell):
    odd = [*VALUES[:4], cell, *VALUES[5:]]
    write("lab.csv", "a,b,class\n" + rows(odd, OTHERS, CLASSES))
    failing(
        1,
        f"lab.csv: line 6, column 'a': '{cell}' is not a number, and 11 of the 12 cells of this column are: "
        f"use --na '{cell}' if it stands for a missing value, or --drop a to leave the column out",
        "select", "lab.csv", *FISHER,
    )
    outcome = tamis("select", "lab.csv", *FISHER, "--na", cell, "--missing", "mean", "--json")
    assert outcome.code == 0 and outcome.json["selected_names"] == ["a"]
    assert outcome.json["data"]["options"] == {"na": cell, "missing": "mean"}


@pytest.mark.parametrize("cell", ["N/A", "null", "None", "#N/A", "?"])
def test_missing_markers_of_pandas(tamis, write, cell):
    write("lab.csv", "a,b,class\n" + rows([*VALUES[:4], cell, *VALUES[5:]], OTHERS, CLASSES))
    outcome = tamis("select", "lab.csv", *FISHER)
    assert outcome.code == 1 and "1 missing cell in 1 row, first at line 6, column 'a'" in outcome.err


def test_negative_marker(tamis, write):
    write("lab.csv", "a,b,class\n" + rows([*VALUES[:4], -999, *VALUES[5:]], OTHERS, CLASSES))
    outcome = tamis("select", "lab.csv", *FISHER, "--na", "-999", "--missing", "mean")
    assert outcome.code == 0 and "filled 1 missing cell" in outcome.err


def test_the_label_is_asked_for(tamis, failing, write):
    write("iris.csv", "a,b,species\n" + rows(VALUES, OTHERS, CLASSES))
    question = (
        "iris.csv: is 'species' the label? It is the column of text with 2 values, and no label was given: "
        "use --label species if it is, or --label none if there is no label"
    )
    for command in (["select", "iris.csv", "--method", "variance"], ["graph", "iris.csv", "-o", "g.mtx"],
                    ["evaluate", "iris.csv", "--methods", "fisher", "-k", "1"], ["project", "iris.csv", "--method", "pca"]):
        failing(1, question, *command)
    assert tamis("select", "iris.csv", *FISHER, "--label", "species").code == 0
    refused = tamis("select", "iris.csv", "--method", "variance", "-k", "1", "--label", "none")
    assert refused.code == 1 and "1 column holds text, 'species' (2 values)" in refused.err
    assert tamis("info", "iris.csv").code == 0
    assert tamis("convert", "iris.csv", "again.csv").code == 0


def test_measured_labels(tamis, failing, write):
    write("dose.csv", "a,b,target\n" + rows([*VALUES, *VALUES], [*OTHERS, *OTHERS], [i / 7 for i in range(24)]))
    failing(
        1,
        "fisher needs classes, and the label looks measured: it has 24 values for 24 samples: sort it into a few classes, "
        "take another label or a method that needs none, or use --label-kind classes if every value is a class",
        "select", "dose.csv", *FISHER,
    )
    assert tamis("select", "dose.csv", "--method", "variance", "-k", "1").code == 0
    forced = tamis("select", "dose.csv", *FISHER, "--label-kind", "classes", "--json")
    assert forced.code == 0
    assert forced.json["remarks"] == ["24 of 24 classes have one sample only: their spread counts as zero",
                                      "samples that repeat an earlier one: 12 of 24"]
    refused = tamis("evaluate", "dose.csv", "--methods", "variance", "-k", "1", "--protocol", "cv:3x1")
    assert refused.code == 1 and "the label looks measured" in refused.err


def test_info_says_that_a_label_looks_measured(tamis, write):
    write("dose.csv", "a,yield\n" + "".join(f"{i * i % 7},{i}.5\n" for i in range(24)))
    shown = tamis("info", "dose.csv", "--label", "yield")
    assert "classes     none: the 24 values look measured; --label-kind classes takes each of them for a class\n" in shown.out
    assert tamis("info", "dose.csv", "--label", "yield", "--json").json["measured"] is True
    counted = tamis("info", "dose.csv", "--label", "yield", "--label-kind", "classes", "--json").json
    assert counted["measured"] is False and len(counted["classes"]) == 24


def test_remarks_are_in_the_json_of_every_command(tamis, write):
    write("units.csv", "id,a,big,flat,class\n" + "".join(f"s{i},{i * i % 7},{i * 5 % 11}e6,3,{'xy'[i % 2]}\n" for i in range(12)))
    named = "units.csv: the samples are named by column 'id', which is not a feature"
    large = ("1 of 3 features carries 99.9 % of the total variance ('big'): distances and raw scales see little else; try "
             "--scale standard")
    flat = "constant features: 1 of 3"
    assert tamis("info", "units.csv", "--json").json["remarks"] == [named, large]
    assert tamis("graph", "units.csv", "--json").json["remarks"][:3] == [named, flat, large]
    assert tamis("convert", "units.csv", "x.npz", "--json").json["remarks"] == [named]
    laplacian = tamis("select", "units.csv", "--method", "laplacian", "-k", "1", "-o", "best.json", "--json").json["remarks"]
    assert laplacian[:3] == [named, flat, large]
    assert tamis("verify", "best.json", "units.csv", "--json").json["remarks"] == laplacian
    assert tamis("transform", "best.json", "units.csv", "-o", "y.csv", "--json").json["remarks"] == [named]
    assert named in tamis("project", "units.csv", "--method", "pca", "--json").json["remarks"]
    compared = tamis("evaluate", "units.csv", "--methods", "laplacian", "-k", "1", "--protocol", "cv:3", "--json").json["remarks"]
    assert f"units.csv: {named}" in compared or named in compared


def test_wavelengths(tamis, write):
    header = ",".join(str(400 + 2 * i) for i in range(8))
    write("spectra.csv", header + "\n" + "".join(f"{3 * i % 7},5,2,8,{i},1,1,0\n" for i in range(6)))
    assert tamis("info", "spectra.csv", "--json").json["samples"] == 6
    document = tamis("select", "spectra.csv", "--method", "variance", "-k", "1", "--only", "400..406", "--json")
    assert names(document) == ["400", "402", "404", "406"]


def test_names_that_are_numbers_among_others(tamis, failing, write):
    table = "".join(f"{3 * i % 7},{i},{5 * i % 11}\n" for i in range(6))
    write("mixed.csv", "width,400,height\n" + table)
    assert tamis("info", "mixed.csv", "--json").json["samples"] == 6
    for first in ("<5,400,<7", "n.d.,400,n.d.", "width,400,500"):
        write("marks.csv", first + "\n" + table)
        start = first.replace(",", ", ")
        failing(1, f"marks.csv: the first row ({start}) may hold names or numbers: say which with --header yes or --header no",
                "info", "marks.csv")


@pytest.mark.parametrize(
    "text",
    [
        "a;b;class\n1,5;2;x\n4,5;3;y\n1,25;9;x\n4,75;8;y\n",
        "sep=;\na;b;class\n1.5;2;x\n4.5;3;y\n1.25;9;x\n4.75;8;y\n",
        "# by hand\na,b,class\n1.5,2,x\n4.5,3,y\n# more\n1.25,9,x\n4.75,8,y\n",
        "a|b|class\n1.5|2|x\n4.5|3|y\n1.25|9|x\n4.75|8|y\n",
        "a,b,class,\n1.5,2,x,\n4.5,3,y,\n1.25,9,x,\n4.75,8,y,\n",
        '"a" "b" "class"\n"r1" 1.5 2 "x"\n"r2" 4.5 3 "y"\n"r3" 1.25 9 "x"\n"r4" 4.75 8 "y"\n',
        b"\xef\xbb\xbfa,b,class\n1.5,2,x\n4.5,3,y\n1.25,9,x\n4.75,8,y\n",
    ],
)
def test_ways_of_writing_a_table(tamis, write, text):
    write("plain.csv", "a,b,class\n1.5,2,x\n4.5,3,y\n1.25,9,x\n4.75,8,y\n")
    write("table.csv", text)
    wanted, got = (tamis("select", name, *FISHER, "--json").json for name in ("plain.csv", "table.csv"))
    assert got["data"]["hash"] == wanted["data"]["hash"] and got["selected_names"] == ["a"]


def test_latin_1_names_survive(tamis, write, tmp_path):
    write("old.csv", "gr\xf6\xdfe,b,class\n1,2,x\n3,5,y\n".encode("latin-1"))
    assert tamis("convert", "old.csv", "new.csv").code == 0
    assert (tmp_path / "new.csv").read_text(encoding="utf-8").startswith("größe,b,class\n")


def test_genes_by_samples(tamis, failing, write):
    write("genes.tsv", "gene\tabout\ts1\ts2\ts3\ts4\nkind\t\tx\ty\tx\ty\nTP53\tp\t1\t9\t2\t8\nMYC\tm\t4\t5\t5\t4\n")
    outcome = tamis("select", "genes.tsv", "--transpose", "--label", "kind", "--drop", "about", *FISHER, "--json")
    assert outcome.code == 0 and outcome.json["selected_names"] == ["TP53"]
    assert outcome.json["data"]["options"] == {"label": "kind", "drop": "about", "transpose": "true"}
    failing(1, "genes.tsv: line 2: the row 'kind' holds text ('x', …), where --transpose expects the numbers of a feature: use "
            "--label kind if these are the classes, or leave the row out of the file",
            "select", "genes.tsv", "--transpose", "--drop", "about", *FISHER)
    failing(1, "genes.tsv: beside the first column there is text in column 'about' ('p'), where --transpose expects a sample: "
            "leave descriptions out with --drop about", "select", "genes.tsv", "--transpose", "--label", "kind", *FISHER)


def test_labels_by_sample_name(tamis, failing, write):
    write("genes.csv", "gene,s1,s2,s3,s4\nTP53,1,9,2,8\nMYC,4,5,5,4\n")
    write("kinds.csv", "sample,kind\ns4,y\ns1,x\ns3,x\ns2,y\n")
    command = ("select", "genes.csv", "--transpose", *FISHER, "--label-file")
    found = tamis(*command, "kinds.csv", "--json").json
    assert found["selected_names"] == ["TP53"]
    assert found["label"] == {"name": "kind", "classes": 2, "class_names": ["x", "y"]}
    write("few.csv", "s4,y\ns1,x\n")
    failing(1, "few.csv: has no label for 2 of the 4 samples of genes.csv, first 's2': write NA for a sample without a label",
            *command, "few.csv")
    write("wrong.csv", "t1,y\nt2,x\ns1,x\n")
    failing(1, "wrong.csv: 2 of 3 names are no samples of genes.csv, first 't1' in line 1", *command, "wrong.csv")


def test_sample_names_and_reading_options_travel(tamis, write, tmp_path):
    table = "id;a;b;note;class\n" + "".join(
        f"S{i};{str(v).replace('.', ',')};{o};n{i};{c}\n" for i, (v, o, c) in enumerate(zip(VALUES, OTHERS, CLASSES))
    )
    write("table.txt", table)
    reading = ("--drop", "note", "--sep", ";", "--decimal", ",", "--header", "yes")
    assert tamis("select", "table.txt", *FISHER, *reading, "-o", "best.json").code == 0
    assert tamis("transform", "best.json", "table.txt", "-o", "small.csv").code == 0
    lines = (tmp_path / "small.csv").read_text().splitlines()
    assert lines[:3] == ["id,a,class", "S0,1.5,x", "S1,4.5,y"]
    assert tamis("verify", "best.json", "table.txt").code == 0


def test_a_guessed_label_is_said(tamis, write):
    write("bare.data", rows(VALUES, OTHERS, CLASSES))
    outcome = tamis("select", "bare.data", *FISHER)
    assert outcome.code == 0
    assert "bare.data: the label is column 2 (counted from 0, 2 classes): it holds text" in outcome.err


def test_info_says_what_names_the_samples(tamis, write):
    write("named.csv", "id,a,class\nS1,2,x\nS2,3,y\n")
    assert "sample names  column 'id'" in tamis("info", "named.csv").out
    assert tamis("info", "named.csv", "--json").json["sample_names"] is True


def test_a_million_columns(tamis, write):
    count = 1_000_000
    write("wide.csv", "\n".join([",".join(["7", "8"] * (count // 2)), ",".join(["9", "5"] * (count // 2))]) + "\n")
    outcome = tamis("select", "wide.csv", "--method", "variance", "-k", "1", "--json")
    assert outcome.code == 0 and outcome.json["selected"] == [1]


def test_unnamed_text_columns_are_called_by_their_place_in_the_file(tamis, failing, write):
    write("bare.csv", "".join(f"{'xy'[i % 2]},{i * i % 7},{('red', 'blue')[i % 2]},{i * 5 % 11}\n" for i in range(12)))
    failing(
        1,
        "bare.csv: 1 column holds text, '2' (2 values) (columns counted from 0): use --categories drop to leave it out, "
        "--categories rank or --categories onehot to read it as numbers, or --drop 2 for single columns",
        "select", "bare.csv", "--label", "first", "--method", "fisher", "-k", "1",
    )
    followed = tamis("select", "bare.csv", "--label", "first", "--method", "fisher", "-k", "1", "--drop", "2")
    assert followed.code == 0 and "the best 1 of 2 features" in followed.out


def test_names_that_come_twice(tamis, failing, write):
    write("twice.csv", "a,a,b,class\n1,2,3,x\n2,3,1,y\n3,1,2,x\n5,1,7,y\n")
    twice = "twice.csv: column 0 and column 1 are both called 'a': write '#0' or '#1' for one of them (counted from 0)"
    failing(1, twice, "select", "twice.csv", "--id", "a", *FISHER)
    failing(1, twice, "select", "twice.csv", "--label", "a", *FISHER)
    failing(1, twice, "select", "twice.csv", "--only", "a..b", *FISHER)
    assert len(names(tamis("select", "twice.csv", "--drop", "a", *FISHER, "--json"))) == 1
    assert len(names(tamis("select", "twice.csv", "--drop", "#1", *FISHER, "--json"))) == 2


def test_two_columns_with_a_name_of_a_label(tamis, failing, write):
    write("places.csv", "x,y,class\n1,2,p\n2,3,q\n3,1,p\n5,1,q\n")
    failing(1, "places.csv: is 'y' or 'class' the label? Both have a usual name of one: use --label y or --label class, or "
            "--label none if there is no label", "select", "places.csv", *FISHER)
    found = tamis("select", "places.csv", "--drop", "y", *FISHER, "--json").json
    assert found["label"]["name"] == "class" and found["data"]["feature_names"] == ["x"]
    write("same.csv", "class,x,class\n1,2,p\n2,3,q\n")
    failing(1, "same.csv: is 'class' or 'class' the label? Both have a usual name of one: use --label '#0' or --label '#2', or "
            "--label none if there is no label", "select", "same.csv", *FISHER)


def test_lines_of_old_macs(failing, write):
    write("mac.csv", b"a,b,class\r1,2,x\r3,5,y\r")
    failing(1, "mac.csv: its lines end in CR alone, as on old Macs: save it with LF or CRLF", "info", "mac.csv")
