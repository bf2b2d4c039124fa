#include "tamis/trust/permutation_test.hpp"

#include <gmock/gmock.h>

#include <numeric>

#include "tamis/core/random/engine.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/trust/class_sums_test.hpp"
#include "tamis/trust/label_test.hpp"
#include "tests/support/paper_set.hpp"
#include "tests/trust/trust_cases.hpp"

namespace tamis {

using namespace detail;
using namespace testing;

namespace {

constexpr Index draws = 99;

void expect_test(const PermutationTest& test, const nlohmann::json& wanted, const char* statistic) {
    expect_list(test.statistic, wanted.at(statistic), 1e-9, statistic);
    expect_list(test.p, wanted.at("p"), 1e-15, "p");
    expect_list(test.familywise, wanted.at("p_max"), 1e-15, "p_max");
    EXPECT_EQ(test.draws, draws);
}

// Normal features, the first two of which differ between the classes, and a constant one.
DenseMatrix shifted_normals(const Labels& labels, Index features, std::uint64_t seed) {
    Random random(seed);
    DenseMatrix x(labels.samples(), features);
    for (Index i = 0; i < x.rows(); ++i)
        for (Index j = 0; j < features; ++j)
            x(i, j) = j == features - 1 ? 3.0 : random.normal() + (j < 2 ? labels.of[at(i)] : 0);
    return x;
}

Labels many_labels(Index samples, int classes) {
    std::vector<int> of;
    for (Index i = 0; i < samples; ++i) of.push_back(static_cast<int>(i * i) % classes);
    return make_labels(of);
}

TEST(PermutationTest, DrawsAsNumpyDoes) {
    const Labels y = inline_y();
    PermutationDraws orders(0, 9);
    for (const auto& wanted : trust_golden("T2").at("first_three_label_draws"))
        EXPECT_EQ(reordered(y, orders.next()).of, wanted.get<std::vector<int>>());
}

TEST(PermutationTest, GivesTheCountsOfTheReference) {
    const auto& wanted = trust_golden("T2").at("inline");
    const DenseMatrix x = inline_x();
    const SparseMatrix sparse = to_sparse(x);
    const Labels y = inline_y();
    for (const MatrixView& view : {MatrixView(x), MatrixView(sparse)}) {
        expect_test(permute_class_sums(view, y, ClassStatistic::fisher, draws, 0), wanted.at("fisher"), "u");
        expect_test(permute_class_sums(view, y, ClassStatistic::hsic_onehot, draws, 0), wanted.at("hsic"),
                    "u");
        expect_test(permute_relieff(view, y, {.neighbors = 2}, draws, 0), wanted.at("relieff_k2"), "score");
    }
}

TEST(PermutationTest, AgreesOnGenes) {
    const auto data = paper_file("glioma.mat");
    if (!data) GTEST_SKIP() << "glioma does not ship";
    const auto& wanted = trust_golden("T2").at("glioma_fisher_B199");
    const PermutationTest test = permute_class_sums(data->x, data->labels, ClassStatistic::fisher, 199, 0);
    expect_list(test.p, wanted.at("p"), 1e-15, "p");
    expect_list(test.familywise, wanted.at("p_max"), 1e-15, "p_max");
    const auto below = [](const std::vector<double>& p) {
        return std::count_if(p.begin(), p.end(), [](double value) { return value <= 0.05; });
    };
    EXPECT_EQ(below(test.p), wanted.at("p_le_05"));
    EXPECT_EQ(below(test.familywise), wanted.at("p_max_le_05"));
}

// Products, sums and sparse sums against the Fisher score run again for every draw, over a border of strips.
TEST(PermutationTest, AllWaysCountAsRunningAgainDoes) {
    for (const int classes : {2, 5, 23}) {
        const Labels labels = many_labels(60, classes);
        const DenseMatrix x = shifted_normals(labels, 530, 5);
        std::vector<char> constant(530, 0);
        constant.back() = 1;
        const auto score = [&](const Labels& drawn) {
            std::vector<double> u = fisher(x, drawn, {.k = 1}).raw_scores;
            for (double& value : u) value = value / (1.0 + value);
            return u;
        };
        const PermutationTest again = permute_labels(labels, constant, score, 40, 3);
        const PermutationTest dense = permute_class_sums(x, labels, ClassStatistic::fisher, 40, 3);
        const PermutationTest sparse =
            permute_class_sums(to_sparse(x), labels, ClassStatistic::fisher, 40, 3);
        EXPECT_EQ(dense.p, again.p) << classes;
        EXPECT_EQ(dense.familywise, again.familywise) << classes;
        EXPECT_EQ(sparse.p, again.p) << classes;
        EXPECT_EQ(sparse.familywise, again.familywise) << classes;
    }
}

// Six samples in two classes: 2 of the 20 ways to split them are as good as the data.
TEST(PermutationTest, ConvergesToTheExactShareOfAllPermutations) {
    DenseMatrix x(6, 1);
    for (Index i = 0; i < 6; ++i) x(i, 0) = static_cast<double>(i + (i > 2 ? 5 : 0));
    const Labels labels = make_labels(std::vector<int>{0, 0, 0, 1, 1, 1});
    EXPECT_NEAR(permute_class_sums(x, labels, ClassStatistic::fisher, 4999, 1).p[0], 0.1, 0.02);
}

TEST(PermutationTest, EqualClassesGiveHsicThePOfFisher) {
    const Labels labels = many_labels(60, 2);  // 30 and 30
    const DenseMatrix x = shifted_normals(labels, 20, 2);
    const PermutationTest fisher = permute_class_sums(x, labels, ClassStatistic::fisher, 199, 0);
    const PermutationTest hsic = permute_class_sums(x, labels, ClassStatistic::hsic_onehot, 199, 0);
    EXPECT_EQ(fisher.p, hsic.p);
    EXPECT_EQ(fisher.familywise, hsic.familywise);
    for (std::size_t j = 0; j < fisher.p.size(); ++j) EXPECT_GE(fisher.familywise[j], fisher.p[j]);
    EXPECT_EQ(fisher.p.back(), 1.0);  // constant
}

TEST(PermutationTest, IsRightAboutNoise) {
    const Labels labels = many_labels(50, 3);
    Random random(9);
    DenseMatrix x(50, 2000);
    for (Index i = 0; i < 50; ++i)
        for (Index j = 0; j < 2000; ++j) x(i, j) = random.normal();
    const PermutationTest test = permute_class_sums(x, labels, ClassStatistic::fisher, 199, 0);
    const auto small = std::count_if(test.p.begin(), test.p.end(), [](double p) { return p <= 0.05; });
    EXPECT_NEAR(static_cast<double>(small) / 2000.0, 0.05, 0.015);  // three standard errors
}

TEST(PermutationTest, SortedNeighborsAreThoseOfASearch) {
    const Labels labels = many_labels(40, 3);
    const DenseMatrix x = shifted_normals(labels, 8, 4);
    for (const RelieffOptions& options :
         {RelieffOptions{.k = 1, .neighbors = 3},
          RelieffOptions{.k = 1, .neighbors = 30, .diff = RelieffOptions::Diff::squared},
          RelieffOptions{.k = 1, .neighbors = 2, .samples = 11, .priors = false}}) {
        const auto score = [&](const Labels& drawn) { return relieff(x, drawn, options).raw_scores; };
        std::vector<char> constant(8, 0);
        constant.back() = 1;
        const PermutationTest again = permute_labels(labels, constant, score, 25, 6);
        const PermutationTest sorted = permute_relieff(x, labels, options, 25, 6);
        EXPECT_EQ(sorted.p, again.p);
        EXPECT_EQ(sorted.familywise, again.familywise);
        EXPECT_EQ(sorted.statistic, again.statistic);
    }
}

TEST(PermutationTest, IsTheSameOnAnyNumberOfThreads) {
    const Labels labels = many_labels(60, 4);
    const DenseMatrix x = shifted_normals(labels, 1100, 8);
    const auto with = [&](int threads) {
        return permute_class_sums(x, labels, ClassStatistic::fisher, 300, 0, {.threads = threads});
    };
    const PermutationTest one = with(1);
    for (const int threads : {2, 7}) {
        EXPECT_EQ(with(threads).statistic, one.statistic);
        EXPECT_EQ(with(threads).p, one.p);
        EXPECT_EQ(with(threads).familywise, one.familywise);
    }
}

}  // namespace

}  // namespace tamis
