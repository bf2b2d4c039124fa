// The data sets that ship, and the papers' files where they are present.
#include <gmock/gmock.h>

#include <algorithm>

#include "tamis/io/shipped.hpp"
#include "tests/io/temporary_folder.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
using namespace tamis::testing;

Index missing_cells(const MatrixView& x) {
    const DenseMatrix dense = to_dense(x);
    return std::count_if(dense.data(), dense.data() + dense.rows() * dense.cols(),
                         [](double cell) { return std::isnan(cell); });
}

TEST(Shipped, Names) { EXPECT_THAT(shipped_data_sets(), ElementsAre("digits", "ionosphere", "sonar")); }

TEST(Shipped, Digits) {
    const Dataset data = load("digits");
    EXPECT_EQ(data.name, "digits");
    EXPECT_EQ(data.samples(), 1797);
    EXPECT_EQ(data.features(), 64);
    EXPECT_EQ(data.feature_names.front(), "p0_0");
    EXPECT_EQ(data.feature_names[29], "p3_5");
    EXPECT_EQ(data.feature_names.back(), "p7_7");
    EXPECT_EQ(data.label_name, "class");
    EXPECT_THAT(data.labels.counts, ElementsAre(178, 182, 177, 183, 181, 182, 181, 179, 174, 180));
    EXPECT_EQ(data.labels.of.front(), 0);
    EXPECT_EQ(data.labels.of.back(), 8);
    const DenseMatrix& x = data.x.dense();
    EXPECT_EQ(*std::max_element(x.data(), x.data() + 1797 * 64), 16.0);
    EXPECT_EQ(*std::min_element(x.data(), x.data() + 1797 * 64), 0.0);
}

TEST(Shipped, IonosphereAndSonar) {
    const Dataset ionosphere = load("ionosphere"), sonar = load("sonar");
    EXPECT_EQ(ionosphere.samples(), 351);
    EXPECT_EQ(ionosphere.features(), 34);
    EXPECT_THAT(ionosphere.labels.names, ElementsAre("b", "g"));
    EXPECT_THAT(ionosphere.labels.counts, ElementsAre(126, 225));
    EXPECT_EQ(sonar.samples(), 208);
    EXPECT_EQ(sonar.features(), 60);
    EXPECT_THAT(sonar.labels.names, ElementsAre("M", "R"));
    EXPECT_THAT(sonar.labels.counts, ElementsAre(111, 97));
    EXPECT_THAT(load("sonar", {.label = "none"}).features(), 61);
}

// Most files of the UCI repository have no header; the label is found all the same.
TEST(Shipped, AreReadAlikeWithoutTheirHeader) {
    for (const std::string& name : {std::string("ionosphere"), std::string("sonar")}) {
        const std::string text(shipped_csv(name).value());
        const TemporaryFolder folder;
        const Dataset bare = load(folder.write(name + ".data", text.substr(text.find('\n') + 1)));
        const Dataset shipped = load(name);
        EXPECT_EQ(bare.name, name + ".data");
        EXPECT_EQ(data_hash(bare.x, bare.labels), data_hash(shipped.x, shipped.labels));
        EXPECT_EQ(bare.labels.names, shipped.labels.names);
    }
}

struct Expected {
    const char* file;
    Index samples, features, classes;
    std::string label = "auto";
    bool transpose = false;
    Index missing = 0;
    Index smallest = 0, largest = 0;  // class sizes
    std::size_t categories = 0;
};

class PaperData : public ::testing::TestWithParam<Expected> {};

TEST_P(PaperData, IsReadAsDescribed) {
    const Expected& expected = GetParam();
    const std::string path = std::string(TAMIS_SHARED_DATA) + "/" + expected.file;
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path;
    const Dataset data = load(path, {.label = expected.label, .transpose = expected.transpose});
    EXPECT_EQ(data.samples(), expected.samples);
    EXPECT_EQ(data.features(), expected.features);
    EXPECT_EQ(data.labels.samples(), expected.samples);
    EXPECT_EQ(data.labels.classes(), expected.classes);
    EXPECT_EQ(missing_cells(data.x), expected.missing);
    EXPECT_EQ(*std::min_element(data.labels.counts.begin(), data.labels.counts.end()), expected.smallest);
    EXPECT_EQ(*std::max_element(data.labels.counts.begin(), data.labels.counts.end()), expected.largest);
    EXPECT_EQ(data.categories.size(), expected.categories);
    EXPECT_EQ(data.name, expected.file);
}

std::string test_name(const ::testing::TestParamInfo<Expected>& info) {
    std::string name = info.param.file;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; },
        '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Files, PaperData,
                         ::testing::Values(Expected{.file = "vehicle.dat",
                                                    .samples = 846,
                                                    .features = 18,
                                                    .classes = 4,
                                                    .smallest = 199,
                                                    .largest = 218},
                                           Expected{.file = "heart.dat",
                                                    .samples = 270,
                                                    .features = 13,
                                                    .classes = 2,
                                                    .label = "last",
                                                    .smallest = 120,
                                                    .largest = 150},
                                           Expected{.file = "german.data",
                                                    .samples = 1000,
                                                    .features = 20,
                                                    .classes = 2,
                                                    .label = "last",
                                                    .smallest = 300,
                                                    .largest = 700,
                                                    .categories = 13},
                                           Expected{.file = "crx.data",
                                                    .samples = 690,
                                                    .features = 15,
                                                    .classes = 2,
                                                    .missing = 67,
                                                    .smallest = 307,
                                                    .largest = 383,
                                                    .categories = 9},
                                           Expected{.file = "australian.dat",
                                                    .samples = 690,
                                                    .features = 14,
                                                    .classes = 2,
                                                    .label = "-1",
                                                    .smallest = 307,
                                                    .largest = 383},
                                           Expected{.file = "soybean-large.data",
                                                    .samples = 307,
                                                    .features = 35,
                                                    .classes = 19,
                                                    .missing = 712,
                                                    .smallest = 1,
                                                    .largest = 40},
                                           Expected{.file = "att_28x23.mat",
                                                    .samples = 400,
                                                    .features = 644,
                                                    .classes = 40,
                                                    .smallest = 10,
                                                    .largest = 10},
                                           Expected{.file = "orl.mat",
                                                    .samples = 400,
                                                    .features = 1024,
                                                    .classes = 40,
                                                    .smallest = 10,
                                                    .largest = 10},
                                           Expected{.file = "umist.mat",
                                                    .samples = 575,
                                                    .features = 644,
                                                    .classes = 20,
                                                    .transpose = true,
                                                    .smallest = 19,
                                                    .largest = 48},
                                           Expected{.file = "usps2007.txt.gz",
                                                    .samples = 2007,
                                                    .features = 256,
                                                    .classes = 10,
                                                    .label = "first",
                                                    .smallest = 147,
                                                    .largest = 359},
                                           Expected{.file = "mnist2000.mat",
                                                    .samples = 2000,
                                                    .features = 784,
                                                    .classes = 10,
                                                    .smallest = 176,
                                                    .largest = 242},
                                           Expected{.file = "coil20.mat",
                                                    .samples = 1440,
                                                    .features = 1024,
                                                    .classes = 20,
                                                    .smallest = 72,
                                                    .largest = 72},
                                           Expected{.file = "basehock.mat",
                                                    .samples = 1993,
                                                    .features = 4862,
                                                    .classes = 2,
                                                    .smallest = 994,
                                                    .largest = 999},
                                           Expected{.file = "relathe.mat",
                                                    .samples = 1427,
                                                    .features = 4322,
                                                    .classes = 2,
                                                    .smallest = 648,
                                                    .largest = 779},
                                           Expected{.file = "warppie10p.mat",
                                                    .samples = 210,
                                                    .features = 2420,
                                                    .classes = 10,
                                                    .smallest = 21,
                                                    .largest = 21},
                                           Expected{.file = "pixraw10p.mat",
                                                    .samples = 100,
                                                    .features = 10000,
                                                    .classes = 10,
                                                    .smallest = 10,
                                                    .largest = 10},
                                           Expected{.file = "glioma.mat",
                                                    .samples = 50,
                                                    .features = 4434,
                                                    .classes = 4,
                                                    .smallest = 7,
                                                    .largest = 15},
                                           Expected{.file = "tox_171.mat",
                                                    .samples = 171,
                                                    .features = 5748,
                                                    .classes = 4,
                                                    .smallest = 39,
                                                    .largest = 45},
                                           Expected{.file = "yale.mat",
                                                    .samples = 165,
                                                    .features = 1024,
                                                    .classes = 15,
                                                    .smallest = 11,
                                                    .largest = 11}),
                         test_name);

TEST(PaperFiles, ShippedSetsEqualTheOriginals) {
    for (const char* name : {"ionosphere", "sonar"}) {
        const std::string path = std::string(TAMIS_SHARED_DATA) + "/" + name + ".data";
        if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path;
        const Dataset original = load(path), shipped = load(name);
        EXPECT_EQ(data_hash(original.x, original.labels), data_hash(shipped.x, shipped.labels));
        EXPECT_EQ(original.labels.names, shipped.labels.names);
    }
}

TEST(PaperFiles, UmistAsksForTranspose) {
    const std::string path = std::string(TAMIS_SHARED_DATA) + "/umist.mat";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path;
    EXPECT_EQ(
        load_error(path),
        "umist.mat: variable Y has 575 labels for 644 samples: its columns are the samples, use transpose");
}

}  // namespace
}  // namespace tamis
