#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/eval/chosen_sets.hpp"
#include "tamis/eval/classify.hpp"
#include "tamis/eval/clusters.hpp"
#include "tests/support/one_nearest.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

TEST(Clusters, AccuracyIsTheBestOverAllNamings) {
    Random random(1);
    for (int trial = 0; trial < 20; ++trial) {
        std::vector<int> classes, clusters;
        for (int i = 0; i < 40; ++i) {
            classes.push_back(static_cast<int>(random.below(4)));
            clusters.push_back(static_cast<int>(random.below(4)));
        }
        std::vector<int> naming{0, 1, 2, 3};
        double best = 0.0;
        do {
            double right = 0.0;
            for (std::size_t i = 0; i < 40; ++i) right += naming[at(clusters[i])] == classes[i];
            best = std::max(best, right / 40.0);
        } while (std::next_permutation(naming.begin(), naming.end()));
        EXPECT_DOUBLE_EQ(clustering_accuracy(classes, clusters), best);
    }
}

// H(classes) = 1 bit, H(clusters) = 1.5 bits, and the clusters tell the class completely: MI = 1, NMI =
// 1/1.5.
TEST(Clusters, InformationByHand) {
    const std::vector<int> classes{0, 0, 1, 1}, clusters{0, 0, 1, 2}, one{0, 0, 0, 0};
    EXPECT_NEAR(normalized_information(classes, clusters), 1.0 / 1.5, 1e-15);
    EXPECT_NEAR(normalized_information(clusters, classes), 1.0 / 1.5, 1e-15);
    EXPECT_EQ(normalized_information(classes, one), 0.0);
    EXPECT_EQ(normalized_information(one, one), 1.0);
    EXPECT_NEAR(normalized_information(classes, std::vector<int>{1, 1, 0, 0}), 1.0, 1e-15);
    EXPECT_THROW(clustering_accuracy(classes, std::vector<int>{0}), Error);
    EXPECT_EQ(clustering_accuracy(classes, one), 0.5);
}

TEST(Redundancy, EqualsTheDefinition) {
    DenseMatrix x = testing::random_matrix(30, 70, 2);
    for (Index i = 0; i < 30; ++i) x(i, 5) = 7.0, x(i, 6) = -2.0 * x(i, 0) + 1e7;
    const std::vector<Index> counts{1, 2, 7, 70};
    const std::vector<double> found = redundancy(x.view(), counts);
    const auto correlation = [&](Index a, Index b) {
        double ma = 0, mb = 0, ab = 0, aa = 0, bb = 0;
        for (Index i = 0; i < 30; ++i) ma += x(i, a) / 30, mb += x(i, b) / 30;
        for (Index i = 0; i < 30; ++i) {
            ab += (x(i, a) - ma) * (x(i, b) - mb);
            aa += (x(i, a) - ma) * (x(i, a) - ma);
            bb += (x(i, b) - mb) * (x(i, b) - mb);
        }
        return aa < 1e-20 || bb < 1e-20 ? 0.0 : std::abs(ab) / std::sqrt(aa * bb);
    };
    for (std::size_t c = 0; c < counts.size(); ++c) {
        double sum = 0.0, pairs = 0.0;
        for (Index a = 0; a < counts[c]; ++a)
            for (Index b = 0; b < a; ++b) sum += correlation(a, b), pairs += 1.0;
        EXPECT_NEAR(found[c], pairs > 0 ? sum / pairs : 0.0, 1e-8) << counts[c];
    }
}

TEST(Stability, EqualSetsRandomSetsAndAHandExample) {
    const std::vector<std::vector<Index>> equal(4, {1, 3, 5});
    EXPECT_EQ(kuncheva_stability(equal, 10), 1.0);
    EXPECT_NEAR(nogueira_stability(equal, 10), 1.0, 1e-15);
    // r = 1, k = 2, d = 5: (5 - 4) / (2·3). Nogueira: p = 1, ½, ½, 0, 0; variances 0, ½, ½, 0, 0; expected
    // 0.24.
    const std::vector<std::vector<Index>> pair{{0, 1}, {0, 2}};
    EXPECT_NEAR(kuncheva_stability(pair, 5), 1.0 / 6.0, 1e-15);
    EXPECT_NEAR(nogueira_stability(pair, 5), 1.0 - 0.2 / 0.24, 1e-12);
    Random random(3);
    std::vector<std::vector<Index>> sets;
    for (int s = 0; s < 60; ++s) {
        std::vector<Index> all(100);
        std::iota(all.begin(), all.end(), Index{0});
        random.shuffle(all);
        all.resize(20);
        sets.push_back(all);
    }
    EXPECT_NEAR(kuncheva_stability(sets, 100), 0.0, 0.02);
    EXPECT_NEAR(nogueira_stability(sets, 100), kuncheva_stability(sets, 100),
                1e-12);  // equal sizes: the same
    EXPECT_EQ(kuncheva_stability({{0, 1}, {1, 0}}, 2), 1.0);
    EXPECT_EQ(nogueira_stability({{0, 1}, {1, 0}}, 2), 1.0);
    EXPECT_THROW(kuncheva_stability({{0}, {1, 2}}, 5), Error);
    EXPECT_THROW(nogueira_stability({{0}}, 5), Error);
}

TEST(OneNearest, EqualsTheDefinition) {
    const Labels labels = testing::random_labels(90, 3, 4);
    const DenseMatrix x = testing::random_counts(90, 12, 0.5, 5);
    const std::vector<Index> counts{1, 4, 12};
    const std::vector<Index> correct = leave_one_out_correct({x, labels}, counts);
    for (std::size_t c = 0; c < counts.size(); ++c) {
        std::vector<Index> first(at(counts[c]));
        std::iota(first.begin(), first.end(), Index{0});
        EXPECT_DOUBLE_EQ(static_cast<double>(correct[c]) / 90.0,
                         testing::leave_one_out_accuracy(x, labels, first));
    }
    // Trained on everything, every sample finds itself or its first copy.
    EXPECT_GE(one_nearest_correct({x, labels}, {x, labels}, counts)[2], correct[2]);
    const DenseMatrix spread = testing::random_matrix(90, 12, 6);
    EXPECT_EQ(one_nearest_correct({spread, labels}, {spread, labels}, counts)[2], 90);
}

TEST(LinearSvm, SeparatesWhatIsSeparableAndOverfitsNothingElse) {
    const Labels labels = testing::random_labels(120, 3, 7);
    DenseMatrix x = testing::random_matrix(120, 5, 8);
    for (Index i = 0; i < 120; ++i) x(i, labels.of[at(i)]) += 12.0;
    EXPECT_EQ(svm_correct({x, labels}, {x, labels}), 120);
    EXPECT_EQ(svm_correct({to_sparse(x), labels}, {to_sparse(x), labels}), 120);
    EXPECT_EQ(svm_correct({x, labels}, {x, labels}, {.c = 1.0}), 120);
    EXPECT_THROW(svm_correct({x, labels}, {x, labels}, {.c = 0.0}), UsageError);
    // The intercept counts: one feature, classes on either side of 100.
    DenseMatrix line(40, 1);
    std::vector<int> sides;
    for (Index i = 0; i < 40; ++i)
        line(i, 0) = 10.0 + 0.1 * static_cast<double>(i), sides.push_back(i < 20 ? 0 : 1);
    const Labels two = make_labels(sides);
    EXPECT_GE(svm_correct({line, two}, {line, two}), 38);
}

// Six classes in a row: a threshold cuts every two apart, none cuts an inner one off from all others.
TEST(LinearSvm, PairsOfClassesSeparateMore) {
    DenseMatrix x(60, 1);
    std::vector<int> in_row;
    for (int i = 0; i < 60; ++i) {
        in_row.push_back(i / 10);
        x(i, 0) = 0.1 * (i - 30 + 5 * in_row.back());
    }
    const Labels labels = make_labels(in_row);
    const auto correct = [&](SvmClasses classes, std::optional<double> c) {
        return svm_correct({x, labels}, {x, labels}, {.c = c, .classes = classes});
    };
    EXPECT_LT(correct(SvmClasses::one_against_others, 32.0), 50);
    EXPECT_EQ(correct(SvmClasses::pairwise, 32.0), 60);
    EXPECT_GE(correct(SvmClasses::pairwise, {}), 58);
}

// Far from the origin a threshold needs a large intercept, which costs nothing where it is hardly penalized.
TEST(LinearSvm, InterceptMayBeFree) {
    DenseMatrix x(40, 1);
    std::vector<int> sides;
    for (int i = 0; i < 40; ++i) x(i, 0) = 100.0 + (i < 20 ? 0.0 : 2.0), sides.push_back(i / 20);
    const Labels labels = make_labels(sides);
    const auto correct = [&](double intercept) {
        return svm_correct({x, labels}, {x, labels}, {.c = 1.0, .intercept = intercept});
    };
    EXPECT_LT(correct(1.0), 40);
    EXPECT_EQ(correct(1000.0), 40);
}

// With every label of the test samples turned round, right becomes wrong: the choice of C, and with it the
// machine, does not see them. On noise every C classifies differently, so a machine that saw them would.
TEST(LinearSvm, ChoosesCFromTheTrainingSamplesAlone) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Labels labels = testing::random_labels(60, 2, seed);
        const DenseMatrix x = testing::random_matrix(60, 30, seed),
                          test = testing::random_matrix(80, 30, 100 + seed);
        const Labels known = testing::random_labels(80, 2, 200 + seed);
        Labels turned = known;
        for (int& label : turned.of) label = 1 - label;
        EXPECT_EQ(svm_correct({x, labels}, {test, known}) + svm_correct({x, labels}, {test, turned}), 80);
    }
}

// Nothing is left from one call to the next: work on other data in between changes nothing.
TEST(LinearSvm, DoesNotDependOnEarlierCalls) {
    const Labels labels = testing::random_labels(80, 2, 9), others = testing::random_labels(50, 3, 11);
    const DenseMatrix x = testing::random_matrix(80, 30, 10), other = testing::random_matrix(50, 12, 12);
    const Index first = svm_correct({x, labels}, {x, labels});
    for (int i = 0; i < 3; ++i) {
        svm_correct({other, others}, {other, others}, {.classes = SvmClasses::pairwise});
        EXPECT_EQ(svm_correct({x, labels}, {x, labels}), first);
    }
}

}  // namespace
}  // namespace tamis
