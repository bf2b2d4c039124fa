"""Small files that claim to be large: a clear error, at once, in little memory."""
import ctypes
import gzip
import io
import struct
import zipfile
import zlib

import numpy as np
import pytest
import scipy.io
import scipy.sparse

from conftest import own_limits

SELECT = ("select", "digits", "--method", "laplacian", "-k", "3")
MEMORY = 300  # megabytes of address space; the program with its libraries takes about 150


def zipped(members, method=zipfile.ZIP_STORED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method, compresslevel=1) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return stream.getvalue()


def npy(type, shape, cells=b""):
    header = f"{{'descr': '{type}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (63 - (10 + len(header)) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + cells


def mat5(*elements):
    return b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM" + b"".join(elements)


def element(kind, content, size=None):
    padded = content + b"\x00" * (-len(content) % 8)
    return struct.pack("<II", kind, len(content) if size is None else size) + padded


def matrix(kind, sides, name, *parts, size=None):
    head = element(6, struct.pack("<II", kind, 0)) + element(5, struct.pack(f"<{len(sides)}i", *sides))
    return element(14, head + element(1, name) + b"".join(parts), size)


def packed(content):
    data = zlib.compress(content)
    return struct.pack("<II", 15, len(data)) + data


def idx(sides, cells=b""):
    return bytes([0, 0, 8, len(sides)]) + b"".join(struct.pack(">I", side) for side in sides) + cells


HUGE_GRAPH = "%%MatrixMarket matrix coordinate real symmetric\n2000000000 2000000000 1\n2 1 1\n"


def zeros():
    return bytes(320 << 20)


FILES = {
    "wide.libsvm": ("1 200000000:1\n-1 1:1\n", "has 200000000 features, more than the limit of 5000000"),
    "wide.mtx": ("%%MatrixMarket matrix coordinate real general\n2 2000000000 1\n1 1 1\n", "--max-features 2000000000"),
    "tall.mtx": ("%%MatrixMarket matrix coordinate real general\n2000000000 2 1\n1 1 1\n", "declares 2000000000 rows"),
    "array.mtx": ("%%MatrixMarket matrix array real general\n30000 30000\n1\n", "too short for a matrix of this size"),
    "v4_31.mat": (b"\x00" * 18 + b"YM" + b"\x00" * 8 + b"YMT", "is not a MAT file"),
    "v4_38.mat": (bytes.fromhex("00000000000000804d41544c41422030204d6c74667fffffffffffa8007c894844460 0dc00cc".replace(" ", "")),
                  "is not a MAT file"),
    "v4_data.mat": (struct.pack("<5i", 0, 30000, 30000, 0, 2) + b"X\x00", "is cut off"),
    "v5_cells.mat": (mat5(matrix(1, (1 << 20, 1 << 10), b"X")), "declares more cells than it holds"),
    "v5_numbers.mat": (mat5(matrix(6, (30000, 30000), b"X", element(9, b"\x00" * 8))), "more than it holds"),
    "v5_tag.mat": (mat5(matrix(6, (2, 2), b"X", element(9, b"\x00" * 32, size=1 << 31))), "larger than what holds it"),
    "v5_name.mat": (mat5(element(14, element(6, b"\x06" + b"\x00" * 7) + element(5, struct.pack("<ii", 1, 1)) +
                                 element(1, b"X", size=1 << 30))), "larger than what holds it"),
    "v5_packed.mat": (mat5(packed(matrix(6, (30000, 30000), b"X", element(9, b"\x00" * 8)))), "more than it holds"),
    "v5_deep.mat": (mat5(packed(matrix(6, (2, 2), b"X", size=1 << 31))), "cannot be unpacked"),
    "text0.npz": (zipped([("X.npy", npy("<U0", "(300000000,)"))]), "is not a matrix of numbers"),
    "labels0.npz": (zipped([("X.npy", npy("<f8", "(1, 1)", b"\x00" * 8)), ("feature_names.npy", npy("|S0", "(1,)"))]),
                    "texts of width 0"),
    "short.npz": (zipped([("X.npy", npy("<f8", "(30000, 30000)"))]), "it is damaged"),
    "twice.npz": (zipped([("X.npy", npy("<f8", "(1, 1)", b"\x00" * 8))] * 2), "holds two members 'X.npy'"),
    "bomb.npz": (lambda: zipped([("X.npy", npy("|u1", "(320, 1048576)", zeros()))], zipfile.ZIP_DEFLATED), "--max-unpacked SIZE"),
    "objects.npz": (zipped([("X.npy", npy("|O", "(2, 2)", b"pickle"))]), "this .npz holds Python objects, which tamis does not read"),
    "objects.npy": (npy("|O", "(2, 2)", b"pickle"), "this .npy holds Python objects, which tamis does not read"),
    "wide.npy": (npy("<f8", "(1, 300000000)"), "more than the file holds"),
    "huge.idx": (idx((60000, 30000)), "is cut off"),
    "no_samples.idx": (idx((0, 4278157823, 4277797676)), "has no cells"),
    "bomb.csv.gz": (gzip.compress(b"a,b\n") + gzip.compress(b"1,2\n" * (1 << 18)) * 400, "--max-unpacked SIZE"),
    "bomb.arff": ("@relation r\n" + "".join(f"@attribute a{i} {{x,y}}\n" for i in range(2000)) + "@data\n" + "{}\n" * 12000,
                  "--max-unpacked SIZE"),
}


# The limit that stops a bomb follows from that on the addresses.
@pytest.mark.parametrize("name", [pytest.param(name, marks=own_limits if "bomb" in name else ()) for name in FILES])
def test_small_file_takes_little(run, write, name):
    content, message = FILES[name]
    write(name, content() if callable(content) else content)
    outcome = run("info", name, memory=2 * MEMORY if "bomb" in name else MEMORY)
    assert (outcome.code, outcome.out) == (1, "")
    assert message in outcome.err and name in outcome.err
    assert "not enough memory" not in outcome.err


def test_labels_without_cells(run, write):
    variables = io.BytesIO()
    scipy.io.savemat(variables, {"X": np.eye(3), "Y": np.zeros((0, 0))})
    write("a.mat", variables.getvalue())
    outcome = run("info", "a.mat")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "tamis: a.mat: variable Y (0×0 double) has no cells: use --label none\n"
    assert run("info", "a.mat", "--label", "none").code == 0


def test_sparse_matrix_of_mat_version_4(run, write):
    variables = io.BytesIO()
    scipy.io.savemat(variables, {"X": scipy.sparse.eye(3, format="csc")}, format="4")
    write("a.mat", variables.getvalue())
    outcome = run("info", "a.mat")
    assert outcome.code == 1
    assert outcome.err == ("tamis: a.mat: holds a sparse matrix of MAT version 4, which tamis does not read: save it again "
                           "with save -v7\n")


def test_label_file_with_an_open_quote(run, write):
    write("a.csv", "a,b\n1,2\n3,4\n")
    write("labels.txt", 'c\t\t"x\nd\n')
    outcome = run("info", "a.csv", "--label-file", "labels.txt")
    assert outcome.code == 1
    assert outcome.err == "tamis: labels.txt: a quote opened in the record of line 1 is never closed\n"


def test_graph_of_another_size(run, write):
    write("huge.mtx", HUGE_GRAPH)
    outcome = run(*SELECT, "--graph", "huge.mtx", memory=MEMORY)
    assert outcome.code == 1 and "huge.mtx" in outcome.err and "2000000000" in outcome.err


def xxh3(content):
    """By the library that the program uses."""
    library = ctypes.CDLL("libxxhash.so.0")
    library.XXH3_64bits.restype = ctypes.c_uint64
    return library.XXH3_64bits(content, ctypes.c_size_t(len(content)))


@pytest.mark.parametrize("kind", ["features", "classes", "text"])
def test_part_that_claims_much(run, tmp_path, kind):
    """With the right hash at its end: what is declared is held against what is there."""
    assert run("partial", "sonar", "-o", "a.tps", "-q").code == 0
    content = bytearray((tmp_path / "a.tps").read_bytes()[:-8])
    flags = 12 + 8 + struct.unpack_from("<Q", content, 12)[0]  # behind the version of tamis
    name = flags + 12
    classes = name + 8 + struct.unpack_from("<Q", content, name)[0] + 8
    features = content.index(struct.pack("<Q", 60), classes)
    struct.pack_into("<Q", content, {"text": name, "classes": classes, "features": features}[kind], 1 << 60)
    (tmp_path / "a.tps").write_bytes(content + struct.pack("<Q", xxh3(bytes(content))))
    outcome = run("select", "a.tps", "--method", "fisher", memory=MEMORY)
    assert outcome.code == 1 and "a.tps: is cut off or damaged" in outcome.err


def test_tenx_folder(run, tmp_path):
    (tmp_path / "tenx").mkdir()
    (tmp_path / "tenx" / "matrix.mtx").write_text("%%MatrixMarket matrix coordinate real general\n7 2000000000 1\n1 1 1\n")
    (tmp_path / "tenx" / "features.tsv").write_text("g\n" * 7)
    (tmp_path / "tenx" / "barcodes.tsv").write_text("c\n")
    outcome = run("info", "tenx", memory=MEMORY)
    assert outcome.code == 1 and "matrix.mtx" in outcome.err and "not enough" not in outcome.err


@pytest.mark.parametrize("kind", ["contiguous", "chunks", "large_chunk", "text"])
def test_hdf5(run, tmp_path, kind):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "a.h5", "w") as file:
        if kind == "contiguous":
            file.create_dataset("X", (30000, 30000), "f8")
        elif kind == "chunks":
            file.create_dataset("X", (300000, 30000), "f8", chunks=(100, 100), compression="gzip")[:100, :100] = 1.0
        elif kind == "large_chunk":
            file.create_dataset("X", (10, 10), "f8", chunks=(10000, 30000), maxshape=(None, None), compression="gzip")
        else:
            file.create_dataset("X", (4, 4), "f8")
            file.create_dataset("feature_names", (4,), "S900000000")
    outcome = run("info", "a.h5", memory=MEMORY)
    assert outcome.code == 1 and "a.h5: " in outcome.err and "is damaged" in outcome.err
    assert "not enough" not in outcome.err


def test_limits_can_be_raised(run, write):
    write("wide.libsvm", "1 6000000:1\n-1 1:1\n1 2:5\n")
    assert run("info", "wide.libsvm").code == 1
    assert "6000000" in run("info", "wide.libsvm", "--max-features", "6000000").out
    write("a.csv.gz", gzip.compress(b"a,b\n" + b"1,2\n" * 1000))
    assert run("info", "a.csv.gz").code == 0
    assert "takes more than 1.0 KB when it is unpacked" in run("info", "a.csv.gz", "--max-unpacked", "1K").err
    assert run("info", "a.csv.gz", "--max-unpacked", "40K").code == 0
    assert run("info", "a.csv.gz", "--max-unpacked", "much").code == 2
    assert run("info", "a.csv.gz", "--max-features", "0").code == 2


def test_members_that_are_not_needed_stay_packed(run, write):
    content = npy("<f8", "(2, 2)", struct.pack("<4d", 1, 2, 3, 5))
    write("a.npz", zipped([("X.npy", content), ("video.npy", npy("|u1", "(320, 1024, 1024)", zeros()))], zipfile.ZIP_DEFLATED))
    outcome = run("info", "a.npz", memory=MEMORY)
    assert outcome.code == 0


def test_nested_json(run, write):
    for name, nested in (("list", "[" * 80000 + "]" * 80000), ("object", '{"a":' * 80000 + "1" + "}" * 80000)):
        write(f"{name}.json", '{"schema": "tamis.selection/1", "method": "fisher", "params": {"x": ' + nested + "}}")
        for command in (("verify", f"{name}.json", "digits"), ("transform", f"{name}.json", "digits", "-o", "a.csv"),
                        ("evaluate", "digits", "--resume", f"{name}.json")):
            outcome = run(*command)
            assert outcome.code == 1, command
            assert f"{name}.json" in outcome.err and "nested deeper than 64 levels" in outcome.err


def test_objects_where_values_belong(run, tmp_path):
    assert run("select", "sonar", "--method", "fisher", "-k", "3", "-o", "a.json", "-q").code == 0
    path = tmp_path / "a.json"
    path.write_text(path.read_text().replace('"params": {}', '"params": {"x": {"y": 1}}'))
    outcome = run("verify", "a.json", "sonar")
    assert outcome.code == 1 and "a.json" in outcome.err and "an object where a value belongs" in outcome.err


def saved_projection(run, tmp_path):
    assert run("project", "sonar", "--method", "pca", "--dim", "2", "-o", "p.json", "-q").code == 0
    return tmp_path / "p.json"


def test_projection_with_a_false_number_of_features(run, tmp_path):
    path = saved_projection(run, tmp_path)
    path.write_text(path.read_text().replace('"features":60', '"features":1000000000'))
    outcome = run("transform", "p.json", "sonar", "-o", "a.csv", memory=MEMORY)
    assert outcome.code == 1 and "1000000000 features" in outcome.err


def test_matrices_stay_in_the_folder(run, tmp_path):
    path = saved_projection(run, tmp_path)
    text = path.read_text()
    for name in ("../p.npz", "/etc/passwd", "..", "a/b.npz", "a\\\\b.npz"):
        path.write_text(text.replace('"matrices": "p.npz"', f'"matrices": "{name}"'))
        outcome = run("transform", "p.json", "sonar", "-o", "a.csv")
        assert outcome.code == 1 and "must be the name of a file in the same folder" in outcome.err
