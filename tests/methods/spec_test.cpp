// SPEC: reference numbers, its theorems, what it refuses.
#include "tamis/methods/spec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/methods/laplacian.hpp"
#include "tamis/methods/spec/relief_graph.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::golden;
using testing::golden_numbers;
using testing::random_labels;
using testing::random_matrix;
using Criterion = SpecOptions::Criterion;
using Similarity = SpecOptions::Similarity;

// Names of the fixtures: "spec heat phi1 p=4", "spec class phi3 p=1 k=3".
struct Fixture {
    std::string similarity;
    std::string criterion;
    double power;
    bool sparse;
};

std::vector<Fixture> fixtures() {
    std::vector<Fixture> all;
    for (const bool sparse : {false, true}) {
        for (const char* similarity : {"heat", "class", "diffusion", "relieff"})
            for (const char* criterion : {"phi1", "phi2", "phi3"})
                for (const double power : {1.0, 4.0}) all.push_back({similarity, criterion, power, sparse});
        all.push_back({"heat", "phi2", 0.5, sparse});
    }
    return all;
}

class SpecGolden : public ::testing::TestWithParam<Fixture> {};

TEST_P(SpecGolden, ReferenceNumbers) {
    const Fixture& fixture = GetParam();
    std::string name = "spec " + fixture.similarity + " " + fixture.criterion +
                       (fixture.power == 0.5 ? " p=0.5" : " p=" + std::to_string(std::lround(fixture.power)));
    if (fixture.criterion == "phi3") name += " k=3";
    const std::vector<double> wanted = golden_numbers(golden("selection").at(name));

    const DenseMatrix dense = testing::golden_matrix(golden("selection").at("X"));
    const SparseMatrix sparse = to_sparse(dense);
    const MatrixView x = fixture.sparse ? MatrixView(sparse) : MatrixView(dense);
    const Labels labels = testing::golden_labels(golden("selection").at("y"));
    const Graph graph = build_graph(x, {.neighbors = 2});
    SpecOptions options{.k = 6, .power = fixture.power, .relief_neighbors = 2};
    options.criterion = fixture.criterion == "phi1"   ? Criterion::phi1
                        : fixture.criterion == "phi2" ? Criterion::phi2
                                                      : Criterion::phi3;
    if (fixture.similarity == "diffusion") options.beta = 0.5, options.similarity = Similarity::diffusion;
    if (fixture.similarity == "class") options.similarity = Similarity::by_class;
    if (fixture.similarity == "relieff") options.similarity = Similarity::relieff;

    const Selection got = spec(x, {.labels = &labels, .graph = &graph}, options);
    const double tolerance = fixture.criterion == "phi3" || fixture.power == 0.5 ? 1e-7 : 1e-9;
    ASSERT_EQ(got.raw_scores.size(), wanted.size());
    for (std::size_t j = 0; j < wanted.size(); ++j) {
        if (std::isinf(wanted[j]))
            EXPECT_EQ(got.raw_scores[j], wanted[j]);
        else
            EXPECT_NEAR(got.raw_scores[j], wanted[j], tolerance * std::abs(wanted[j]) + 1e-14) << name;
    }
    EXPECT_EQ(got.selected.back(), 3) << "the constant feature comes last";
    EXPECT_EQ(got.raw_direction, fixture.criterion == "phi3" ? Direction::larger : Direction::smaller);
}

INSTANTIATE_TEST_SUITE_P(Fixtures, SpecGolden, ::testing::ValuesIn(fixtures()), [](const auto& entry) {
    const Fixture& fixture = entry.param;
    return fixture.similarity + "_" + fixture.criterion + "_p" +
           std::to_string(std::lround(10 * fixture.power)) + (fixture.sparse ? "_sparse" : "_dense");
});

TEST(Spec, Phi2IsTheLaplacianScore) {  // Theorem 4
    const DenseMatrix x = random_matrix(150, 20, 1);
    const Graph graph = build_graph(x, {.neighbors = 5});
    const Selection got = spec(x, {.graph = &graph}, {.k = 20});
    const Selection wanted = laplacian(x, graph, {.k = 20});
    EXPECT_EQ(got.selected, wanted.selected);
    for (std::size_t j = 0; j < 20; ++j)
        EXPECT_NEAR(got.raw_scores[j], wanted.raw_scores[j], 1e-12 * wanted.raw_scores[j]);
}

TEST(Spec, ClassSimilarityRanksLikeFisher) {
    const Labels labels = random_labels(90, 4, 2);
    DenseMatrix x = random_matrix(90, 25, 2);
    for (Index i = 0; i < 90; ++i)
        for (Index j = 0; j < 10; ++j) x(i, j) += 0.2 * static_cast<double>(j * labels.of[at(i)]);
    const Selection got = spec(x, {.labels = &labels}, {.k = 25, .similarity = Similarity::by_class});
    const Selection wanted = fisher(x, labels, {.k = 25});
    EXPECT_EQ(got.selected, wanted.selected);
    for (std::size_t j = 0; j < 25; ++j)
        EXPECT_NEAR(got.raw_scores[j], 1 / (1 + wanted.raw_scores[j]), 1e-13);
}

TEST(Spec, ReliefSimilarityIsReliefOnUnitFeatures) {  // Theorem 5, in the form that holds
    const Labels labels = random_labels(70, 3, 3);
    const DenseMatrix x = random_matrix(70, 9, 3);
    const ClassNeighbors lists = find_class_neighbors(x, labels, 4);
    const Selection got = spec(
        x, {.labels = &labels},
        {.k = 9, .criterion = Criterion::phi1, .similarity = Similarity::relieff, .relief_neighbors = 4});
    for (Index j = 0; j < 9; ++j) {
        double sum = 0, square = 0;
        for (Index i = 0; i < 70; ++i) {
            square += x(i, j) * x(i, j);
            for (Index c = 0; c < 3; ++c) {
                double mean = 0;
                for (const Small l : lists.of(i, c))
                    mean += std::pow(x(i, j) - x(l, j), 2) / static_cast<double>(lists.of(i, c).size());
                sum += c == labels.of[at(i)] ? mean : -mean / 2;
            }
        }
        EXPECT_NEAR(got.raw_scores[at(j)], 0.5 * sum / square, 1e-12);
    }
}

TEST(Spec, ReliefOnUnitFeaturesSearchesThereToo) {
    const Labels labels = random_labels(70, 3, 3);
    DenseMatrix x = random_matrix(70, 9, 3);
    for (Index i = 0; i < 70; ++i) x(i, 2) *= 50.0, x(i, 4) = 0.0;
    DenseMatrix unit = x;
    for (Index j = 0; j < 9; ++j) {
        double square = 0;
        for (Index i = 0; i < 70; ++i) square += x(i, j) * x(i, j);
        for (Index i = 0; i < 70 && square > 0; ++i) unit(i, j) /= std::sqrt(square);
    }
    using ReliefFeatures = SpecOptions::ReliefFeatures;
    for (const Criterion criterion : {Criterion::phi1, Criterion::phi2, Criterion::phi3}) {
        SpecOptions options{.k = 9, .criterion = criterion, .similarity = Similarity::relieff};
        options.relief_neighbors = 4;
        const std::vector<double> there = spec(unit, {.labels = &labels}, options).raw_scores;
        const std::vector<double> raw = spec(x, {.labels = &labels}, options).raw_scores;
        options.relief_features = ReliefFeatures::unit;
        for (const Matrix& form : {Matrix(x), Matrix(to_sparse(x))}) {
            const std::vector<double> found = spec(form, {.labels = &labels}, options).raw_scores;
            for (const std::size_t j : {0U, 1U, 2U, 3U, 5U, 6U, 7U, 8U})
                EXPECT_NEAR(found[j], there[j], 1e-9);
        }
        EXPECT_GT(std::abs(raw[0] - there[0]), 1e-6);  // the large feature decides there
    }
    const Graph graph = build_graph(x, {.neighbors = 3});
    EXPECT_THROW(
        spec(x, {.labels = &labels, .graph = &graph}, {.k = 5, .relief_features = ReliefFeatures::unit}),
        UsageError);
}

TEST(Spec, IsolatedSamplesTakeNoPart) {
    // Samples 40 … 44 have no edges; feature 3 varies only there.
    const DenseMatrix few = random_matrix(40, 6, 4);
    const Graph small = build_graph(few, {.neighbors = 4});
    DenseMatrix x = random_matrix(45, 6, 5);
    for (Index i = 0; i < 40; ++i)
        for (Index j = 0; j < 6; ++j) x(i, j) = j == 3 ? 7.0 : few(i, j);
    DenseMatrix without(40, 6);
    std::copy_n(x.data(), 240, without.data());
    Graph graph = small;
    graph.samples = 45;
    graph.row_start.insert(graph.row_start.end(), 5, graph.row_start.back());
    set_degrees(graph);
    for (const Similarity similarity : {Similarity::knn, Similarity::diffusion})
        for (const Criterion criterion : {Criterion::phi1, Criterion::phi2, Criterion::phi3})
            for (const double power : {1.0, 2.0, 3.0, 1.5}) {
                SpecOptions options{.k = 6, .criterion = criterion, .power = power, .similarity = similarity};
                if (criterion == Criterion::phi3) options.clusters = 4;
                const Selection got = spec(x, {.graph = &graph}, options);
                const Selection wanted = spec(without, {.graph = &small}, options);
                EXPECT_EQ(got.selected, wanted.selected);
                EXPECT_EQ(got.selected.back(), 3);
                for (std::size_t j = 0; j < 6; ++j) {
                    if (j == 3)
                        EXPECT_EQ(got.raw_scores[j], criterion == Criterion::phi3 ? 0.0 : HUGE_VAL);
                    else
                        EXPECT_NEAR(got.raw_scores[j], wanted.raw_scores[j], 1e-12);
                }
            }
}

TEST(Spec, SparseDataGiveTheSame) {
    const DenseMatrix x = testing::random_counts(300, 37, 0.1, 6);
    const Labels labels = random_labels(300, 3, 6);
    const Graph graph = build_graph(x, {.neighbors = 4});
    for (const Similarity similarity :
         {Similarity::knn, Similarity::diffusion, Similarity::by_class, Similarity::relieff})
        for (const Criterion criterion : {Criterion::phi1, Criterion::phi2, Criterion::phi3})
            for (const double power : {1.0, 2.0, 5.0}) {
                const SpecOptions options{
                    .k = 37, .criterion = criterion, .power = power, .similarity = similarity};
                const Inputs inputs{.labels = &labels, .graph = &graph};
                const Selection dense = spec(x, inputs, options);
                const Selection sparse = spec(to_sparse(x), inputs, options);
                for (std::size_t j = 0; j < 37; ++j)
                    EXPECT_NEAR(sparse.raw_scores[j], dense.raw_scores[j],
                                1e-10 * (1 + std::abs(dense.raw_scores[j])));
            }
}

TEST(Spec, SameBitsForAnyNumberOfThreads) {
    const DenseMatrix x = random_matrix(500, 70, 7);
    const Labels labels = random_labels(500, 3, 7);
    const Graph graph = build_graph(x, {.neighbors = 5});
    for (const Similarity similarity : {Similarity::knn, Similarity::diffusion, Similarity::relieff})
        for (const Criterion criterion : {Criterion::phi2, Criterion::phi3})
            for (const double power : {3.0, 4.0, 0.5}) {
                if (power == 0.5 && similarity == Similarity::relieff) continue;
                const SpecOptions options{
                    .k = 70, .criterion = criterion, .power = power, .similarity = similarity};
                const auto run = [&](int threads) {
                    Context context;
                    context.threads = threads;
                    return spec(x, {.labels = &labels, .graph = &graph}, options, context);
                };
                const Selection alone = run(1);
                for (const int threads : {2, 7}) EXPECT_EQ(run(threads).raw_scores, alone.raw_scores);
            }
}

TEST(Spec, OrdersByTheKernelWhereBetaIsLarge) {
    const DenseMatrix x = random_matrix(60, 8, 8);
    const Graph graph = build_graph(x, {.neighbors = 8});
    std::vector<std::string> warnings;
    Context context;
    context.warn = [&](const std::string& text) { warnings.push_back(text); };
    SpecOptions options{.k = 8, .similarity = Similarity::diffusion, .beta = 1.0};
    const Selection small = spec(x, {.graph = &graph}, options, context);
    EXPECT_TRUE(warnings.empty());
    EXPECT_EQ(small.scores[0], -small.raw_scores[0]);
    options.beta = 15.0;
    const Selection large = spec(x, {.graph = &graph}, options, context);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_THAT(warnings[0], ::testing::HasSubstr("beta"));
    for (std::size_t j = 0; j < 8; ++j) {
        EXPECT_NEAR(large.raw_scores[j], 1.0, 1e-10);
        EXPECT_GT(large.scores[j], 0.0);
    }
    for (std::size_t p = 1; p < 8; ++p)
        EXPECT_GE(large.scores[at(large.selected[p - 1])], large.scores[at(large.selected[p])]);
    // Twice the time squares the slowest factor, so the leading features stay the same.
    options.beta = 12.0;
    EXPECT_EQ(spec(x, {.graph = &graph}, options).selected[0], large.selected[0]);
}

TEST(Spec, ExtremeBetaIsRightOrRefused) {
    const DenseMatrix x = random_matrix(60, 8, 12);
    const Graph graph = build_graph(x, {.neighbors = 5});
    const auto scores = [&](double beta, double power) {
        return spec(x, {.graph = &graph},
                    {.k = 8, .power = power, .similarity = Similarity::diffusion, .beta = beta})
            .raw_scores;
    };
    for (const double power : {1.0, 2.0}) {
        const std::vector<double> small = scores(1e-5, power), tiny = scores(1e-100, power);
        for (std::size_t j = 0; j < 8; ++j)
            EXPECT_NEAR(tiny[j] / std::pow(1e-100, power) / (small[j] / std::pow(1e-5, power)), 1.0, 1e-3);
    }
    EXPECT_GT(scores(1e-300, 1.0)[0], 0.0);
    EXPECT_THROW(scores(1e-300, 2.0), Error);
    EXPECT_THROW(scores(1e300, 1.0), Error);
}

TEST(Spec, DiffusionUsesTheEdgesUnlessAskedForTheWeights) {
    const DenseMatrix x = random_matrix(50, 5, 9);
    const Graph heat = build_graph(x, {.neighbors = 4});
    const Graph binary = build_graph(x, {.neighbors = 4, .weights = Weights::binary});
    SpecOptions options{.k = 5, .similarity = Similarity::diffusion};
    const std::vector<double> wanted = spec(x, {.graph = &binary}, options).raw_scores;
    EXPECT_EQ(spec(x, {.graph = &heat}, options).raw_scores, wanted);
    options.diffusion_weights = SpecOptions::EdgeWeights::graph;
    EXPECT_NE(spec(x, {.graph = &heat}, options).raw_scores, wanted);
    EXPECT_EQ(spec(x, {.graph = &binary}, options).raw_scores, wanted);
}

TEST(Spec, SaysWhatDoesNotFitTogether) {
    const DenseMatrix x = random_matrix(20, 4, 10);
    const Labels labels = random_labels(20, 2, 10);
    const Graph graph = build_graph(x, {.neighbors = 3});
    const Inputs all{.labels = &labels, .graph = &graph}, unlabeled{.graph = &graph};
    EXPECT_THROW(spec(x, all, {.k = 2, .beta = 1.0}), UsageError);
    EXPECT_THROW(spec(x, all, {.k = 2, .clusters = 3}), UsageError);
    EXPECT_THROW(spec(x, all, {.k = 2, .diffusion_weights = SpecOptions::EdgeWeights::graph}), UsageError);
    EXPECT_THROW(spec(x, all, {.k = 2, .power = 0.0}), UsageError);
    EXPECT_THROW(spec(x, all, {.k = 2, .power = 1.5, .similarity = Similarity::relieff}), UsageError);
    EXPECT_THROW(
        spec(x, all,
             {.k = 2, .criterion = Criterion::phi3, .similarity = Similarity::by_class, .clusters = 3}),
        UsageError);
    EXPECT_THROW(spec(x, unlabeled, {.k = 2, .criterion = Criterion::phi3}), UsageError);
    EXPECT_NO_THROW(spec(x, unlabeled, {.k = 2, .criterion = Criterion::phi3, .clusters = 3}));
    EXPECT_THROW(spec(x, unlabeled, {.k = 2, .criterion = Criterion::phi3, .clusters = 21}), Error);
    EXPECT_THROW(spec(x, unlabeled, {.k = 2, .similarity = Similarity::relieff}), Error);
    EXPECT_THROW(spec(x, unlabeled, {.k = 2, .similarity = Similarity::by_class}), Error);
    EXPECT_THROW(spec(x, {}, {.k = 2}), Error);
    EXPECT_THROW(spec(x, {}, {.k = 2, .similarity = Similarity::graph}), Error);
    Graph negative = graph;
    negative.weights[0] = -1.0;
    EXPECT_THROW(spec(x, {.graph = &negative}, {.k = 2, .similarity = Similarity::graph}), Error);
}

TEST(Spec, NeedsWhatItsSimilarityUses) {
    const auto needs = [](Similarity similarity) {
        SpecOptions options;
        options.similarity = similarity;
        return options.needs();
    };
    for (const Similarity similarity : {Similarity::knn, Similarity::diffusion, Similarity::graph}) {
        EXPECT_TRUE(needs(similarity).graph);
        EXPECT_FALSE(needs(similarity).labels);
    }
    SpecOptions unfit;
    unfit.beta = 1.0;
    EXPECT_THROW(unfit.needs(), UsageError) << "known before a graph is built";
    for (const Similarity similarity : {Similarity::by_class, Similarity::relieff}) {
        EXPECT_FALSE(needs(similarity).graph);
        EXPECT_TRUE(needs(similarity).labels);
    }
}

TEST(Spec, WarnsOfClassesTooSmallForTheReliefGraph) {
    const DenseMatrix x = testing::random_matrix(12, 4, 9);
    const Labels labels = make_labels(std::vector<int>{0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1});
    std::vector<std::string> warnings;
    Context context;
    context.warn = [&](const std::string& text) { warnings.push_back(text); };
    spec(x, {.labels = &labels},
         {.k = 2, .similarity = SpecOptions::Similarity::relieff, .relief_neighbors = 5}, context);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_EQ(warnings[0],
              "spec: class '0' has 3 samples, too few for 5 neighbors of one class: means are taken over "
              "the ones available");
}

}  // namespace
}  // namespace tamis
