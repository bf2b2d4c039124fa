#include "tamis/saved/graph_file.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "tamis/core/error.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/graph/health.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Graph read(const std::string& text) {
    std::istringstream stream(text);
    return read_graph(stream, "g.mtx");
}

const std::string general = "%%MatrixMarket matrix coordinate real general\n";

void expect_error(const std::string& text, const std::string& part, const std::string& line = "") {
    EXPECT_THAT([&] { read(text); },
                ThrowsMessage<Error>(AllOf(HasSubstr("g.mtx"), HasSubstr(part),
                                           HasSubstr(line.empty() ? "" : "line " + line + ":"))))
        << text;
}

TEST(ReadGraph, TakesEveryKindOfGraphFile) {
    const Graph graph =
        read(general + "% made by hand\n\n3 3 4\n1 2 0.5\n2 1 5e-1\n\n% more\n3 2 2\r\n2 3 2.0\n");
    EXPECT_EQ(graph.samples, 3);
    EXPECT_THAT(graph.row_start, ElementsAre(0, 1, 3, 4));
    EXPECT_THAT(graph.neighbors, ElementsAre(1, 0, 2, 1));
    EXPECT_THAT(graph.degrees, ElementsAre(0.5, 2.5, 2.0));
    const Graph half = read("%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 0.5\n3 2 2\n");
    EXPECT_EQ(graph_hash(half), graph_hash(graph));
    const Graph pattern = read("%%matrixmarket MATRIX Coordinate Pattern Symmetric\n2 2 2\n2 1\n2 2\n");
    EXPECT_THAT(pattern.weights, ElementsAre(1.0, 1.0, 1.0));
    const Graph integer = read("%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n2 1 7\n2 2 0\n");
    EXPECT_THAT(integer.weights, ElementsAre(7.0, 7.0));
}

TEST(ReadGraph, NamesTheLineOfAnError) {
    expect_error("", "Matrix Market", "1");
    expect_error("1,2,3\n", "Matrix Market", "1");
    expect_error("%%MatrixMarket matrix array real general\n", "coordinate", "1");
    expect_error("%%MatrixMarket matrix coordinate complex general\n", "complex", "1");
    expect_error("%%MatrixMarket matrix coordinate real skew-symmetric\n", "skew-symmetric", "1");
    expect_error(general + "% only this\n", "size", "2");
    expect_error(general + "3 4 1\n1 1 1\n", "square", "2");
    expect_error(general + "0 0 0\n", "size of a graph", "2");
    expect_error(general + "3 3\n", "number of entries", "2");
    expect_error(general + "3 3 2\n1 2 1\n", "ends after 1 of 2", "3");
    expect_error(general + "3 3 1\n1 1 1\n2 2 1\n", "more entries", "4");
    expect_error(general + "3 3 1\n1 x 1\n", "column", "3");
    expect_error(general + "3 3 1\n1 2\n", "value", "3");
    expect_error(general + "3 3 1\n1 2 1 9\n", "too many", "3");
    expect_error(general + "3 3 1\n\n0 2 1\n", "outside", "4");
    expect_error(general + "3 3 1\n1 4 1\n", "outside", "3");
    expect_error(general + "3 3 1\n1 1 nan\n", "finite", "3");
    expect_error(general + "3 3 1\n1 1 inf\n", "finite", "3");
    expect_error(general + "3 3 2\n1 2 -1\n2 1 -1\n", ">= 0", "3");
    expect_error(general + "3 3 2\n1 2 1\n1 2 1\n", "twice");
    expect_error(general + "3 3 1\n1 2 1\n", "not symmetric");
    expect_error(general + "3 3 1\n3 1 1\n", "not symmetric");
    expect_error(general + "3 3 2\n1 2 1\n2 1 1.5\n", "not symmetric");
}

TEST(ReadGraph, RefusesOtherFormatsAndMissingFiles) {
    EXPECT_THAT([] { read_graph(std::string("graph.csv")); }, ThrowsMessage<Error>(HasSubstr(".mtx")));
    EXPECT_THAT([] { read_graph(std::string("not there.mtx")); },
                ThrowsMessage<Error>(HasSubstr("not there.mtx")));
}

TEST(WriteGraph, IsReadBackBitForBit) {
    for (const bool loops : {false, true}) {
        const Graph graph =
            build_graph(testing::random_matrix(60, 4, 1), {.neighbors = 3, .self_loops = loops});
        std::stringstream stream;
        write_graph(stream, graph);
        const Graph back = read_graph(stream, "memory");
        EXPECT_EQ(graph_hash(back), graph_hash(graph));
        EXPECT_EQ(back.degrees, graph.degrees);
    }
}

}  // namespace
}  // namespace tamis
