#include "tamis/graph/health.hpp"

#include <gmock/gmock.h>

#include "tamis/graph/build.hpp"
#include "tamis/graph/user_graph.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Graph undirected(Index samples, std::vector<GraphEntry> edges) {
    const std::vector<GraphEntry> once = edges;
    for (const GraphEntry& edge : once)
        if (edge.row != edge.column) edges.push_back({edge.column, edge.row, edge.weight});
    return make_graph(samples, std::move(edges), "test");
}

TEST(ConnectedComponents, AreNumberedByLowestMember) {
    EXPECT_THAT(connected_components(undirected(6, {{0, 5, 1.0}, {1, 3, 1.0}, {4, 3, 1.0}})),
                ElementsAre(0, 1, 2, 1, 1, 0));
    EXPECT_THAT(connected_components(undirected(4, {{2, 3, 1.0}, {1, 2, 1.0}, {0, 3, 1.0}})),
                ElementsAre(0, 0, 0, 0));
    EXPECT_THAT(connected_components(undirected(3, {{1, 1, 1.0}})), ElementsAre(0, 1, 2));
}

TEST(CheckGraph, CountsWhatMatters) {
    DenseMatrix x = testing::random_matrix(7, 3, 1);
    std::copy_n(x.row(1), 3, x.row(4));
    std::copy_n(x.row(1), 3, x.row(6));
    const Graph graph = undirected(7, {{0, 1, 0.5}, {1, 2, 0.25}, {3, 4, 2.0}, {5, 5, 1.0}});
    for (const bool sparse : {false, true}) {
        const GraphHealth health = check_graph(graph, sparse ? Matrix(to_sparse(x)) : Matrix(x));
        EXPECT_EQ(health.edges, 3);
        EXPECT_EQ(health.components, 4);
        EXPECT_EQ(health.isolated, 1);
        EXPECT_EQ(health.largest_component, 3);
        EXPECT_EQ(health.duplicates, 2);
        EXPECT_EQ(health.smallest_degree, 0.0);
        EXPECT_EQ(health.largest_degree, 2.0);
        EXPECT_DOUBLE_EQ(health.mean_degree, 6.5 / 7.0);
        EXPECT_EQ(health.smallest_weight, 0.25);
        EXPECT_EQ(health.largest_weight, 2.0);
        EXPECT_THAT(health.remarks,
                    ElementsAre(HasSubstr("1 sample is isolated and takes no part: if the graph is built"),
                                HasSubstr("falls into 3 parts")));
    }
}

TEST(CheckGraph, HasNothingToSayOfAHealthyGraph) {
    const DenseMatrix x = testing::random_matrix(100, 3, 2);
    const GraphHealth health = check_graph(build_graph(x, {.neighbors = 10}), x);
    EXPECT_EQ(health.components, 1);
    EXPECT_TRUE(health.remarks.empty());
    EXPECT_THAT(check_graph(undirected(100, {}), x).remarks, ElementsAre(HasSubstr("no edges")));
}

TEST(CheckGraph, TakesZerosOfEitherSignAndStorageAsTheSame) {
    DenseMatrix x(3, 2);
    x(0, 0) = -0.0;
    x(2, 1) = 1.0;
    EXPECT_EQ(check_graph(undirected(3, {{0, 1, 1.0}}), x).duplicates, 1);
    const SparseMatrix stored(3, 2, {{0, 1, 1, 2}, {1, 1}, {0.0, 1.0}});
    EXPECT_EQ(check_graph(undirected(3, {{0, 1, 1.0}}), stored).duplicates, 1);
}

TEST(GraphHash, TellsGraphsApart) {
    const std::string hash = graph_hash(undirected(4, {{0, 1, 1.0}, {2, 3, 1.0}}));
    EXPECT_THAT(hash, ::testing::MatchesRegex("xxh3:[0-9a-f]{16}"));
    EXPECT_EQ(hash, graph_hash(undirected(4, {{3, 2, 1.0}, {0, 1, 1.0}})));
    EXPECT_NE(hash, graph_hash(undirected(4, {{0, 1, 1.0}, {2, 3, 1.5}})));
    EXPECT_NE(hash, graph_hash(undirected(4, {{0, 1, 1.0}, {1, 3, 1.0}})));
    EXPECT_NE(hash, graph_hash(undirected(5, {{0, 1, 1.0}, {2, 3, 1.0}})));
}

}  // namespace
}  // namespace tamis
