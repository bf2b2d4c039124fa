#include "tamis/io/no_rows.hpp"

#include <gmock/gmock.h>

#include "tamis/io/load_parts.hpp"
#include "tamis/io/stream/streamed_data.hpp"
#include "tests/io/temporary_folder.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::TemporaryFolder;

class FilesWithoutRows : public ::testing::Test {
  protected:
    void expect_none(const std::string& path, const LoadOptions& options = {}) {
        EXPECT_THROW(load(path, options), NoRows) << path;
        const auto ignore = [](const auto&...) {};
        EXPECT_THROW(open_rows(path, options, {ignore, ignore}), NoRows) << path;
    }

    TemporaryFolder folder;
};

TEST_F(FilesWithoutRows, AreToldFromOthers) {
    expect_none(folder.write("empty.csv", ""));
    expect_none(folder.write("lines.csv", "\n\n"));
    expect_none(folder.write("header.csv", "a,b,class\n"));
    expect_none(folder.write("empty.libsvm", ""));
    expect_none(folder.write("comment.libsvm", "# nothing\n"));
    EXPECT_NO_THROW(load(folder.write("row.csv", "a,b,class\n1,2,x\n")));
    // An empty .npy is no array: it is damaged.
    EXPECT_THROW(load(folder.write("empty.npy", "")), Error);
    EXPECT_THAT([&] { load(folder.write("empty.npy", "")); }, ::testing::Not(::testing::Throws<NoRows>()));
}

TEST_F(FilesWithoutRows, HaveColumns) {
    const FileColumns bare = file_columns(folder.write("a.csv", "a,b,class\n"), {});
    EXPECT_EQ(bare.count, 3);
    EXPECT_THAT(bare.names, ElementsAre("a", "b", "class"));
    EXPECT_EQ(file_columns(folder.write("b.csv", "a,b,class\n1,2,x\n"), {}).names, bare.names);
    EXPECT_EQ(file_columns(folder.write("c.csv", ""), {}).count, 0);
    // R: row names without a name of their own, or with an empty one.
    EXPECT_EQ(file_columns(folder.write("d.csv", "a,b,class\nr1,1,2,x\nr2,3,4,y\n"), {}).names, bare.names);
    EXPECT_EQ(file_columns(folder.write("e.csv", "\"\",a,b,class\n"), {}).names, bare.names);
    EXPECT_THAT(file_columns(folder.write("f.csv", "400,401\n"), {.header = "yes"}).names,
                ElementsAre("400", "401"));
    EXPECT_EQ(file_columns(folder.write("g.libsvm", "1 1:2\n"), {}).count, 0);
    const auto npy = [&](const std::string& shape) {
        std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }";
        header.resize(117, ' ');
        return folder.write("h.npy", std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n");
    };
    EXPECT_EQ(file_columns(npy("(0, 4)"), {}).count, 4);
    expect_none(npy("(0, 4)"));
    EXPECT_THAT(file_columns(npy("(0, 4)"), {}).names, IsEmpty());
}

TEST(OpenWidth, IsThatOfLibsvm) {
    for (const char* path : {"a.libsvm", "b/a.svm", "a.svm.gz"})
        EXPECT_TRUE(has_open_width(path, {})) << path;
    for (const char* path : {"a.csv", "a.mtx", "a.npz", "a.arff"})
        EXPECT_FALSE(has_open_width(path, {})) << path;
    EXPECT_FALSE(has_open_width("a.svm", {.transpose = true}));
    EXPECT_FALSE(has_open_width("a.svm", {.drop = "0,-1"}));
    EXPECT_FALSE(has_open_width("a.svm", {.only = "2..-2"}));
    EXPECT_TRUE(has_open_width("a.svm", {.drop = "0,3..5"}));
}

}  // namespace

}  // namespace tamis
