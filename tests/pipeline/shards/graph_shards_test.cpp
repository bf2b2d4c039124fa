// Neighbors, graphs and what lives on them, on shards.
#include <gtest/gtest.h>

#include "tamis/core/error.hpp"
#include "tamis/graph/approximate/search.hpp"
#include "tamis/graph/build.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/same_runs.hpp"
#include "tests/support/sharded.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr Index samples = 90, features = 6;

// Whole numbers: many distances are equal, so that ties decide.
Matrix tied() { return testing::random_counts(samples, 3, 0.5, 3); }

std::vector<Matrix> kinds() {
    return {testing::random_matrix(samples, features, 1),
            to_sparse(testing::random_counts(samples, features, 0.4, 2)), tied(), to_sparse(tied())};
}

TEST(NeighborsOnShards, AreThoseOfAllRowsToTheBit) {
    for (const Matrix& x : kinds())
        for (const Metric metric : {Metric::euclidean, Metric::cosine})
            for (const Index k : {Index{1}, Index{5}, samples - 1}) {
                const Neighbors local = find_neighbors(x, k, metric, Search::exact);
                for (const testing::Cutting& cutting : testing::cuttings(samples)) {
                    const testing::Sharded sharded(x, cutting);
                    const Neighbors shared = find_neighbors(sharded.rows(), k, metric, Search::exact);
                    ASSERT_EQ(shared.index, local.index) << cutting.size() - 1 << " shards, k = " << k;
                    ASSERT_EQ(shared.squared_distances, local.squared_distances);
                }
            }
}

TEST(NeighborsOnShards, AreSearchedApproximatelyAsInMemory) {
    const Index rows = few_samples + 500;
    const DenseMatrix dense = testing::random_matrix(rows, features, 6);
    const testing::Cutting cutting = {0, 0, 3000, rows};
    for (const Matrix& x : {Matrix(dense), Matrix(to_sparse(dense))})
        for (const Metric metric : {Metric::euclidean, Metric::cosine}) {
            const Context context{.seed = 5};
            const Neighbors local = find_neighbors(x, 4, metric, Search::approximate, context);
            EXPECT_EQ(local.found_by.search, Search::approximate);
            // One worker, three of which one has no rows, and two that do not have neighbors; with room for
            // copies of the rows and without.
            for (const testing::Holding& runs :
                 {testing::neighboring({0, 3}), testing::Holding{}, testing::dealt(3, 2)})
                for (const Index copy_cells : {Index{0}, Index{1} << 22}) {
                    const testing::Sharded sharded(x, cutting, runs, copy_cells);
                    const Neighbors shared =
                        find_neighbors(sharded.rows(), 4, metric, Search::approximate, context);
                    EXPECT_EQ(shared.found_by, local.found_by);
                    EXPECT_EQ(shared.index, local.index);
                    EXPECT_EQ(shared.squared_distances, local.squared_distances);
                    const bool in_one_place = runs.size() == 1 && copy_cells > 0;
                    const Index rounds = sharded.shards().costs().rounds;
                    EXPECT_TRUE(in_one_place ? rounds <= 2 : rounds > 2) << rounds;
                }
        }
}

TEST(NeighborsOnShards, TellOfALowRecallAsInMemory) {
    const Matrix x = testing::random_matrix(few_samples + 1, 60, 7);
    const auto warnings_of = [](const Rows& rows) {
        std::vector<std::string> texts;
        Context context;
        context.warn = [&](const std::string& text) { texts.push_back(text); };
        find_neighbors(rows, 4, Metric::euclidean, Search::approximate, context, 0.9999);
        return texts;
    };
    const std::vector<std::string> local = warnings_of(x);
    EXPECT_EQ(local.size(), 1U);
    for (const testing::Holding& runs : {testing::neighboring({0, 2}), testing::Holding{}})
        for (const Index copy_cells : {Index{0}, Index{1} << 22})
            EXPECT_EQ(warnings_of(testing::Sharded(x, {0, 10, few_samples + 1}, runs, copy_cells).rows()),
                      local);
}

// Samples that are few, and lists of a large part of all samples.
TEST(NeighborsOnShards, AreSearchedExactlyWhereThatIsQuicker) {
    const Index rows = few_samples + 500;
    const Matrix x = testing::random_matrix(rows, 1, 8);
    const testing::Sharded sharded(x, {0, 11, rows});
    for (const auto& [k, search] :
         {std::pair(Index{1}, Search::approximate), std::pair(rows / 8 + 1, Search::exact)}) {
        const Neighbors found =
            find_neighbors(sharded.rows(), k, Metric::euclidean, Search::approximate, {}, 0.5);
        EXPECT_EQ(found.found_by.search, search) << k;
    }
    const Matrix few = testing::random_matrix(samples, features, 1);
    const Neighbors found = find_neighbors(testing::Sharded(few, {0, 11, samples}).rows(), 3,
                                           Metric::euclidean, Search::approximate);
    EXPECT_EQ(found.found_by.search, Search::exact);
}

std::vector<ConfiguredMethod> graph_methods() {
    return {"laplacian",
            "spec",
            ConfiguredMethod("spec", {{"criterion", "phi1"}}),
            ConfiguredMethod("spec", {{"power", 2.0}}),
            ConfiguredMethod("spec", {{"power", 3.0}}),
            ConfiguredMethod("spec", {{"power", 5.0}, {"criterion", "phi1"}}),
            ConfiguredMethod("trace-ratio", {{"criterion", "laplacian"}}),
            ConfiguredMethod("trace-ratio", {{"criterion", "semi"}}),
            "lapdofs",
            "lapaofs"};
}

TEST(GraphMethodsOnShards, FindWhatTheyFindOnAllRows) {
    const Labels labels = testing::random_labels(samples, 3, 4);
    // No two distances are equal: after scaling, the last digit of a mean would decide between them.
    DenseMatrix half_empty = testing::random_matrix(samples, features, 5);
    for (Index i = 0; i < samples; ++i)
        for (Index j = 0; j < features; ++j)
            if ((i + j) % 3 == 0) half_empty(i, j) = 0.0;
    const std::vector<Matrix> some = {testing::random_matrix(samples, features, 1), to_sparse(half_empty)};
    for (const Matrix& x : some)
        for (const ConfiguredMethod& method : graph_methods())
            for (const Scaling scale : {Scaling::none, Scaling::standard}) {
                const SelectRequest request{.method = method, .k = FeatureCount(3), .scale = scale};
                const SelectRun local = run_select({.name = "x", .x = x.view(), .labels = &labels}, request);
                for (const testing::Cutting& cutting : testing::cuttings(samples)) {
                    const testing::Sharded sharded(x, cutting);
                    const SelectRun shared =
                        run_select({.name = "x", .x = sharded.rows(), .labels = &labels}, request);
                    const std::string what = method.name() + " in " + std::to_string(cutting.size() - 1);
                    testing::expect_same_selection(shared, local, 1e-12, what);
                    ASSERT_TRUE(shared.graph && local.graph);
                    EXPECT_EQ(shared.graph->health.edges, local.graph->health.edges);
                    EXPECT_EQ(shared.graph->health.duplicates, local.graph->health.duplicates);
                    if (scale == Scaling::none) {
                        EXPECT_EQ(shared.graph->hash, local.graph->hash) << what;
                    }
                }
            }
}

// The same shards give the same bits, whoever holds them.
TEST(GraphMethodsOnShards, DoNotDependOnWhoHoldsTheShards) {
    const Labels labels = testing::random_labels(samples, 3, 4);
    std::vector<ConfiguredMethod> methods = graph_methods();
    methods.emplace_back("relieff");
    for (const Matrix& x : kinds())
        for (const ConfiguredMethod& method : methods)
            for (const Index count : {Index{7}, Index{64}}) {
                const testing::Cutting cutting = testing::equal_shards(samples, count);
                const SelectRequest request{
                    .method = method, .k = FeatureCount(2), .scale = Scaling::standard};
                std::optional<SelectRun> first;
                for (const testing::Holding& runs :
                     {testing::Holding{}, testing::neighboring({0, count}),
                      testing::neighboring({0, 3, count}), testing::neighboring({0, 1, 4, 5, count}),
                      testing::dealt(count, 2), testing::dealt(count, 3)}) {
                    const testing::Sharded sharded(x, cutting, runs);
                    SelectRun found =
                        run_select({.name = "x", .x = sharded.rows(), .labels = &labels}, request);
                    EXPECT_EQ(found.shards, count);
                    EXPECT_EQ(found.rounds.rounds, sharded.shards().costs().rounds);
                    if (first) {
                        EXPECT_EQ(found.selection.selected, first->selection.selected) << method.name();
                        EXPECT_EQ(found.selection.raw_scores, first->selection.raw_scores) << method.name();
                        EXPECT_EQ(found.selection.scores, first->selection.scores) << method.name();
                    } else {
                        first = std::move(found);
                    }
                }
            }
}

// By definition, on data with a large mean that must not cancel.
TEST(GraphMethodsOnShards, PowersAreThoseOfTheOperator) {
    DenseMatrix x = testing::random_matrix(samples, 2, 1);
    for (Index i = 0; i < samples; ++i) x(i, 1) += 1e5;
    const Graph graph = build_graph(x, {.neighbors = 5});
    std::vector<double> wanted;
    for (Index j = 0; j < 2; ++j) {
        double center = 0.0, form = 0.0, spread = 0.0;
        for (Index i = 0; i < samples; ++i) center += graph.degrees[at(i)] * x(i, j) / graph.volume();
        for (Index i = 0; i < samples; ++i) {
            double image = 0.0;
            for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p)
                image += graph.weights[at(p)] * (x(i, j) - x(graph.neighbors[at(p)], j));
            image /= graph.degrees[at(i)];
            form += graph.degrees[at(i)] * image * image;
            spread += graph.degrees[at(i)] * (x(i, j) - center) * (x(i, j) - center);
        }
        wanted.push_back(form / spread);
    }
    const SelectRequest request{
        .method = ConfiguredMethod("spec", {{"power", 2.0}}), .k = FeatureCount(1), .graph = &graph};
    const testing::Sharded sharded(x, {0, 11, 50, samples});
    const SelectRun found = run_select({.name = "x", .x = sharded.rows()}, request);
    EXPECT_LE(testing::relative_gap(found.selection.raw_scores, wanted), 1e-10);
}

TEST(GraphMethodsOnShards, TakeAGraphOfYourOwnAndLeaveFeaturesOut) {
    const Matrix x = testing::random_matrix(samples, features, 1);
    const Graph graph =
        build_graph(x, {.neighbors = 7, .metric = Metric::cosine, .weights = Weights::binary});
    const testing::Sharded sharded(x, {0, 11, 50, samples});
    SelectRequest own{.method = "laplacian", .k = FeatureCount(3), .graph = &graph};
    testing::expect_same_selection(run_select({.name = "x", .x = sharded.rows()}, own),
                                   run_select({.name = "x", .x = x.view()}, own), 1e-12, "own graph");
    SelectRequest fixed{.method = "laplacian", .k = FeatureCount(3)};
    fixed.fixed.exclude = {0, 4};
    testing::expect_same_selection(run_select({.name = "x", .x = sharded.rows()}, fixed),
                                   run_select({.name = "x", .x = x.view()}, fixed), 1e-12, "excluded");
}

// Sums over the edges of an approximate graph, on scaled rows.
TEST(GraphMethodsOnShards, TakeApproximateGraphs) {
    const Index rows = few_samples + 100;
    const Matrix x = testing::random_matrix(rows, features, 4);
    const testing::Sharded sharded(x, {0, 2000, 2001, rows});
    SelectRequest request{.method = "laplacian", .k = FeatureCount(3), .scale = Scaling::standard};
    request.graph_options = GraphOptions{.search = Search::approximate};
    const SelectRun local = run_select({.name = "x", .x = x.view()}, request);
    const SelectRun shared = run_select({.name = "x", .x = sharded.rows()}, request);
    testing::expect_same_selection(shared, local, 1e-12, "approximate");
}

TEST(GraphMethodsOnShards, RefuseWeightsThatAreNotShared) {
    const Matrix x = testing::random_matrix(samples, features, 1);
    for (const Record& options : {Record{{"weights", "cosine"}}}) {
        const testing::Sharded sharded(x, {0, 11, 50, samples});
        SelectRequest request{.method = "laplacian", .k = FeatureCount(3)};
        request.graph_options = GraphOptions();
        GraphOptions::fields().assign(*request.graph_options, options);
        try {
            run_select({.name = "x", .x = sharded.rows()}, request);
            FAIL();
        } catch (const Error& error) {
            const std::string text = error.what();
            EXPECT_NE(text.find(to_text(options.front().second) + " is not shared: "), std::string::npos)
                << text;
        }
        EXPECT_EQ(sharded.shards().costs().rounds, 0);
    }
}

}  // namespace

}  // namespace tamis
