#include "tamis/graph/build.hpp"

#include <gmock/gmock.h>

#include "tamis/graph/health.hpp"
#include "tests/graph/support.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::random_matrix;
using testing::weight_matrix;

DenseMatrix golden_x() { return testing::golden_matrix(testing::golden("selection").at("X")); }

void expect_weights(const Graph& graph, const DenseMatrix& expected) {
    const DenseMatrix found = weight_matrix(graph);
    ASSERT_EQ(found.rows(), expected.rows());
    for (Index i = 0; i < expected.rows(); ++i) {
        double degree = 0.0;
        for (Index j = 0; j < expected.cols(); ++j) {
            EXPECT_NEAR(found(i, j), expected(i, j), 1e-14) << i << ", " << j;
            degree += expected(i, j);
        }
        EXPECT_NEAR(graph.degrees[at(i)], degree, 1e-13);
    }
    for (Index i = 0; i < graph.samples; ++i)
        for (Index p = graph.row_start[at(i)] + 1; p < graph.row_start[at(i) + 1]; ++p)
            EXPECT_LT(graph.neighbors[at(p) - 1], graph.neighbors[at(p)]);
}

TEST(BuildGraph, AgreesWithTheReference) {
    const auto& golden = testing::golden("selection");
    const Graph heat = build_graph(golden_x(), {.neighbors = 2});
    EXPECT_DOUBLE_EQ(heat.bandwidth, golden.at("bandwidth t k=2").get<double>());
    expect_weights(heat, testing::golden_matrix(golden.at("W heat k=2")));
    const Graph narrow = build_graph(golden_x(), {.neighbors = 2, .bandwidth = 3.0});
    EXPECT_EQ(narrow.bandwidth, 3.0);
    expect_weights(narrow, testing::golden_matrix(golden.at("W heat k=2 t=3")));
    const Graph binary = build_graph(golden_x(), {.neighbors = 2, .weights = Weights::binary});
    EXPECT_EQ(binary.bandwidth, 0.0);
    expect_weights(binary, testing::golden_matrix(golden.at("W binary k=2")));
    EXPECT_EQ(binary.edges(), 11);
}

TEST(BuildGraph, MutualKeepsOnlyWhatBothList) {
    const DenseMatrix x = random_matrix(80, 4, 2);
    const Neighbors lists = testing::brute_force(x, 4);
    const auto listed = [&](Index i, Index j) {
        return std::ranges::find(lists.of(i), static_cast<Small>(j)) != lists.of(i).end();
    };
    DenseMatrix mutual(80, 80), either(80, 80);
    for (Index i = 0; i < 80; ++i)
        for (Index j = 0; j < 80; ++j) {
            mutual(i, j) = listed(i, j) && listed(j, i) ? 1.0 : 0.0;
            either(i, j) = listed(i, j) || listed(j, i) ? 1.0 : 0.0;
        }
    GraphOptions options{.neighbors = 4, .weights = Weights::binary};
    expect_weights(build_graph(x, options), either);
    options.symmetry = Symmetry::mutual;
    expect_weights(build_graph(x, options), mutual);
}

TEST(BuildGraph, UsesTheFrontOfLongerLists) {
    const DenseMatrix x = random_matrix(60, 5, 3);
    for (const Weights weights : {Weights::heat, Weights::binary, Weights::cosine}) {
        const GraphOptions options{.neighbors = 3, .weights = weights};
        const Graph from_long = weigh_graph(find_neighbors(x, 9), x, options);
        EXPECT_EQ(graph_hash(from_long), graph_hash(build_graph(x, options)));
        EXPECT_EQ(from_long.bandwidth, build_graph(x, options).bandwidth);
    }
    EXPECT_THROW(weigh_graph(find_neighbors(x, 2), x, {.neighbors = 3}), Error);
}

TEST(BuildGraph, SelfLoopsCountOnce) {
    const Graph plain = build_graph(golden_x(), {.neighbors = 2});
    const Graph looped = build_graph(golden_x(), {.neighbors = 2, .self_loops = true});
    DenseMatrix expected = weight_matrix(plain);
    for (Index i = 0; i < expected.rows(); ++i) expected(i, i) = 1.0;
    expect_weights(looped, expected);
    EXPECT_EQ(looped.edges(), plain.edges());
}

TEST(BuildGraph, CosineWeightsClipNegativeSimilarities) {
    DenseMatrix x(4, 2);  // east, north-east, west, nowhere
    x(0, 0) = 2.0;
    x(1, 0) = x(1, 1) = 3.0;
    x(2, 0) = -1.0;
    std::vector<std::string> told;
    Context context;
    context.warn = [&](const std::string& text) { told.push_back(text); };
    const Graph graph = build_graph(x, {.neighbors = 3, .weights = Weights::cosine}, context);
    DenseMatrix expected(4, 4);
    expected(0, 1) = expected(1, 0) = std::sqrt(0.5);
    expect_weights(graph, expected);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_THAT(told[0], ::testing::HasSubstr("5 neighbor pairs"));
    const Graph sparse = build_graph(to_sparse(x), {.neighbors = 3, .weights = Weights::cosine});
    EXPECT_EQ(graph_hash(sparse), graph_hash(graph));
}

TEST(BuildGraph, WithoutAnyDistanceAllWeightsAreOne) {
    DenseMatrix x(6, 2);
    std::fill_n(x.data(), 12, 0.7);
    const Graph graph = build_graph(x, {.neighbors = 2});
    EXPECT_EQ(graph.bandwidth, 0.0);
    for (const double weight : graph.weights) EXPECT_EQ(weight, 1.0);
}

TEST(BuildGraph, DropsWeightsThatUnderflow) {
    DenseMatrix x(4, 1);
    x(1, 0) = 0.1;
    x(2, 0) = 1000.0;
    x(3, 0) = 5000.0;
    Index warnings = 0;
    Context context;
    context.warn = [&](const std::string&) { ++warnings; };
    const Graph graph = build_graph(x, {.neighbors = 1, .bandwidth = 1.0}, context);
    EXPECT_EQ(graph.edges(), 1);
    EXPECT_EQ(graph.degrees[3], 0.0);
    EXPECT_EQ(warnings, 1);
}

TEST(BuildGraph, WeighsEdgesWithinAClass) {
    const DenseMatrix x = random_matrix(20, 4, 3);
    std::vector<int> classes = testing::random_labels(20, 3, 3).of;
    classes[5] = classes[6] = Labels::unlabeled;
    const Labels labels = make_labels(classes);
    GraphOptions options{.neighbors = 4, .self_loops = true};
    DenseMatrix expected = weight_matrix(build_graph(x, options));
    Index changed = 0;
    for (Index i = 0; i < 20; ++i)
        for (Index j = 0; j < 20; ++j) {
            const int a = labels.of[at(i)], b = labels.of[at(j)];
            if (i == j || a != b || a == Labels::unlabeled) continue;
            expected(i, j) *= 7.5;
            changed += expected(i, j) > 0.0;
        }
    EXPECT_GT(changed, 10);
    options.same_class = 7.5;
    expect_weights(build_graph(x, options, {}, &labels), expected);
    EXPECT_THROW(build_graph(x, options), Error);
    options.same_class = 0.0;
    EXPECT_THROW(build_graph(x, options, {}, &labels), UsageError);
}

TEST(BuildGraph, HasTheSameBitsOnAnyNumberOfThreads) {
    const DenseMatrix x = random_matrix(1500, 10, 4);
    for (const Weights weights : {Weights::heat, Weights::cosine}) {
        const Graph one = build_graph(x, {.weights = weights}, {.threads = 1});
        for (const int threads : {2, 7})
            EXPECT_EQ(graph_hash(build_graph(x, {.weights = weights}, {.threads = threads})),
                      graph_hash(one));
    }
}

TEST(GraphOptions, AreReadByName) {
    GraphOptions options;
    GraphOptions::fields().assign(options, {{"neighbors", "7"},
                                            {"metric", "cosine"},
                                            {"weights", "binary"},
                                            {"self_loops", "true"},
                                            {"bandwidth", "2.5"},
                                            {"symmetry", "mutual"},
                                            {"search", "approximate"}});
    EXPECT_EQ(options.neighbors, 7);
    EXPECT_EQ(options.metric, Metric::cosine);
    EXPECT_EQ(options.weights, Weights::binary);
    EXPECT_TRUE(options.self_loops);
    EXPECT_EQ(options.bandwidth, 2.5);
    EXPECT_EQ(options.symmetry, Symmetry::mutual);
    EXPECT_EQ(options.search, Search::approximate);
    GraphOptions::fields().assign(options, {{"bandwidth", "auto"}, {"symmetry", "union"}});
    EXPECT_FALSE(options.bandwidth.has_value());
    EXPECT_EQ(options.symmetry, Symmetry::either);
    EXPECT_THROW(build_graph(golden_x(), {.neighbors = 0}), UsageError);
    EXPECT_THROW(build_graph(golden_x(), {.bandwidth = -1.0}), UsageError);
    EXPECT_THROW(build_graph(DenseMatrix(1, 2)), Error);
}

}  // namespace
}  // namespace tamis
