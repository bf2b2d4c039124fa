// Archives of arrays: written ones come back, and those of numpy are read.
#include "tamis/io/numpy/npz.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tamis/core/error.hpp"
#include "tamis/saved/projection_file.hpp"
#include "tests/io/temporary_folder.hpp"

namespace tamis {

using namespace detail;

namespace {

using tamis::testing::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string message_of(const std::string& path) {
    try {
        read_npz(path);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

bool python(const std::string& code) {
    return std::system(("/usr/bin/python3 -c \"" + code + "\"").c_str()) == 0;
}

TEST(Npz, WhatIsWrittenComesBack) {
    TemporaryFolder folder;
    const std::string path = folder.path("a.npz");
    write_npz(path, {{"W", {2, 3}, {1, 2, 3, 4, 5, 6.5}, {}},
                     {"mean", {2}, {-1e-300, 1e300}, {}},
                     {"one", {}, {7}, {}},
                     {"format", {}, {}, {"csr"}},
                     {"none", {0}, {}, {}}});
    const std::vector<NpzArray> arrays = read_npz(path);
    ASSERT_EQ(arrays.size(), 5U);
    EXPECT_THAT(find_array(arrays, "W", path).shape, ElementsAre(2, 3));
    EXPECT_THAT(find_array(arrays, "W", path).numbers, ElementsAre(1, 2, 3, 4, 5, 6.5));
    EXPECT_THAT(find_array(arrays, "mean", path).numbers, ElementsAre(-1e-300, 1e300));
    EXPECT_THAT(find_array(arrays, "one", path).numbers, ElementsAre(7));
    EXPECT_THAT(find_array(arrays, "format", path).texts, ElementsAre("csr"));
    EXPECT_EQ(find_array(arrays, "none", path).cells(), 0);
    EXPECT_THROW(find_array(arrays, "V", path), Error);
}

TEST(Npz, NumpyReadsOursAndWeReadNumpys) {
    if (!python("import numpy")) GTEST_SKIP() << "no numpy";
    TemporaryFolder folder;
    const std::string ours = folder.path("ours.npz");
    write_npz(ours, {{"W", {2, 3}, {1, 2, 3, 4, 5, 6}, {}}, {"one", {}, {7}, {}}});
    EXPECT_TRUE(python("import numpy as n; z=n.load('" + ours +
                       "'); assert z['W'].tolist()==[[1,2,3],[4,5,6]]; "
                       "assert z['one']==7 and z['W'].dtype=='f8'"));
    for (const std::string& save : {std::string("savez"), std::string("savez_compressed")}) {
        const std::string theirs = folder.path(save + ".npz");
        ASSERT_TRUE(python(
            "import numpy as n; n." + save + "('" + theirs +
            "', a=n.arange(6,dtype='i4').reshape(2,3), f=n.asfortranarray(n.arange(6.).reshape(2,3)), "
            "b=n.array([True,False]), s=n.array('csr'), u=n.array(['\u00e4b','c']), e=n.zeros((0,3)))"));
        const std::vector<NpzArray> arrays = read_npz(theirs);
        EXPECT_THAT(find_array(arrays, "a", theirs).numbers, ElementsAre(0, 1, 2, 3, 4, 5));
        EXPECT_THAT(find_array(arrays, "f", theirs).numbers, ElementsAre(0, 1, 2, 3, 4, 5));
        EXPECT_THAT(find_array(arrays, "b", theirs).numbers, ElementsAre(1, 0));
        EXPECT_THAT(find_array(arrays, "s", theirs).texts, ElementsAre("csr"));
        EXPECT_THAT(find_array(arrays, "u", theirs).texts, ElementsAre("\u00e4b", "c"));
        EXPECT_EQ(find_array(arrays, "e", theirs).cells(), 0);
    }
}

TEST(Npz, ScipysSparseMatricesAreRead) {
    if (!python("import scipy.sparse")) GTEST_SKIP() << "no scipy";
    TemporaryFolder folder;
    const std::string path = folder.path("s.npz");
    ASSERT_TRUE(
        python("import scipy.sparse as s; s.save_npz('" + path + "', s.csr_matrix([[0,2,0],[1,0,3]]))"));
    const std::vector<NpzArray> arrays = read_npz(path);
    EXPECT_THAT(find_array(arrays, "data", path).numbers, ElementsAre(2, 1, 3));
    EXPECT_THAT(find_array(arrays, "indptr", path).numbers, ElementsAre(0, 1, 3));
    EXPECT_THAT(find_array(arrays, "indices", path).numbers, ElementsAre(1, 0, 2));
    EXPECT_THAT(find_array(arrays, "shape", path).numbers, ElementsAre(2, 3));
    EXPECT_THAT(find_array(arrays, "format", path).texts, ElementsAre("csr"));
}

TEST(Npz, DamageIsToldWhereverItIs) {
    TemporaryFolder folder;
    const std::string path = folder.path("a.npz"), broken = folder.path("broken.npz");
    write_npz(path, {{"W", {2, 2}, {1, 2, 3, 4}, {}}});
    std::ifstream stream(path, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(stream), {}};
    for (std::size_t cut = 0; cut < whole.size(); ++cut) {
        std::ofstream(broken, std::ios::binary) << whole.substr(0, cut);
        EXPECT_THAT(message_of(broken), HasSubstr("broken.npz")) << cut;
    }
    // A changed byte is noticed, or is in a place that does not affect the content.
    std::size_t noticed = 0;
    for (std::size_t place = 0; place < whole.size(); ++place) {
        std::string changed = whole;
        changed[place] = static_cast<char>(changed[place] ^ 0x55);
        std::ofstream(broken, std::ios::binary) << changed;
        noticed += !message_of(broken).empty();
    }
    EXPECT_GT(noticed, whole.size() / 2);
    EXPECT_THAT(message_of(folder.path("absent.npz")),
                HasSubstr("absent.npz: cannot be opened: No such file or directory"));
}

TEST(ProjectionFile, ComesBackAndChecksItsShape) {
    TemporaryFolder folder;
    ProjectionFile file;
    file.projection.weights = DenseMatrix(3, 2);
    file.projection.weights(2, 1) = 0.5;
    file.projection.mean = {1, 2, 3};
    file.projection.eigenvalues = {4, 5};
    file.scale = {1, 1, 2};
    write_projection(folder.path("p.npz"), file);
    const ProjectionFile back = read_projection(folder.path("p.npz"));
    EXPECT_EQ(back.projection.weights(2, 1), 0.5);
    EXPECT_EQ(back.projection.mean, file.projection.mean);
    EXPECT_EQ(back.projection.eigenvalues, file.projection.eigenvalues);
    EXPECT_EQ(back.scale, file.scale);
    EXPECT_TRUE(back.shift.empty());
    file.projection.mean = {1, 2};
    write_projection(folder.path("p.npz"), file);
    try {
        read_projection(folder.path("p.npz"));
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("the array 'mean' has another shape than a projection needs"));
    }
}

}  // namespace
}  // namespace tamis
