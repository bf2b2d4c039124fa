// Choosing a format, MAT, NumPy and libsvm files.
#include <gmock/gmock.h>
#include <matio.h>

#include <cstdint>
#include <cstring>
#include <limits>

#include "tamis/core/error.hpp"
#include "tests/io/temporary_folder.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using namespace tamis::testing;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class Formats : public ::testing::Test {
  protected:
    TemporaryFolder folder_;
};

TEST_F(Formats, FilesThatAreNotRead) {
    const std::string known =
        ": read are .csv .tsv .txt .data .dat .libsvm .svm .arff .mtx and idx (also with .gz), .mat .npy "
        ".npz "
        ".h5 .hdf5 .h5ad, and folders of 10x Genomics";
    EXPECT_EQ(load_error(folder_.write("a.xls", "1")), "a.xls: the extension '.xls' is not known" + known);
    EXPECT_EQ(load_error(folder_.write("plain", "1")),
              "plain: has no extension, so its format is not known" + known);
    for (const char* extension : {".mat", ".npy", ".npz", ".h5", ".h5ad"})
        EXPECT_EQ(load_error(folder_.write(std::string("a") + extension + ".gz", "1")),
                  std::string("a") + extension + ".gz: a compressed " + extension +
                      " file is not read: unpack it with gunzip first");
    EXPECT_EQ(load_error(folder_.path("absent.csv")), "absent.csv: there is no such file");
    EXPECT_EQ(
        load_error("no-such-set"),
        "no-such-set: there is no such file; data sets that come with tamis: digits, ionosphere, sonar");
    std::filesystem::create_directory(folder_.path("sub.csv"));
    EXPECT_EQ(load_error(folder_.path("sub.csv")), "sub.csv: is a folder, not a data file");
}

TEST_F(Formats, ExtensionsInCapitals) { EXPECT_EQ(load(folder_.write("A.CSV", "1,2\n3,4\n")).samples(), 2); }

template <class Number>
std::string raw(const std::vector<Number>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

std::string npy(int version, const std::string& dictionary, const std::string& body) {
    const std::string text = dictionary + "\n";
    std::string file = "\x93NUMPY";
    file += static_cast<char>(version);
    file += '\0';
    const auto length = static_cast<std::uint32_t>(text.size());
    file.append(reinterpret_cast<const char*>(&length), version == 1 ? 2 : 4);
    return file + text + body;
}

std::string dictionary(const std::string& type, bool fortran, const std::string& shape) {
    return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
           ", 'shape': " + shape + ", }";
}

TEST_F(Formats, NpyOfEveryType) {
    const auto check = [&](const std::string& type, const std::string& body) {
        for (const int version : {1, 2, 3}) {
            const std::string path =
                folder_.write("a.npy", npy(version, dictionary(type, false, "(2, 3)"), body));
            SCOPED_TRACE(type);
            expect_matrix(load(path).x, {{1, 2, 3}, {0, 5, 1}});
        }
    };
    check("<f8", raw<double>({1, 2, 3, 0, 5, 1}));
    check("<f4", raw<float>({1, 2, 3, 0, 5, 1}));
    check("|i1", raw<std::int8_t>({1, 2, 3, 0, 5, 1}));
    check("<i2", raw<std::int16_t>({1, 2, 3, 0, 5, 1}));
    check("<i4", raw<std::int32_t>({1, 2, 3, 0, 5, 1}));
    check("<i8", raw<std::int64_t>({1, 2, 3, 0, 5, 1}));
    check("|u1", raw<std::uint8_t>({1, 2, 3, 0, 5, 1}));
    check("<u2", raw<std::uint16_t>({1, 2, 3, 0, 5, 1}));
    check("<u4", raw<std::uint32_t>({1, 2, 3, 0, 5, 1}));
    check("<u8", raw<std::uint64_t>({1, 2, 3, 0, 5, 1}));
    const std::string path =
        folder_.write("b.npy", npy(1, dictionary("|b1", false, "(1, 2)"), raw<char>({1, 0})));
    expect_matrix(load(path).x, {{1, 0}});
}

TEST_F(Formats, NpyInFortranOrderAndTransposed) {
    const std::string path =
        folder_.write("a.npy", npy(1, dictionary("<f8", true, "(2, 3)"), raw<double>({1, 4, 2, 5, 3, nan})));
    expect_matrix(load(path).x, {{1, 2, 3}, {4, 5, nan}});
    expect_matrix(load(path, {.transpose = true}).x, {{1, 4}, {2, 5}, {3, nan}});
    const Dataset labeled = load(path, {.label = "first"});
    expect_matrix(labeled.x, {{2, 3}, {5, nan}});
    EXPECT_THAT(labeled.labels.names, ElementsAre("1", "4"));
    EXPECT_THAT(load(path, {.label_file = folder_.write("l.txt", "b\na\n")}).labels.of, ElementsAre(1, 0));
}

TEST_F(Formats, NpyErrors) {
    const auto error = [&](const std::string& bytes) { return load_error(folder_.write("a.npy", bytes)); };
    const std::string good = npy(1, dictionary("<f8", false, "(2, 1)"), raw<double>({1, 2}));
    EXPECT_EQ(error(""), "a.npy: is empty");
    EXPECT_EQ(error("hello world"), "a.npy: is not a NumPy file: its first bytes are wrong");
    EXPECT_EQ(error(good.substr(0, good.size() - 1)),
              "a.npy: is cut off: the file ends too early; copy it again");
    EXPECT_EQ(error(good.substr(0, 20)), "a.npy: is cut off: the file ends too early; copy it again");
    EXPECT_EQ(error(good + "x"), "a.npy: is longer than its header says: it is damaged");
    EXPECT_EQ(error(npy(1, dictionary("<f8", false, "(2,)"), "")),
              "a.npy: has 1 dimension: a matrix of two is needed, samples × features (a list of labels is "
              "given as text, with label-file)");
    EXPECT_EQ(error(npy(1, dictionary("<f8", false, "(2, 1, 3)"), "")),
              "a.npy: has 3 dimensions: a matrix of two is needed, samples × features");
    EXPECT_EQ(error(npy(1, dictionary("<U5", false, "(2, 1)"), "")),
              "a.npy: has numbers of type '<U5': save it as float64 (array.astype('float64'))");
    EXPECT_EQ(error(npy(1, dictionary(">f8", false, "(2, 1)"), "")),
              "a.npy: has big-endian numbers: save it as float64 (array.astype('<f8'))");
    EXPECT_EQ(error(npy(1, dictionary("<f8", false, "(0, 4)"), "")), "a.npy: has no cells");
    EXPECT_EQ(error(npy(1, "{'descr': '<f8'}", "")), "a.npy: has a damaged header: no 'fortran_order'");
    EXPECT_EQ(error(npy(1, dictionary("<f8", false, "(99999999999999, 99999999999)"), "")),
              "a.npy: has a damaged header: shape");
    EXPECT_EQ(error(npy(9, dictionary("<f8", false, "(2, 1)"), "")),
              "a.npy: has format version 9: versions 1 to 3 are read");
}

TEST_F(Formats, Libsvm) {
    const Dataset data = load(folder_.write(
        "a.libsvm", "# a comment line\n+1 1:0.5 3:2 # end\n-1 qid:3 2:1e-3\r\n\n+1\n1.0 5:-7 6:nan\n"));
    EXPECT_TRUE(data.x.is_sparse());
    EXPECT_EQ(data.x.sparse().values().size(), 5U);
    expect_matrix(data.x,
                  {{0.5, 0, 2, 0, 0, 0}, {0, 0.001, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, -7, nan}});
    EXPECT_THAT(data.labels.of, ElementsAre(1, 0, 1, 1));
    EXPECT_THAT(data.labels.names, ElementsAre("-1", "1"));
    EXPECT_TRUE(load(folder_.path("a.libsvm"), {.label = "none"}).labels.empty());
    EXPECT_THROW(load(folder_.path("a.libsvm"), {.label = "last"}), UsageError);
    EXPECT_EQ(load(folder_.path("a.libsvm"), {.label = "none", .transpose = true}).samples(), 6);
}

TEST_F(Formats, LibsvmErrors) {
    const auto error = [&](const std::string& text) { return load_error(folder_.write("a.svm", text)); };
    EXPECT_EQ(error("1 1:2\n1 3:1 2:1\n"), "a.svm: line 2 has index 2 after 3: indices must ascend");
    EXPECT_EQ(error("1 1:2\n\n1 0:1\n"), "a.svm: line 3 has index 0: indices count from 1");
    EXPECT_EQ(error("1 4\n"), "a.svm: line 1 has '4' where index:value is expected");
    EXPECT_EQ(error("1 4:\n"), "a.svm: line 1 has '4:' where index:value is expected");
    EXPECT_EQ(error("1 4:x\n"), "a.svm: line 1 has '4:x' where index:value is expected");
    EXPECT_EQ(error("1:2 2:3\n"), "a.svm: line 1 starts with '1:2', not with a label");
    EXPECT_EQ(error("1 9999999999:3\n"), "a.svm: line 1 has index 9999999999, which is too large");
    EXPECT_EQ(error(""), "a.svm: is empty");
    EXPECT_EQ(error("1\n2\n"), "a.svm: has no index:value pair");
}

// A MAT file written by matio itself.
class MatBuilder {
  public:
    MatBuilder(const std::string& path, matio_compression compression = MAT_COMPRESSION_ZLIB)
        : file_(Mat_CreateVer(path.c_str(), nullptr, MAT_FT_MAT5)), compression_(compression) {}
    ~MatBuilder() { Mat_Close(file_); }
    MatBuilder(const MatBuilder&) = delete;
    MatBuilder& operator=(const MatBuilder&) = delete;

    template <class Number>
    MatBuilder& add(const char* name, matio_classes kind, matio_types type, std::size_t rows,
                    std::size_t cols, std::vector<Number> by_column, int flags = 0) {
        std::size_t dims[2] = {rows, cols};
        matvar_t* variable = Mat_VarCreate(name, kind, type, 2, dims, by_column.data(), flags);
        Mat_VarWrite(file_, variable, compression_);
        Mat_VarFree(variable);
        return *this;
    }
    MatBuilder& add(const char* name, std::size_t rows, std::size_t cols, std::vector<double> by_column) {
        return add(name, MAT_C_DOUBLE, MAT_T_DOUBLE, rows, cols, std::move(by_column));
    }
    MatBuilder& add_sparse(const char* name, std::size_t rows, std::size_t cols, std::vector<mat_uint32_t> ir,
                           std::vector<mat_uint32_t> jc, std::vector<double> values) {
        mat_sparse_t sparse{};
        sparse.nzmax = sparse.nir = sparse.ndata = static_cast<mat_uint32_t>(ir.size());
        sparse.njc = static_cast<mat_uint32_t>(jc.size());
        sparse.ir = ir.data();
        sparse.jc = jc.data();
        sparse.data = values.data();
        std::size_t dims[2] = {rows, cols};
        matvar_t* variable =
            Mat_VarCreate(name, MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &sparse, MAT_F_DONT_COPY_DATA);
        Mat_VarWrite(file_, variable, compression_);
        Mat_VarFree(variable);
        return *this;
    }

  private:
    mat_t* file_;
    matio_compression compression_;
};

TEST_F(Formats, MatOfEveryType) {
    const std::string path = folder_.path("a.mat");
    const auto check = [&]<class Number>(matio_classes kind, matio_types type, Number, int flags = 0) {
        for (const auto compression : {MAT_COMPRESSION_NONE, MAT_COMPRESSION_ZLIB}) {
            MatBuilder(path, compression)
                .add("X", kind, type, 2, 3, std::vector<Number>{1, 4, 2, 5, 3, 0}, flags);
            SCOPED_TRACE(static_cast<int>(kind));
            expect_matrix(load(path).x, {{1, 2, 3}, {4, 5, 0}});
            expect_matrix(load(path, {.transpose = true}).x, {{1, 4}, {2, 5}, {3, 0}});
        }
    };
    check(MAT_C_DOUBLE, MAT_T_DOUBLE, double{});
    check(MAT_C_SINGLE, MAT_T_SINGLE, float{});
    check(MAT_C_INT8, MAT_T_INT8, std::int8_t{});
    check(MAT_C_UINT8, MAT_T_UINT8, std::uint8_t{});
    check(MAT_C_INT16, MAT_T_INT16, std::int16_t{});
    check(MAT_C_UINT16, MAT_T_UINT16, std::uint16_t{});
    check(MAT_C_INT32, MAT_T_INT32, std::int32_t{});
    check(MAT_C_UINT32, MAT_T_UINT32, std::uint32_t{});
    check(MAT_C_INT64, MAT_T_INT64, std::int64_t{});
    check(MAT_C_UINT64, MAT_T_UINT64, std::uint64_t{});
    check(MAT_C_UINT8, MAT_T_UINT8, std::uint8_t{}, MAT_F_LOGICAL);
}

TEST_F(Formats, MatVariablesAndLabels) {
    const std::string path = folder_.path("a.mat");
    MatBuilder(path)
        .add("fea", 3, 2, {1, 2, 3, 4, 5, 6})
        .add("gnd", 1, 3, {7, 9, 7})
        .add("other", 3, 1, {1, 2, 3});
    const Dataset data = load(path);
    expect_matrix(data.x, {{1, 4}, {2, 5}, {3, 6}});
    EXPECT_THAT(data.labels.of, ElementsAre(0, 1, 0));
    EXPECT_THAT(data.labels.names, ElementsAre("7", "9"));
    EXPECT_EQ(data.label_name, "gnd");
    EXPECT_EQ(load(path, {.label = "other"}).labels.classes(), 3);
    EXPECT_TRUE(load(path, {.label = "none"}).labels.empty());
    EXPECT_THAT(load(path, {.label = "last"}).labels.names, ElementsAre("4", "5", "6"));
    EXPECT_EQ(load(path, {.label = "last"}).features(), 1);
    EXPECT_EQ(load_error(path, {.label = "lab"}),
              "a.mat: has no variable 'lab': its variables are fea (3×2 double), gnd (1×3 double), other "
              "(3×1 double)");
    EXPECT_EQ(load_error(path, {.label = "fea"}), "a.mat: variable fea holds the data, not the labels");
    MatBuilder(path).add("A", 3, 2, {1, 2, 3, 4, 5, 6}).add("Y", 3, 1, {7, 9, 7});
    expect_matrix(load(path).x, {{1, 4}, {2, 5}, {3, 6}});
    MatBuilder(path).add("A", 3, 2, {1, 2, 3, 4, 5, 6}).add("B", 3, 2, {6, 5, 4, 3, 2, 1});
    EXPECT_EQ(load_error(path),
              "a.mat: several variables could be the data, A (3×2 double), B (3×2 double): choose one with "
              "data_var=A");
    expect_matrix(load(path, {.data_variable = "B"}).x, {{6, 3}, {5, 2}, {4, 1}});
    MatBuilder(path).add("x", 2, 1, {1, 2}).add("y", 2, 1, {1, nan});
    EXPECT_THAT(load(path).labels.of, ElementsAre(0, -1));
}

TEST_F(Formats, MatOneHotLabels) {
    const std::string path = folder_.path("a.mat");
    MatBuilder(path).add("X", 3, 2, {1, 2, 3, 4, 5, 6}).add("Y", 3, 2, {0, 1, 0, 1, 0, 1});
    EXPECT_THAT(load(path).labels.of, ElementsAre(1, 0, 1));
    MatBuilder(path)
        .add("X", 3, 2, {1, 2, 3, 4, 5, 6})
        .add_sparse("Y", 3, 2, {1, 0, 2}, {0, 1, 3}, {1, 1, 1});
    EXPECT_THAT(load(path).labels.of, ElementsAre(1, 0, 1));
    MatBuilder(path).add("X", 3, 2, {1, 2, 3, 4, 5, 6}).add("Y", 3, 2, {0, 1, 0, 1, 1, 1});
    EXPECT_EQ(load_error(path),
              "a.mat: variable Y has several columns but is not a class indicator: row 1 (counted from 0) "
              "must have one 1 "
              "and zeros");
}

TEST_F(Formats, MatTransposeIsSuggested) {
    const std::string path = folder_.path("a.mat");
    MatBuilder(path).add("X", 2, 3, {1, 2, 3, 4, 5, 6}).add("Y", 3, 1, {1, 2, 1});
    EXPECT_EQ(load_error(path),
              "a.mat: variable Y has 3 labels for 2 samples: its columns are the samples, use transpose");
    const Dataset data = load(path, {.transpose = true});
    expect_matrix(data.x, {{1, 2}, {3, 4}, {5, 6}});
    EXPECT_THAT(data.labels.of, ElementsAre(0, 1, 0));
    MatBuilder(path).add("X", 2, 3, {1, 2, 3, 4, 5, 6}).add("Y", 5, 1, {1, 2, 1, 1, 1});
    EXPECT_EQ(load_error(path), "a.mat: variable Y has 5 labels for 2 samples");
}

TEST_F(Formats, MatSparseStaysSparse) {
    const std::string path = folder_.path("a.mat");
    MatBuilder(path).add_sparse("X", 3, 4, {0, 2, 1, 2}, {0, 2, 2, 3, 4}, {1.5, -2, 3, 4});
    const Dataset data = load(path);
    EXPECT_TRUE(data.x.is_sparse());
    expect_matrix(data.x, {{1.5, 0, 0, 0}, {0, 0, 3, 0}, {-2, 0, 0, 4}});
    expect_matrix(load(path, {.transpose = true}).x, {{1.5, 0, -2}, {0, 0, 0}, {0, 3, 0}, {0, 0, 4}});
}

TEST_F(Formats, MatInSeveralParts) {
    // Above 64 MB a variable is read in parts; single precision with a pattern that shows any mix-up.
    const std::size_t rows = 3000, cols = 6000;
    std::vector<float> cells(rows * cols);
    for (std::size_t j = 0; j < cols; ++j)
        for (std::size_t i = 0; i < rows; ++i)
            cells[j * rows + i] = static_cast<float>((i * 7 + j * 13) % 1021);
    const std::string path = folder_.path("big.mat");
    for (const auto compression : {MAT_COMPRESSION_NONE, MAT_COMPRESSION_ZLIB}) {
        MatBuilder(path, compression).add("X", MAT_C_SINGLE, MAT_T_SINGLE, rows, cols, cells);
        const Dataset data = load(path);
        ASSERT_EQ(data.samples(), 3000);
        std::size_t wrong = 0;
        for (Index i = 0; i < 3000; ++i)
            for (Index j = 0; j < 6000; ++j)
                wrong += data.x.dense()(i, j) == static_cast<double>((i * 7 + j * 13) % 1021) ? 0 : 1;
        EXPECT_EQ(wrong, 0U);
    }
}

TEST_F(Formats, MatErrors) {
    const auto error = [&](const std::string& bytes) { return load_error(folder_.write("b.mat", bytes)); };
    const std::string cut_off = "b.mat: is cut off: the file ends too early; copy it again";
    for (const auto compression : {MAT_COMPRESSION_NONE, MAT_COMPRESSION_ZLIB}) {
        const std::string path = folder_.path("a.mat");
        std::vector<double> numbers(200);
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = std::sin(static_cast<double>(i));
        MatBuilder(path, compression).add("X", 20, 10, numbers).add("Y", 20, 1, std::vector<double>(20, 1.0));
        const std::string good = bytes_of(path);
        for (const std::size_t size : {std::size_t{50}, std::size_t{131}, std::size_t{150}, good.size() / 2,
                                       good.size() - 70, good.size() - 1})
            EXPECT_EQ(error(good.substr(0, size)), cut_off) << size;
    }
    EXPECT_EQ(error(""), "b.mat: is empty");
    EXPECT_THAT(error("this is no MAT file at all, only some words that are long enough to fill a header"),
                StartsWith("b.mat: "));
    EXPECT_EQ(error("MATLAB 7.3 MAT-file, Platform: GLNXA64" + std::string(600, ' ')),
              "b.mat: is not an HDF5 file: its first bytes are wrong");

    const std::string path = folder_.path("b.mat");
    MatBuilder(path).add("X", MAT_C_CHAR, MAT_T_UINT8, 1, 3, std::vector<std::uint8_t>{'a', 'b', 'c'});
    EXPECT_EQ(load_error(path), "b.mat: variable X (1×3 char) is not a matrix of numbers");
}

TEST_F(Formats, MatDamagedCompressedDataAreAnError) {
    const std::string path = folder_.path("a.mat");
    std::vector<double> numbers(2000);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = std::sin(static_cast<double>(i));
    MatBuilder(path).add("X", 200, 10, numbers);
    std::string bytes = bytes_of(path);
    for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 60; ++i) bytes[i] = '\xFF';
    ::testing::internal::CaptureStderr();
    const std::string message = load_error(folder_.write("a.mat", bytes));
    EXPECT_THAT(::testing::internal::GetCapturedStderr(), IsEmpty());
    EXPECT_THAT(message, StartsWith("a.mat: variable X (200×10 double) is damaged"));
}

}  // namespace
}  // namespace tamis
