// The numbers of docs/compared.md: what other libraries compute, worked out here from the formulas they use,
// next to what we compute on the same few samples.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/graph/user_graph.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/methods/relieff.hpp"
#include "tamis/methods/spec.hpp"
#include "tamis/methods/trace_ratio.hpp"
#include "tamis/passes/moments/group_moments.hpp"

namespace tamis {

using namespace detail;

namespace {

using Columns = std::vector<std::vector<double>>;

DenseMatrix from_columns(const Columns& columns) {
    DenseMatrix x(static_cast<Index>(columns[0].size()), static_cast<Index>(columns.size()));
    for (Index i = 0; i < x.rows(); ++i)
        for (Index j = 0; j < x.cols(); ++j) x(i, j) = columns[at(j)][at(i)];
    return x;
}

std::vector<Index> descending(const std::vector<double>& scores) {
    std::vector<Index> order(scores.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return scores[at(a)] > scores[at(b)]; });
    return order;
}

double ratio_of(const Scatter& scatter, const std::vector<Index>& features) {
    double between = 0.0, within = 0.0;
    for (const Index j : features) {
        between += scatter.between[at(j)];
        within += scatter.within[at(j)];
    }
    return between / within;
}

// Keeps the m best single ratios first and iterates among these m only.
TEST(Compared, TraceRatioAmongPreselectedFeaturesIsTheFisherScore) {
    const DenseMatrix x = from_columns({{2, 3, 0, 0}, {0, 3, 3, 1}, {26, 1, 28, 8}});
    const Labels labels = make_labels(std::vector<int>{0, 0, 1, 1});
    const Scatter scatter = class_scatter(x, labels);

    std::vector<double> single;
    for (std::size_t j = 0; j < 3; ++j) single.push_back(scatter.between[j] / scatter.within[j]);
    EXPECT_EQ(scatter.between, (std::vector<double>{6.25, 0.25, 20.25}));
    EXPECT_EQ(scatter.within, (std::vector<double>{0.5, 6.5, 512.5}));
    EXPECT_NEAR(single[0], 12.5, 1e-12);
    EXPECT_NEAR(single[1], 0.0385, 5e-5);
    EXPECT_NEAR(single[2], 0.0395, 5e-5);
    std::vector<Index> kept = descending(single);
    kept.resize(2);
    double lambda = ratio_of(scatter, {0, 1}), before = 0.0;  // theirs starts from the first m columns
    std::vector<Index> theirs;
    do {
        std::vector<double> scores;
        for (const Index j : kept) scores.push_back(scatter.between[at(j)] - lambda * scatter.within[at(j)]);
        theirs.clear();
        for (const Index p : descending(scores)) theirs.push_back(kept[at(p)]);
        before = lambda;
        lambda = ratio_of(scatter, theirs);
    } while (std::abs(lambda - before) >= 1e-3);
    EXPECT_EQ(theirs, (std::vector<Index>{0, 2}));
    EXPECT_NEAR(lambda, 0.0516569, 5e-8);
    EXPECT_EQ(fisher(x, labels, {.k = 2}).selected, theirs);

    const Selection ours = trace_ratio(x, {.labels = &labels}, {.k = 2});
    EXPECT_EQ(ours.selected, (std::vector<Index>{0, 1}));
    EXPECT_NEAR(ours.objective.value, 0.9285714, 5e-8);
}

// Two pairs of samples, loosely tied together.
Graph two_pairs() {
    return make_graph(4, {{0, 1, 1.0}, {1, 0, 1.0}, {2, 3, 1.0}, {3, 2, 1.0}, {1, 2, 0.1}, {2, 1, 0.1}},
                      "pairs");
}

struct SpecParts {
    double energy;     // f̂ᵀℒf̂
    double alignment;  // f̂ᵀξ₀ with ξ₀ >= 0
};

SpecParts spec_parts(const Graph& graph, const std::vector<double>& f) {
    double energy = 0.0, square = 0.0, along = 0.0;
    for (std::size_t i = 0; i < f.size(); ++i) {
        square += graph.degrees[i] * f[i] * f[i];
        along += graph.degrees[i] * f[i];
        for (auto p = at(graph.row_start[i]); p < at(graph.row_start[i + 1]); ++p) {
            const double gap = f[i] - f[at(graph.neighbors[p])];
            energy += 0.5 * graph.weights[p] * gap * gap;
        }
    }
    return {energy / square, along / std::sqrt(square * graph.volume())};
}

TEST(Compared, SpecRankedUpsideDown) {
    const Columns columns = {{0, 0, 1, 1}, {0, 1, 0, 1}};
    const Graph graph = two_pairs();
    std::vector<double> phi2;
    for (const auto& f : columns) {
        const SpecParts parts = spec_parts(graph, f);
        phi2.push_back(parts.energy / (1.0 - parts.alignment * parts.alignment));
    }
    EXPECT_NEAR(phi2[0], 0.0952381, 5e-8);
    EXPECT_NEAR(phi2[1], 2.0, 1e-12);
    EXPECT_EQ(descending(phi2), (std::vector<Index>{1, 0})) << "theirs: largest value first";

    const Selection ours = spec(from_columns(columns), {.graph = &graph},
                                {.k = 2, .similarity = SpecOptions::Similarity::graph});
    EXPECT_NEAR(ours.raw_scores[0], phi2[0], 1e-12);
    EXPECT_NEAR(ours.raw_scores[1], phi2[1], 1e-12);
    EXPECT_EQ(ours.selected, (std::vector<Index>{0, 1}));
}

TEST(Compared, SpecWithTheUnsquaredDenominator) {
    const Columns columns = {{3, 3, 4, 4}, {-4, -3, 3, 4}};
    const Graph graph = two_pairs();
    std::vector<double> theirs;
    for (const auto& f : columns) {
        const SpecParts parts = spec_parts(graph, f);
        theirs.push_back(parts.energy / (1.0 - parts.alignment));
    }
    EXPECT_NEAR(theirs[0], 0.1895190, 5e-8);
    EXPECT_NEAR(theirs[1], 0.1081081, 5e-8);

    const Selection ours = spec(from_columns(columns), {.graph = &graph},
                                {.k = 2, .similarity = SpecOptions::Similarity::graph});
    EXPECT_NEAR(ours.raw_scores[0], 0.0952381, 5e-8);
    EXPECT_NEAR(ours.raw_scores[1], 0.1081081, 5e-8);
    EXPECT_EQ(ours.selected, (std::vector<Index>{0, 1}));
    // What the first feature is worth does not depend on where its scale starts; with 1 - f̂ᵀξ₀ it does.
    const SpecParts shifted = spec_parts(graph, {0, 0, 1, 1});
    EXPECT_NEAR(shifted.energy / (1.0 - shifted.alignment * shifted.alignment), ours.raw_scores[0], 1e-12);
    EXPECT_NEAR(shifted.energy / (1.0 - shifted.alignment), 0.1625816, 5e-8);
}

// Four samples of a, four of b, two of c; all samples of a class are alike, so one neighbor says it all.
TEST(Compared, ReliefWithInvertedPriors) {
    const Columns columns = {{0, 0, 0, 0, 1, 1, 1, 1, 0.5, 0.5}, {0, 0, 0, 0, 0, 0, 0, 0, 1, 1}};
    const std::vector<int> classes = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2};
    const double value[3][2] = {{0, 0}, {1, 0}, {0.5, 1}};
    const double count[3] = {4, 4, 2};
    std::vector<double> theirs(2, 0.0);
    for (const int own : classes)
        for (int other = 0; other < 3; ++other) {
            if (other == own) continue;  // hits differ by 0
            const double share = count[other] / (10.0 - count[own]);
            for (std::size_t j = 0; j < 2; ++j)
                theirs[j] += std::abs(value[own][j] - value[other][j]) / share;  // divided by, and no mean
        }
    EXPECT_NEAR(theirs[0], 28.0, 1e-12);
    EXPECT_NEAR(theirs[1], 32.0, 1e-12);

    const Selection ours = relieff(from_columns(columns), make_labels(classes), {.k = 2, .neighbors = 1});
    EXPECT_NEAR(ours.raw_scores[0], 0.7666667, 5e-8);
    EXPECT_NEAR(ours.raw_scores[1], 0.4666667, 5e-8);
    EXPECT_EQ(ours.selected, (std::vector<Index>{0, 1}));
}

}  // namespace
}  // namespace tamis
