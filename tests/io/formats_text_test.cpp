// ARFF, Matrix Market, idx and 10x folders: files that can be written by hand.
#include <gmock/gmock.h>

#include "tamis/core/error.hpp"
#include "tests/io/file_test.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using namespace tamis::testing;

class TextFormats : public FileTest {};

const std::string weather =
    "% The weather data of Weka's documentation, shortened.\n"
    "@RELATION weather\n\n"
    "@ATTRIBUTE outlook {sunny, overcast,'heavy rain'}\n"
    "@attribute \"the temperature\"  Real % degrees\n"
    "@Attribute windy {TRUE, FALSE}\n"
    "@ATTRIBUTE play {yes, no}\n"
    "@DATA\n";

TEST_F(TextFormats, ArffDense) {
    const std::string path = folder_.write(
        "w.arff",
        weather + "sunny, 85.5, FALSE, no\n% a remark\n'heavy rain',?,TRUE,yes\r\n\n?,-2e1,TRUE,?\n");
    const Dataset data = load(path, {.label = "play"}, context_);
    expect_matrix(data.x, {{1, 85.5, 0}, {0, nan, 1}, {nan, -20, 1}});
    EXPECT_THAT(data.feature_names, ElementsAre("outlook", "the temperature", "windy"));
    ASSERT_EQ(data.categories.size(), 2U);
    EXPECT_THAT(data.categories[0].values, ElementsAre("heavy rain", "sunny"));  // of those that occur
    EXPECT_THAT(data.categories[1].values, ElementsAre("FALSE", "TRUE"));
    EXPECT_EQ(data.categories[1].column, 2);
    EXPECT_THAT(data.labels.names, ElementsAre("no", "yes"));
    EXPECT_THAT(data.labels.of, ElementsAre(0, 1, -1));
    EXPECT_THAT(data.lines, ElementsAre(9, 11, 13));
    EXPECT_EQ(data.label_name, "play");
    EXPECT_EQ(load(path).features(), 4);  // several nominal attributes: none is taken for the label
    EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(TextFormats, ArffLabelThatCanOnlyBeOne) {
    const std::string text = "@relation r\n@attribute a numeric\n@attribute kind {p,q}\n@data\n1,q\n2,p\n";
    const Dataset data = load(folder_.write("a.arff", text), {}, context_);
    EXPECT_THAT(data.labels.names, ElementsAre("p", "q"));
    EXPECT_THAT(data.labels.of, ElementsAre(1, 0));
    ASSERT_EQ(warnings_.size(), 1U);
    EXPECT_THAT(warnings_[0],
                ::testing::EndsWith("a.arff: the label is 'kind', the last attribute and the only nominal "
                                    "one; label=none reads it as a feature"));
}

TEST_F(TextFormats, ArffSparse) {
    // What is left out of a row is 0, or the value that was declared first.
    const std::string path = folder_.write("s.arff",
                                           "@relation s\n@attribute a numeric\n@attribute c {z,y,x}\n"
                                           "@attribute b integer\n@attribute class {n,p}\n@data\n"
                                           "{0 1.5, 2 ?}\n{1 y,3 p}\n{}\n");
    const Dataset data = load(path);
    EXPECT_TRUE(data.x.is_sparse());
    expect_matrix(data.x, {{1.5, 1, nan}, {0, 0, 0}, {0, 1, 0}});
    EXPECT_THAT(data.categories[0].values, ElementsAre("y", "z"));
    EXPECT_THAT(data.labels.of, ElementsAre(0, 1, 0));
}

TEST_F(TextFormats, ArffErrors) {
    const auto with = [&](const std::string& attribute, const std::string& rows = "1\n") {
        return error("a.arff", "@relation r\n@attribute " + attribute + "\n@data\n" + rows);
    };
    const std::string remedy =
        ", which cannot be a feature: take it out of the file, or make it numeric or nominal";
    EXPECT_EQ(with("when date \"yyyy-MM-dd\""), "a.arff, line 2: attribute 'when' is a date" + remedy);
    EXPECT_EQ(with("'free text' STRING"), "a.arff, line 2: attribute 'free text' is a string" + remedy);
    EXPECT_EQ(with("bag relational"), "a.arff, line 2: attribute 'bag' is relational" + remedy);
    EXPECT_EQ(with("a complex"), "a.arff, line 2: attribute 'a' has the unknown type 'complex'");
    EXPECT_EQ(with("a"), "a.arff, line 2: expected '@attribute NAME TYPE'");
    EXPECT_EQ(with("a {x,y", "x\n"), "a.arff, line 2: the values of attribute 'a' do not end in '}'");
    EXPECT_EQ(with("a {x,y}", "x\nz\n"), "a.arff, line 5: 'z' is not one of the values of attribute 'a'");
    EXPECT_EQ(with("a numeric", "1\n1,5\n"), "a.arff, line 5: has 2 cells where 1 attributes are declared");
    EXPECT_EQ(with("a numeric", "low\n"), "a.arff, line 4: 'low' is not a number (attribute 'a')");
    EXPECT_EQ(with("a numeric", "'1\n"), "a.arff, line 4: a quote is left open");
    EXPECT_EQ(with("a numeric", "{0 1}\n2\n"), "a.arff, line 5: dense and sparse rows are mixed");
    EXPECT_EQ(with("a numeric", "{1 1}\n"),
              "a.arff, line 4: '1' is not the position of an attribute, 0 to 0");
    EXPECT_EQ(with("a numeric", "{0 1, 0 2}\n"), "a.arff, line 4: attribute 0 is given twice");
    EXPECT_EQ(with("a numeric", "{0 1\n"), "a.arff, line 4: the row does not end in '}'");
    EXPECT_EQ(
        with("a { }", "{0 ?}\n{}\n"),
        "a.arff, line 5: the row leaves out attribute 'a', which stands for its first value, and it has "
        "none: write '0 ?' if the value is missing");
    EXPECT_EQ(with("a numeric", ""), "a.arff: has no samples after @data");
    EXPECT_EQ(error("a.arff", "@relation r\n@attribute a numeric\n"),
              "a.arff: has no @data line: it is cut off");
    EXPECT_EQ(error("a.arff", "@data\n1\n"), "a.arff, line 1: @data comes before any @attribute");
    EXPECT_EQ(error("a.arff", ""), "a.arff: is empty");
    EXPECT_EQ(error("a.arff", weather, {.transpose = true}),
              "a.arff: an ARFF file has one sample per line: leave transpose out");
}

TEST_F(TextFormats, MatrixMarket) {
    const std::string banner = "%%MatrixMarket matrix ";
    const auto read = [&](const std::string& text) { return load(folder_.write("a.mtx", banner + text)).x; };
    const Matrix general = read("coordinate real general\n% made by hand\n2 3 3\n1 1 1.5\n2 3 -2e1\n1 3 4\n");
    EXPECT_TRUE(general.is_sparse());
    expect_matrix(general, {{1.5, 0, 4}, {0, 0, -20}});
    expect_matrix(read("coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n"), {{1, 1}, {1, 0}});
    const Matrix dense = read("array integer general\n2 3\n1\n2\n3\n4\n5\n6\n");
    EXPECT_FALSE(dense.is_sparse());
    expect_matrix(dense, {{1, 3, 5}, {2, 4, 6}});
    expect_matrix(read("array real symmetric\n2 2\n1\n2\n3\n"), {{1, 2}, {2, 3}});
    const Dataset data = load(folder_.path("a.mtx"), {.label = "last"});
    EXPECT_EQ(data.features(), 1);
    EXPECT_THAT(data.labels.names, ElementsAre("2", "3"));
}

TEST_F(TextFormats, MatrixMarketErrors) {
    const auto wrong = [&](const std::string& text) {
        return error("a.mtx", "%%MatrixMarket matrix " + text);
    };
    EXPECT_EQ(wrong("coordinate complex general\n"),
              "a.mtx, line 1: values must be 'real', 'integer' or 'pattern', not 'complex'");
    EXPECT_EQ(wrong("coordinate real general\n2 2 2\n1 1 1\n"),
              "a.mtx, line 3: the file ends after 1 of 2 entries");
    EXPECT_EQ(wrong("coordinate real general\n2 2 2\n1 1 1\n1 1 2\n"),
              "a.mtx: is damaged: row 0 has two cells in column 0 (counted from 0)");
    EXPECT_EQ(wrong("coordinate real general\n2 2 1\n3 1 1\n"),
              "a.mtx, line 3: row 3, column 1 is outside a matrix of 2 x 2 (Matrix Market counts from 1)");
    EXPECT_EQ(wrong("coordinate real general\n2000000000 2 1\n1 1 1\n"),
              "a.mtx: is damaged: it declares 2000000000 rows and has 1 cells");
    EXPECT_EQ(wrong("array real general\n2000000000 2000000000\n1\n"),
              "a.mtx, line 2: the file is too short for a matrix of this size");
    EXPECT_EQ(wrong("array real general\n2 2\n1\n2\n3\n"), "a.mtx, line 5: the file ends in column 2 of 2");
    EXPECT_EQ(wrong("coordinate real symmetric\n2 3 0\n"),
              "a.mtx, line 2: a symmetric matrix must be square, not 2 x 3");
}

std::string idx(std::initializer_list<unsigned char> bytes) { return {bytes.begin(), bytes.end()}; }

TEST_F(TextFormats, Idx) {
    const std::string path = folder_.write(
        "t-images-idx3-ubyte", idx({0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3, 1, 2, 255, 4, 0, 6}));
    const std::string labels = folder_.write("t-labels-idx1-ubyte", idx({0, 0, 8, 1, 0, 0, 0, 2, 7, 3}));
    const Dataset data = load(path, {.label_file = labels});
    expect_matrix(data.x, {{1, 2, 255}, {4, 0, 6}});
    EXPECT_THAT(data.labels.names, ElementsAre("3", "7"));
    EXPECT_THAT(data.labels.of, ElementsAre(1, 0));
    // A label file of text may have a name that looks alike.
    const std::string text = folder_.write("t-idx.txt", "b\na\n");
    EXPECT_THAT(load(path, {.label_file = text}).labels.of, ElementsAre(1, 0));
    const auto one_row = [&](unsigned char type, std::initializer_list<unsigned char> cells) {
        return load(folder_.write("a.idx", idx({0, 0, type, 2, 0, 0, 0, 1, 0, 0, 0, 1}) + idx(cells))).x;
    };
    expect_matrix(one_row(0x09, {0xFE}), {{-2}});
    expect_matrix(one_row(0x0B, {0x01, 0x02}), {{258}});
    expect_matrix(one_row(0x0C, {0xFF, 0xFF, 0xFF, 0xFE}), {{-2}});
    expect_matrix(one_row(0x0D, {0x3F, 0xC0, 0, 0}), {{1.5}});
    expect_matrix(one_row(0x0E, {0x3F, 0xF8, 0, 0, 0, 0, 0, 0}), {{1.5}});
}

TEST_F(TextFormats, IdxErrors) {
    const std::string good = idx({0, 0, 8, 2, 0, 0, 0, 2, 0, 0, 0, 2, 1, 2, 3, 4});
    EXPECT_EQ(error("a.idx", "\x89PNG and so on"),
              "a.idx: is not an idx file: it begins with the bytes 89 50 4E 47, where an idx file has 00 00, "
              "a type "
              "(08 to 0E) and the number of dimensions");
    EXPECT_EQ(error("a.idx", ""), "a.idx: is empty");
    for (std::size_t size = 4; size < good.size(); ++size)
        EXPECT_EQ(error("a.idx", good.substr(0, size)),
                  "a.idx: is cut off: the file ends too early; copy it again");
    EXPECT_EQ(error("a.idx", good + "x"), "a.idx: is longer than its header says: it is damaged");
    EXPECT_EQ(error("a.idx", idx({0, 0, 8, 3, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 9, 1})),
              "a.idx: has a damaged header: its dimensions are too large");
    EXPECT_EQ(error("a.idx", idx({0, 0, 14, 2, 0, 0, 1, 0, 255, 255, 255, 255, 1})),
              "a.idx: is cut off: the file ends too early; copy it again");  // without a buffer of that size
    EXPECT_EQ(error("l.idx", idx({0, 0, 8, 1, 0, 0, 0, 1, 5})),
              "l.idx: has one dimension, as labels have: give the file with the images, and this one with "
              "label-file=l.idx");
    const std::string labels = folder_.write("l.idx", idx({0, 0, 8, 1, 0, 0, 0, 3, 5, 5, 5}));
    EXPECT_EQ(error("a.idx", good, {.label_file = labels}), "l.idx: has 3 labels for the 2 samples of a.idx");
    EXPECT_EQ(error("a.idx", good, {.label_file = folder_.path("a.idx")}),
              "a.idx: has 2 dimensions, where labels have one");
}

TEST_F(TextFormats, NpzBackAndForth) {
    Dataset data;
    data.x = SparseMatrix(2, 3, {{0, 1, 3}, {2, 0, 1}, {0.1, -2, nan}});
    data.labels = make_labels(std::vector<std::string>{"b", ""});
    data.feature_names = {"α", "b", "c"};
    data.sample_names = {"s1", "s2"};
    save(folder_.path("a.npz"), data);
    Dataset back = load(folder_.path("a.npz"));
    EXPECT_TRUE(back.x.is_sparse());
    expect_same(data, back);
    EXPECT_EQ(back.sample_names, data.sample_names);
    data.x = to_dense(data.x);
    data.labels = make_labels(std::vector<double>{2.5, -1});
    data.feature_names[0] = "\xff is no UTF-8";
    save(folder_.path("a.npz"), data);
    back = load(folder_.path("a.npz"));
    EXPECT_FALSE(back.x.is_sparse());
    expect_same(data, back);
}

}  // namespace
}  // namespace tamis
