// Writing, and reading back what was written.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tests/io/file_test.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using namespace tamis::testing;

class Save : public FileTest {
  protected:
    Dataset again(const std::string& name, const Dataset& data, const LoadOptions& options = {}) {
        save(folder_.path(name), data, context_);
        return load(folder_.path(name), options);
    }
    static Dataset sample() {
        DenseMatrix x(3, 3);
        const double cells[] = {0.1, -1e-300, 0, nan, 1.0 / 3.0, 1, 12345678.9, -0.0, 2};
        std::copy(std::begin(cells), std::end(cells), x.data());
        Dataset data;
        data.x = std::move(x);
        data.feature_names = {"plain", "with, comma", "say \"x\""};
        data.labels = make_labels(std::vector<std::string>{"b", "", "a"});
        data.label_name = "class";
        return data;
    }
    static Dataset sparse_sample() {
        Dataset data;
        data.x = SparseMatrix(2, 4, {{0, 2, 3}, {0, 3, 1}, {1.5, -2, 1.0 / 3.0}});
        data.labels = make_labels(std::vector<int>{3, 1});
        return data;
    }
};

TEST_F(Save, CsvAndTsvGiveTheSameDataBack) {
    for (const char* name : {"a.csv", "a.tsv"}) {
        expect_same(again(name, sample()), sample());
        EXPECT_EQ(load(folder_.path(name)).label_name, "class");
    }
    EXPECT_THAT(warnings_, IsEmpty());
    EXPECT_EQ(bytes_of(folder_.path("a.csv")),
              "plain,\"with, comma\",\"say \"\"x\"\"\",class\n0.1,-1e-300,0,b\nNA,0.3333333333333333,1,NA\n"
              "12345678.9,-0,2,a\n");
}

TEST_F(Save, CsvWithoutNamesGetsThem) {
    Dataset data = sample();
    data.feature_names.clear();
    data.label_name.clear();
    const Dataset read = again("a.csv", data);
    EXPECT_THAT(read.feature_names, ElementsAre("f0", "f1", "f2"));
    EXPECT_EQ(read.label_name, "label");
    EXPECT_EQ(read.labels.of, data.labels.of);
}

TEST_F(Save, CsvWithNumbersAsNames) {
    Dataset data = sample();
    data.feature_names = {"1", "2", "3"};
    data.labels = {};
    expect_same(again("a.csv", data), data);
}

TEST_F(Save, CsvCategoriesAreWrittenAsTexts) {
    const std::string path = folder_.write("in.csv", "x,t,u\n1,\"p,\nq\",5\n2,r,w\n3,?,v\n");
    const Dataset data = load(path);
    ASSERT_THAT(data.categories, SizeIs(2));
    expect_same(again("out.csv", data), data);
}

TEST_F(Save, NpyKeepsTheMatrixAndWarns) {
    const Dataset read = again("a.npy", sample());
    expect_matrix(read.x, {{0.1, -1e-300, 0}, {nan, 1.0 / 3.0, 1}, {12345678.9, -0.0, 2}});
    EXPECT_THAT(warnings_, SizeIs(2));
    EXPECT_THAT(warnings_[0], ::testing::EndsWith("a .npy file holds one matrix: the labels are left out"));
    expect_matrix(again("b.npy", sparse_sample()).x, {{1.5, 0, 0, -2}, {0, 1.0 / 3.0, 0, 0}});
}

TEST_F(Save, Mat) {
    const Dataset read = again("a.mat", sample());
    expect_matrix(read.x, {{0.1, -1e-300, 0}, {nan, 1.0 / 3.0, 1}, {12345678.9, -0.0, 2}});
    EXPECT_THAT(read.labels.of, ElementsAre(1, -1, 0));
    EXPECT_THAT(read.labels.names, ElementsAre("1", "2"));
    EXPECT_THAT(warnings_, SizeIs(2));
    warnings_.clear();
    const Dataset sparse = again("b.mat", sparse_sample());
    EXPECT_TRUE(sparse.x.is_sparse());
    expect_same(sparse, sparse_sample());
    EXPECT_THAT(sparse.labels.names, ElementsAre("1", "3"));
    EXPECT_THAT(warnings_, IsEmpty());
    EXPECT_THAT(folder_.files(), SizeIs(2));
}

TEST_F(Save, Libsvm) {
    const Dataset sparse = again("a.libsvm", sparse_sample());
    expect_same(sparse, sparse_sample());
    EXPECT_THAT(warnings_, IsEmpty());
    EXPECT_EQ(bytes_of(folder_.path("a.libsvm")), "3 1:1.5 4:-2\n1 2:0.3333333333333333\n");
    const Dataset read = again("b.svm", sample());
    expect_matrix(read.x, {{0.1, -1e-300, 0}, {nan, 1.0 / 3.0, 1}, {12345678.9, 0, 2}});
    EXPECT_THAT(read.labels.of, ElementsAre(1, -1, 0));
    EXPECT_THAT(warnings_, SizeIs(2));
}

TEST_F(Save, SparseAsCsv) {
    const Dataset read = again("a.csv", sparse_sample());
    EXPECT_FALSE(read.x.is_sparse());
    expect_matrix(read.x, {{1.5, 0, 0, -2}, {0, 1.0 / 3.0, 0, 0}});
}

TEST_F(Save, Errors) {
    const auto error = [&](const std::string& name) {
        return error_of([&] { save(folder_.path(name), sample()); }, folder_.path("x"));
    };
    EXPECT_EQ(
        error("a.xls"),
        "cannot write a.xls: the extension '.xls' is not one that is written: .csv .tsv .npy .npz .libsvm "
        ".svm .mat");
    std::filesystem::create_directory(folder_.path("sub.csv"));
    EXPECT_EQ(error("sub.csv"), "cannot write sub.csv: Is a directory");
    for (const char* name : {"no/a.csv", "no/a.npy", "no/a.mat", "no/a.libsvm"})
        EXPECT_EQ(error(name), std::string("cannot write ") + name + ": the folder 'no' does not exist");
    EXPECT_THAT(folder_.files(), ElementsAre("sub.csv"));
}

TEST_F(Save, NoPermission) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
    std::filesystem::create_directory(folder_.path("locked"));
    std::filesystem::permissions(folder_.path("locked"), std::filesystem::perms::owner_read);
    EXPECT_EQ(error_of([&] { write_file(folder_.path("locked/a"), "x"); }, folder_.path("x")),
              "cannot write locked/a: Permission denied");
}

TEST_F(Save, AFullDeviceIsAnError) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
    EXPECT_EQ(error_of([&] { write_file("/dev/full", "x"); }, folder_.path("x")),
              "cannot write /dev/full: No space left on device");
}

TEST_F(Save, AnUnfinishedFileLeavesNothing) {
    write_file(folder_.path("a.txt"), "old");
    {
        AtomicFile file(folder_.path("a.txt"));
        file.write("new");
        EXPECT_THAT(folder_.files(), SizeIs(2));
    }
    EXPECT_THAT(folder_.files(), ElementsAre("a.txt"));
    EXPECT_EQ(bytes_of(folder_.path("a.txt")), "old");
    write_file(folder_.path("a.txt"), "new");
    EXPECT_EQ(bytes_of(folder_.path("a.txt")), "new");
    EXPECT_THAT(folder_.files(), ElementsAre("a.txt"));
}

TEST_F(Save, ALinkStaysALink) {
    write_file(folder_.path("a.txt"), "old");
    std::filesystem::create_symlink("a.txt", folder_.path("link"));
    write_file(folder_.path("link"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder_.path("link")));
    EXPECT_EQ(bytes_of(folder_.path("a.txt")), "new");
}

}  // namespace
}  // namespace tamis
