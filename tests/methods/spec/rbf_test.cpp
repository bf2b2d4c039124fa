// SPEC on the complete graph of eq. 1: tests/golden/corners.json, tiles against the graph, limits of T.
#include "tamis/methods/spec/rbf.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/golden.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using spec_parts::Forms;
using spec_parts::RbfTiles;
using testing::golden;

Selection run(const MatrixView& x, const Record& settings, Index k = 1, const Context& context = {}) {
    Record all{{"similarity", "rbf"}};
    all.insert(all.end(), settings.begin(), settings.end());
    return configure("spec", all).run(x, {}, k, context);
}

TEST(Rbf, EqualsTheReference) {
    const auto& wanted = golden("corners").at("rbf");
    const DenseMatrix x = testing::golden_matrix(wanted.at("X"));
    EXPECT_NEAR(spec_parts::mean_square_distance(x, {}), wanted.at("T mean").get<double>(), 1e-12);
    const auto degrees = testing::golden_numbers(wanted.at("diagonal 1").at("degrees"));
    const RbfTiles tiles(x, 20.1875, {});
    const std::vector<double> got = tiles.degrees();
    for (std::size_t i = 0; i < degrees.size(); ++i) EXPECT_NEAR(got[i], degrees[i], 1e-10);
    for (const SparseMatrix& sparse = to_sparse(x);
         const MatrixView& view : {MatrixView(x), MatrixView(sparse)})
        for (const char* criterion : {"phi1", "phi2", "phi3"})
            for (const double power : {1.0, 2.0, 4.0}) {
                Record settings{{"criterion", criterion}, {"power", power}};
                if (std::string(criterion) == "phi3") settings.emplace_back("clusters", Index{3});
                const Selection found = run(view, settings);
                const auto scores = testing::golden_numbers(
                    wanted.at("diagonal 1")
                        .at(std::string(criterion) + " p=" + std::to_string(std::lround(power))));
                for (std::size_t j = 0; j < scores.size(); ++j) {
                    if (std::isinf(scores[j]))
                        EXPECT_EQ(found.raw_scores[j], scores[j]);
                    else
                        EXPECT_NEAR(found.raw_scores[j], scores[j], 1e-9 * (1 + scores[j]))
                            << criterion << " p=" << power << " of " << j;
                }
                EXPECT_NEAR(std::get<double>(*find(found.chosen, "rbf_bandwidth")), 20.1875, 1e-10);
            }
}

TEST(Rbf, TakesTFromTheDistances) {
    const auto& wanted = golden("corners").at("rbf");
    const DenseMatrix x = testing::golden_matrix(wanted.at("X"));
    const SparseMatrix sparse = to_sparse(x);
    for (const MatrixView& view : {MatrixView(x), MatrixView(sparse)})
        for (const std::string scale : {"mean", "median", "cai"}) {
            const Selection got = run(view, {{"rbf_scale", scale}});
            const double bandwidth = std::get<double>(*find(got.chosen, "rbf_bandwidth"));
            EXPECT_NEAR(bandwidth, wanted.at("T " + scale).get<double>(), 1e-9);
            const Selection same = run(view, {{"rbf_bandwidth", bandwidth}});
            for (std::size_t j = 0; j < 6; ++j) EXPECT_EQ(got.raw_scores[j], same.raw_scores[j]);
        }
    EXPECT_THROW(configure("spec", {{"rbf_scale", "cai"}}), UsageError);
    EXPECT_THROW(configure("spec", {{"similarity", "rbf"}, {"rbf_scale", "cai"}, {"rbf_bandwidth", 1.0}}),
                 UsageError);
}

// The median of mostly equal samples is 0, which is no scale: the mean, and said.
TEST(Rbf, TakesTheMeanIfTheMedianIsZero) {
    DenseMatrix x(9, 3);
    for (Index j = 0; j < 3; ++j) x(0, j) = 1.0 + static_cast<double>(j);
    std::vector<std::string> said;
    Context context;
    context.warn = [&](const std::string& text) { said.push_back(text); };
    const Selection got = run(x, {{"rbf_scale", "median"}}, 1, context);
    EXPECT_NEAR(std::get<double>(*find(got.chosen, "rbf_bandwidth")), spec_parts::mean_square_distance(x, {}),
                1e-12);
    EXPECT_THAT(said, ::testing::Contains("more than half of all pairs of samples are equal, so the median "
                                          "distance is 0: T is the mean of the squared distances"));
}

TEST(Rbf, IsTheGraphOfAllNeighbors) {
    const DenseMatrix x = testing::random_matrix(30, 6, 3);
    const Graph all = build_graph(x, {.neighbors = 29, .self_loops = true});
    EXPECT_NEAR(all.bandwidth, spec_parts::mean_square_distance(x, {}), 1e-10);
    for (const double power : {1.0, 3.0}) {
        const Selection wanted = configure("spec", {{"power", power}}).run(x, {.graph = &all}, 6);
        const Selection got = run(x, {{"power", power}}, 6);
        EXPECT_EQ(got.selected, wanted.selected);
        for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(got.raw_scores[j], wanted.raw_scores[j], 1e-10);
    }
}

// What is done above the number of samples whose weights are held.
TEST(Rbf, TilesEqualTheGraph) {
    const DenseMatrix x = testing::random_matrix(57, 9, 4);
    const SparseMatrix sparse = to_sparse(x);
    const double bandwidth = spec_parts::mean_square_distance(x, {});
    spec_parts::Setting setting;
    setting.takes_part.assign(57, 1);
    setting.own = RbfTiles(x, bandwidth, {}).graph();
    const spec_parts::Sizes sizes = spec_parts::measure_features(x, setting, {});
    for (const MatrixView& view : {MatrixView(x), MatrixView(sparse)})
        for (const Index tile : {8, 19, 100}) {
            Context threads;
            threads.threads = tile == 8 ? 2 : 1;
            const RbfTiles tiles(view, bandwidth, threads, tile);
            const std::vector<double> degrees = tiles.degrees();
            for (std::size_t i = 0; i < 57; ++i) EXPECT_NEAR(degrees[i], setting.own.degrees[i], 1e-11);
            for (const Index power : {1, 2, 3, 4, 5}) {
                const auto gamma = spec_parts::SpectralFunction::of_power(static_cast<double>(power));
                const Forms wanted = spec_parts::quadratic_forms(x, setting, sizes, gamma, {});
                const Forms got = tiles.whole_powers(degrees, sizes, power);
                for (Index j = 0; j < 9; ++j)
                    EXPECT_NEAR(got.values[at(j)], wanted.values[at(j)], 1e-10 * sizes.spread[at(j)]);
            }
            const std::vector<double> kernel = spec_parts::kernel_forms(x, setting, sizes, {});
            const Forms first = tiles.whole_powers(degrees, sizes, 1);
            for (Index j = 0; j < 9; ++j)
                EXPECT_NEAR(first.kernel[at(j)], kernel[at(j)], 1e-10 * sizes.spread[at(j)]);
        }
}

// T → ∞: 1 - φ2 → 2‖X_cᵀf̃‖²/(nT‖f̃‖²), which orders the features when φ2 itself shows nothing.
TEST(Rbf, OrdersByTheKernelWhenTIsLarge) {
    const DenseMatrix x = testing::random_matrix(40, 7, 5);
    std::vector<std::string> said;
    Context context;
    context.warn = [&](const std::string& text) { said.push_back(text); };
    const double bandwidth = 1e13;
    const Selection got = run(x, {{"rbf_bandwidth", bandwidth}}, 7, context);
    EXPECT_THAT(said, ::testing::ElementsAre(
                          "every phi2 is 1 up to rounding because rbf_bandwidth is large: the features are "
                          "ordered by 1 - phi2, computed on its own; a smaller rbf_bandwidth separates them "
                          "better"));
    std::vector<double> mean(7), limit(7);
    for (Index j = 0; j < 7; ++j)
        for (Index i = 0; i < 40; ++i) mean[at(j)] += x(i, j) / 40.0;
    for (Index j = 0; j < 7; ++j) {
        double square = 0.0, along = 0.0;
        for (Index i = 0; i < 40; ++i) square += (x(i, j) - mean[at(j)]) * (x(i, j) - mean[at(j)]);
        for (Index l = 0; l < 7; ++l) {
            double product = 0.0;
            for (Index i = 0; i < 40; ++i) product += (x(i, j) - mean[at(j)]) * (x(i, l) - mean[at(l)]);
            along += product * product;
        }
        limit[at(j)] = 2.0 * along / (40.0 * bandwidth * square);
        EXPECT_NEAR(got.scores[at(j)], limit[at(j)], 1e-3 * limit[at(j)]);
    }
    for (std::size_t j = 1; j < 7; ++j)
        EXPECT_GE(limit[at(got.selected[j - 1])], limit[at(got.selected[j])] * (1 - 1e-6));
}

TEST(Rbf, SaysThatTReachesNobody) {
    const DenseMatrix x = testing::random_matrix(20, 4, 6);
    std::vector<std::string> said;
    Context context;
    context.warn = [&](const std::string& text) { said.push_back(text); };
    const Selection got = run(x, {{"rbf_bandwidth", 1e-6}}, 4, context);
    EXPECT_THAT(said, ::testing::ElementsAre(
                          "20 of 20 samples have no other in reach: their weights for T = 1e-06 are "
                          "below 1e-12, and the scores say nothing about them; use a larger "
                          "rbf_bandwidth, or auto"));
    for (const double score : got.raw_scores) EXPECT_EQ(score, 0.0);  // the limit of T to 0
    EXPECT_THROW(configure("spec", {{"rbf_bandwidth", 1.0}}), UsageError);
    EXPECT_THROW(configure("spec", {{"similarity", "rbf"}, {"rbf_bandwidth", 0.0}}), UsageError);
}

TEST(Rbf, TakesEqualSamples) {
    DenseMatrix x(12, 3);
    for (Index i = 0; i < 12; ++i) x(i, 0) = 1.0, x(i, 1) = 2.0, x(i, 2) = 3.0;
    const Selection got = run(x, {}, 3);
    EXPECT_EQ(got.selected, (std::vector<Index>{0, 1, 2}));  // all constant, by index
    for (const double score : got.raw_scores) EXPECT_TRUE(std::isinf(score));
}

TEST(Rbf, SaysWhatItCannotHold) {
    const DenseMatrix x = testing::random_matrix(4001, 2, 7);
    for (const Record& settings :
         {Record{{"criterion", "phi3"}, {"clusters", Index{2}}}, Record{{"power", 0.5}}})
        try {
            run(x, settings);
            FAIL();
        } catch (const Error& error) {
            EXPECT_STREQ(
                error.what(),
                "similarity=rbf holds all weights for this and takes at most 4000 samples, not 4001: use "
                "similarity=knn, or criterion=phi2 with a whole power");
        }
    const Selection tiles = run(x, {}, 2);
    EXPECT_GT(tiles.raw_scores[0], 0.0);
    EXPECT_LT(tiles.raw_scores[0], 1.0);
}

}  // namespace
}  // namespace tamis
