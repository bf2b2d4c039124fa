// ReliefF against the reference numbers, a case worked out by hand, and its definition.
#include "tamis/methods/relieff.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/methods/spec.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::golden;
using testing::golden_labels;
using testing::golden_matrix;
using testing::golden_numbers;
using Diff = RelieffOptions::Diff;

// Options of the definition below, which also covers the form of Theorem 5 (no range scaling).
struct Definition {
    Index neighbors = 10;
    bool squared = false;
    bool priors = true;
    bool scaled = true;
};

// Nearest samples of one class, never the sample itself, by (distance, index).
std::vector<Index> nearest(const DenseMatrix& x, const Labels& labels, const std::vector<double>& range,
                           Index probe, int of_class, const Definition& form) {
    std::vector<std::pair<double, Index>> candidates;
    for (Index i = 0; i < x.rows(); ++i) {
        if (i == probe || labels.of[at(i)] != of_class) continue;
        double distance = 0.0;
        for (Index j = 0; j < x.cols(); ++j) {
            const double width = range[at(j)];
            const double gap = width == 0.0 ? 0.0 : std::abs(x(i, j) - x(probe, j)) / width;
            distance += form.squared ? gap * gap : gap;
        }
        candidates.emplace_back(distance, i);
    }
    std::sort(candidates.begin(), candidates.end());
    std::vector<Index> found;
    for (const auto& [distance, i] : candidates)
        if (static_cast<Index>(found.size()) < form.neighbors) found.push_back(i);
    return found;
}

std::vector<double> definition(const DenseMatrix& x, const Labels& labels, const Definition& form,
                               std::vector<Index> probes = {}) {
    std::vector<double> range;
    for (Index j = 0; j < x.cols(); ++j) {
        double low = x(0, j), high = x(0, j);
        for (Index i = 0; i < x.rows(); ++i) low = std::min(low, x(i, j)), high = std::max(high, x(i, j));
        range.push_back(form.scaled ? high - low : 1.0);
    }
    if (probes.empty())
        for (Index i = 0; i < x.rows(); ++i) probes.push_back(i);
    const auto classes = static_cast<int>(labels.classes());
    std::vector<double> scores(at(x.cols()), 0.0);
    for (const Index i : probes)
        for (int c = 0; c < classes; ++c) {
            const int own = labels.of[at(i)];
            const auto n = static_cast<double>(x.rows());
            const double prior = static_cast<double>(labels.counts[at(c)]) / n;
            const double own_prior = static_cast<double>(labels.counts[at(own)]) / n;
            const double weight = c == own      ? -1.0
                                  : form.priors ? prior / (1.0 - own_prior)
                                                : 1.0 / (classes - 1);
            const std::vector<Index> found = nearest(x, labels, range, i, c, form);
            for (Index j = 0; j < x.cols(); ++j) {
                if (range[at(j)] == 0.0) continue;
                double mean = 0.0;
                for (const Index other : found) {
                    const double gap = std::abs(x(i, j) - x(other, j)) / range[at(j)];
                    mean += (form.squared ? gap * gap : gap) / static_cast<double>(found.size());
                }
                scores[at(j)] += weight * mean / static_cast<double>(probes.size());
            }
        }
    return scores;
}

void expect_close(const std::vector<double>& got, const std::vector<double>& wanted, double tolerance) {
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t j = 0; j < got.size(); ++j) EXPECT_NEAR(got[j], wanted[j], tolerance) << "feature " << j;
}

class RelieffFixture : public ::testing::TestWithParam<bool> {
  protected:
    RelieffFixture() : dense_(golden_matrix(golden("selection").at("X"))), sparse_(to_sparse(dense_)) {}
    MatrixView x() const { return GetParam() ? MatrixView(sparse_) : MatrixView(dense_); }
    Labels labels() const { return golden_labels(golden("selection").at("y")); }

    DenseMatrix dense_;
    SparseMatrix sparse_;
};

TEST_P(RelieffFixture, ReferenceNumbers) {
    const Selection l1 = relieff(x(), labels(), {.k = 6, .neighbors = 2});
    expect_close(l1.raw_scores, golden_numbers(golden("selection").at("relieff k=2 l1")), 1e-12);
    EXPECT_EQ(l1.selected, (std::vector<Index>{5, 0, 1, 2, 4, 3})) << "the constant one after a negative one";
    const Selection squared = relieff(x(), labels(), {.k = 6, .neighbors = 2, .diff = Diff::squared});
    expect_close(squared.raw_scores, golden_numbers(golden("selection").at("relieff k=2 sq")), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Storage, RelieffFixture, ::testing::Bool(),
                         [](const auto& kind) { return kind.param ? "sparse" : "dense"; });

// Six samples on a line of length 10, three classes of 3, 2 and 1 samples, one neighbor:
//
//     value   0    1    3    6    10    8
//     class   a    a    a    b    b     c
//
// P(a) = 1/2, P(b) = 1/3, P(c) = 1/6. Differences over the range, in tenths:
//     probe   hit        miss 1              miss 2            weights P(C)/(1-P(own))
//     0 (a)   1: 1       b 6: 6              c 8: 8            b 2/3, c 1/3   -1 + 2/3·6 + 1/3·8 = 17/3
//     1 (a)   0: 1       b 6: 5              c 8: 7            b 2/3, c 1/3   -1 + 2/3·5 + 1/3·7 = 14/3
//     3 (a)   1: 2       b 6: 3              c 8: 5            b 2/3, c 1/3   -2 + 2/3·3 + 1/3·5 =  5/3
//     6 (b)   10: 4      a 3: 3              c 8: 2            a 3/4, c 1/4   -4 + 3/4·3 + 1/4·2 = -5/4
//     10 (b)  6: 4       a 3: 7              c 8: 2            a 3/4, c 1/4   -4 + 3/4·7 + 1/4·2 =  7/4
//     8 (c)   none       a 3: 5              b 6: 2 (10 ties)  a 3/5, b 2/5        3/5·5 + 2/5·2 = 19/5
// The sum is 12 + 1/2 + 19/5 = 16.3 tenths, so w = 16.3 / 10 / 6.
TEST(Relieff, ThreeUnequalClassesByHand) {
    DenseMatrix x(6, 2);
    const double values[] = {0, 1, 3, 6, 10, 8};
    for (Index i = 0; i < 6; ++i) {
        x(i, 0) = values[i];
        x(i, 1) = 4.0;
    }
    const Labels labels = make_labels(std::vector<int>{0, 0, 0, 1, 1, 2});
    const Selection result = relieff(x, labels, {.k = 2, .neighbors = 1});
    EXPECT_NEAR(result.raw_scores[0], 16.3 / 60.0, 1e-15);
    EXPECT_EQ(result.raw_scores[1], 0.0);
    EXPECT_EQ(result.selected, (std::vector<Index>{0, 1}));

    // Without priors every other class counts 1/2: probes give
    // -1+7, -1+6, -2+4, -4+2.5, -4+4.5, 3.5 = 6, 5, 2, -1.5, 0.5, 3.5.
    const Selection even = relieff(x, labels, {.k = 2, .neighbors = 1, .priors = false});
    EXPECT_NEAR(even.raw_scores[0], 15.5 / 60.0, 1e-15);

    // Squared, without priors: hits 1, 1, 4, 16, 16; misses (36+64)/2, (25+49)/2, (9+25)/2, (9+4)/2,
    // (49+4)/2, (25+4)/2 = 50, 37, 17, 6.5, 26.5, 14.5, all in hundredths.
    const Selection squares =
        relieff(x, labels, {.k = 2, .neighbors = 1, .diff = Diff::squared, .priors = false});
    EXPECT_NEAR(squares.raw_scores[0], (151.5 - 38.0) / 600.0, 1e-15);
}

TEST(Relieff, EqualsTheDefinition) {
    const Labels labels = testing::random_labels(60, 4, 1);
    const DenseMatrix x = testing::random_matrix(60, 7, 1);
    for (const bool squared : {false, true})
        for (const bool priors : {false, true})
            for (const Index neighbors : {1, 3, 10, 100}) {
                const RelieffOptions options{.k = 7,
                                             .neighbors = neighbors,
                                             .diff = squared ? Diff::squared : Diff::l1,
                                             .priors = priors};
                expect_close(relieff(x, labels, options).raw_scores,
                             definition(x, labels, {neighbors, squared, priors}), 1e-13);
            }
}

// Ranges of 4 keep all scaled distances exact, so that ties are ties in any arithmetic.
TEST(Relieff, BreaksTiesByIndexAndTakesSparseData) {
    const Labels labels = testing::random_labels(80, 3, 2);
    DenseMatrix x = testing::random_counts(80, 9, 0.4, 2);
    for (Index j = 0; j < 9; ++j) {
        for (Index i = 0; i < 80; ++i) x(i, j) = std::min(x(i, j), 4.0);
        x(j, j) = 4.0;
        x(j + 1, j) = 0.0;
    }
    for (const bool squared : {false, true}) {
        const RelieffOptions options{.k = 9, .neighbors = 4, .diff = squared ? Diff::squared : Diff::l1};
        const std::vector<double> wanted = definition(x, labels, {4, squared});
        expect_close(relieff(x, labels, options).raw_scores, wanted, 1e-13);
        expect_close(relieff(to_sparse(x), labels, options).raw_scores, wanted, 1e-13);
    }
}

TEST(Relieff, DrawsProbesBySeed) {
    const Labels labels = testing::random_labels(90, 3, 3);
    const DenseMatrix x = testing::random_matrix(90, 5, 3);
    const SparseMatrix sparse = to_sparse(x);
    for (const Index wanted : {1, 7, 11, 40}) {  // both ways of searching
        std::vector<Index> probes(90);
        for (std::size_t i = 0; i < 90; ++i) probes[i] = static_cast<Index>(i);
        Random(5).shuffle(probes);
        probes.resize(at(wanted));
        for (const Diff diff : {Diff::l1, Diff::squared}) {
            const RelieffOptions options{.k = 5, .neighbors = 3, .diff = diff, .samples = wanted};
            const std::vector<double> numbers = definition(x, labels, {3, diff == Diff::squared}, probes);
            expect_close(relieff(x, labels, options, {.seed = 5}).raw_scores, numbers, 1e-13);
            expect_close(relieff(sparse, labels, options, {.seed = 5}).raw_scores, numbers, 1e-13);
        }
    }
    const RelieffOptions ten{.k = 5, .samples = 10};
    EXPECT_EQ(relieff(x, labels, ten, {.seed = 5}).raw_scores,
              relieff(x, labels, ten, {.seed = 5}).raw_scores);
    EXPECT_NE(relieff(x, labels, ten, {.seed = 5}).raw_scores,
              relieff(x, labels, ten, {.seed = 6}).raw_scores);
    EXPECT_EQ(relieff(x, labels, {.k = 5, .samples = 90}).raw_scores,
              relieff(x, labels, {.k = 5, .samples = 1000}).raw_scores);
    EXPECT_EQ(relieff(x, labels, {.k = 5, .samples = 90}).raw_scores,
              relieff(x, labels, {.k = 5}).raw_scores);
}

TEST(Relieff, StatesTheRecallOfAnApproximateSearch) {
    const Index samples = 8200;  // fewer are always searched exactly
    const Labels labels = testing::random_labels(samples, 2, 4);
    DenseMatrix x = testing::random_matrix(samples, 12, 4);
    for (Index i = 0; i < samples; ++i)
        for (Index j = 0; j < 3; ++j) x(i, j) += static_cast<double>((j + 1) * labels.of[at(i)]);
    std::vector<std::string> remarks;
    Context context;
    context.warn = [&](const std::string& remark) { remarks.push_back(remark); };
    for (const Diff diff : {Diff::l1, Diff::squared}) {
        remarks.clear();
        const Selection exact = relieff(x, labels, {.k = 3, .diff = diff, .search = Search::exact}, context);
        EXPECT_TRUE(exact.certificate.empty());
        EXPECT_TRUE(exact.chosen.empty());
        EXPECT_TRUE(remarks.empty());
        const Selection found =
            relieff(x, labels, {.k = 3, .diff = diff, .search = Search::approximate}, context);
        EXPECT_EQ(found.selected, exact.selected);
        EXPECT_EQ(std::get<std::string>(value_at(found.chosen, "search")), "approximate");
        const double recall = std::get<double>(value_at(found.certificate, "recall"));
        const auto interval = std::get<std::vector<double>>(value_at(found.certificate, "recall_interval"));
        EXPECT_GE(interval[0], 0.95);
        EXPECT_LE(interval[0], recall);
        EXPECT_LE(recall, interval[1]);
        ASSERT_EQ(remarks.size(), 1U);
        EXPECT_NE(remarks[0].find("with a recall of 0.9"), std::string::npos) << remarks[0];
        for (std::size_t j = 0; j < 12; ++j)
            EXPECT_NEAR(found.raw_scores[j], exact.raw_scores[j], 0.002) << j;
    }
}

// Zhao & Liu 2007, Theorem 5, in the form that holds: with W of eq. 12, W_s = (W + Wᵀ)/2 and
// L = diag(W_s·1) - W_s, fᵀLf = -n/2 · (squared ReliefF without range scaling and with factor 1/(c-1)).
TEST(Relieff, SquaredFormIsAGraphEnergy) {
    const Labels labels = testing::random_labels(45, 3, 4);
    DenseMatrix x = testing::random_matrix(45, 4, 4);
    for (Index j = 0; j < 4; ++j) {  // columns of range 1, which range scaling leaves alone
        double low = x(0, j), high = x(0, j);
        for (Index i = 0; i < 45; ++i) low = std::min(low, x(i, j)), high = std::max(high, x(i, j));
        for (Index i = 0; i < 45; ++i) x(i, j) = (x(i, j) - low) / (high - low);
    }
    const Definition form{.neighbors = 3, .squared = true, .priors = false, .scaled = false};
    const std::vector<double> ones(4, 1.0);
    std::vector<std::vector<double>> w(45, std::vector<double>(45, 0.0));
    for (std::size_t i = 0; i < 45; ++i) {
        w[i][i] = 1.0;
        for (int c = 0; c < 3; ++c) {
            const std::vector<Index> found = nearest(x, labels, ones, static_cast<Index>(i), c, form);
            for (const Index l : found)
                w[i][at(l)] += (c == labels.of[i] ? 1.0 : -0.5) / static_cast<double>(found.size());
        }
    }
    const std::vector<double> scores =
        relieff(x, labels, {.k = 4, .neighbors = 3, .diff = Diff::squared, .priors = false}).raw_scores;
    for (Index j = 0; j < 4; ++j) {
        double energy = 0.0;
        for (std::size_t a = 0; a < 45; ++a)
            for (std::size_t b = 0; b < 45; ++b) {
                const double gap = x(static_cast<Index>(a), j) - x(static_cast<Index>(b), j);
                energy += 0.5 * 0.5 * (w[a][b] + w[b][a]) * gap * gap;
            }
        EXPECT_NEAR(energy, -45.0 / 2.0 * scores[at(j)], 1e-12);
    }
}

// The same, asked of the two methods: φ1 with the ReliefF graph is fᵀLf / ‖f‖².
TEST(Relieff, SquaredFormRanksUnitLengthFeaturesLikeSpec) {
    const Labels labels = testing::random_labels(40, 3, 8);
    DenseMatrix x = testing::random_matrix(40, 5, 8);
    for (Index j = 0; j < 5; ++j) {  // all of range 1: between 0 and 1
        double low = x(0, j), high = x(0, j);
        for (Index i = 0; i < 40; ++i) low = std::min(low, x(i, j)), high = std::max(high, x(i, j));
        for (Index i = 0; i < 40; ++i) x(i, j) = (x(i, j) - low) / (high - low);
    }
    const std::vector<double> weights =
        relieff(x, labels, {.k = 5, .neighbors = 4, .diff = Diff::squared, .priors = false}).raw_scores;
    const std::vector<double> phi1 = spec(x, {.labels = &labels},
                                          {.k = 5,
                                           .criterion = SpecOptions::Criterion::phi1,
                                           .similarity = SpecOptions::Similarity::relieff,
                                           .relief_neighbors = 4})
                                         .raw_scores;
    for (Index j = 0; j < 5; ++j) {
        double length = 0.0;
        for (Index i = 0; i < 40; ++i) length += x(i, j) * x(i, j);
        EXPECT_NEAR(phi1[at(j)], -40.0 / 2.0 * weights[at(j)] / length, 1e-12);
    }
}

TEST(Relieff, WarnsOfSmallClassesOnly) {
    const DenseMatrix x = testing::random_matrix(30, 3, 5);
    std::vector<int> classes(30, 0);
    for (std::size_t i = 20; i < 30; ++i) classes[i] = 1;
    std::vector<std::string> warnings;
    Context context;
    context.warn = [&](const std::string& text) { warnings.push_back(text); };
    relieff(x, make_labels(classes), {.k = 2, .neighbors = 9}, context);
    EXPECT_TRUE(warnings.empty());
    relieff(x, make_labels(classes), {.k = 2, .neighbors = 10}, context);
    ASSERT_EQ(warnings.size(), 1U) << "ten samples have nine hits each";
    EXPECT_NE(warnings[0].find("class '1' has 10 samples"), std::string::npos);
}

TEST(Relieff, RefusesWrongOptions) {
    const DenseMatrix x = testing::random_matrix(10, 3, 6);
    const Labels labels = testing::random_labels(10, 2, 6);
    EXPECT_THROW(relieff(x, labels, {.k = 1, .neighbors = 0}), UsageError);
    EXPECT_THROW(relieff(x, labels, {.k = 1, .samples = 0}), UsageError);
}

TEST(Relieff, IsTheSameForShiftedAndScaledColumns) {
    const Labels labels = testing::random_labels(50, 3, 7);
    const DenseMatrix x = testing::random_matrix(50, 6, 7);
    DenseMatrix moved = x;
    for (Index i = 0; i < 50; ++i)
        for (Index j = 0; j < 6; ++j)
            moved(i, j) = 1e3 * static_cast<double>(j) + std::pow(10.0, j - 3) * x(i, j);
    for (const Diff diff : {Diff::l1, Diff::squared}) {
        const RelieffOptions options{.k = 6, .neighbors = 5, .diff = diff};
        expect_close(relieff(moved, labels, options).raw_scores, relieff(x, labels, options).raw_scores,
                     1e-9);
    }
}

}  // namespace
}  // namespace tamis
