#include "tamis/trust/bootstrap.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "tamis/core/random/engine.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/trust/half_samples.hpp"
#include "tamis/trust/rank_intervals.hpp"
#include "tamis/trust/rank_keys.hpp"
#include "tests/trust/trust_cases.hpp"

namespace tamis {

using namespace detail;
using namespace testing;

namespace {

std::vector<Replicate> replicates_of(const MatrixView& x, const std::vector<std::vector<Index>>& strata,
                                     const DenseMatrix& weights, const Context& context = {}) {
    std::vector<Replicate> all(at(weights.rows()));
    for_each_replicate(
        x, strata, weights, {.class_sums = true, .mean_square = true},
        [&](Index number, const Replicate& one) { all[at(number)] = one; }, context);
    return all;
}

TEST(Bootstrap, GivesTheNumbersOfTheReference) {
    const auto& wanted = trust_golden("T5");
    const DenseMatrix x = inline_x();
    const auto strata = strata_of(inline_y(), 9);
    const DenseMatrix weights = bootstrap_weights(strata, 9, 3, 0);
    for (std::size_t b = 0; b < 3; ++b)
        for (std::size_t i = 0; i < 9; ++i)
            EXPECT_EQ(weights.data()[b * 9 + i], wanted.at("weights_B3_seed0")[b][i]);
    const SparseMatrix sparse = to_sparse(x);
    for (const MatrixView& view : {MatrixView(x), MatrixView(sparse)}) {
        const std::vector<Replicate> found = replicates_of(view, strata, weights);
        for (std::size_t b = 0; b < 3; ++b) {
            expect_list(found[b].scatter.between, wanted.at("b")[b], 1e-9, "b");
            expect_list(found[b].scatter.within, wanted.at("e")[b], 1e-9, "e");
        }
    }
}

void expect_ranks(const RankIntervals& found, const nlohmann::json& wanted) {
    EXPECT_EQ(found.low, wanted.at("low").get<std::vector<Index>>());
    EXPECT_EQ(found.high, wanted.at("high").get<std::vector<Index>>());
    expect_list(found.mean, wanted.at("mean"), 1e-12, "mean rank");
}

TEST(Bootstrap, RanksAreThoseOfTheReference) {
    const DenseMatrix x = inline_x();
    const auto strata = strata_of(inline_y(), 9), together = strata_of({}, 9);
    std::vector<std::vector<Small>> fisher, variance;
    for (const Replicate& one : replicates_of(x, strata, bootstrap_weights(strata, 9, 50, 0)))
        fisher.push_back(
            ranks_of_features({ratios(one.scatter.between, one.scatter.within, Direction::larger),
                               one.scatter.constant, one.scatter.between}));
    expect_ranks(rank_intervals(fisher, 3), trust_golden("T5").at("fisher_ranks_B50"));
    for (const Replicate& one : replicates_of(x, together, bootstrap_weights(together, 9, 50, 0)))
        variance.push_back(ranks_of_features({one.scatter.within, one.scatter.constant}));
    expect_ranks(rank_intervals(variance, 3), trust_golden("T5").at("variance_ranks_B50"));
}

// Against the resampled data themselves, over a border of strips.
TEST(Bootstrap, EqualsWorkingOnTheResampledData) {
    Random random(6);
    DenseMatrix x(40, 270);
    for (Index i = 0; i < 40; ++i)
        for (Index j = 0; j < 270; ++j) x(i, j) = 1e6 + random.normal() + static_cast<double>(i % 3);
    std::vector<int> of;
    for (int i = 0; i < 40; ++i) of.push_back(i % 3);
    const Labels labels = make_labels(of);
    const auto strata = strata_of(labels, 40);
    const DenseMatrix weights = bootstrap_weights(strata, 40, 5, 1);
    const std::vector<Replicate> found = replicates_of(x, strata, weights);
    for (Index b = 0; b < 5; ++b) {
        std::vector<Index> rows;
        for (Index i = 0; i < 40; ++i)
            for (int copy = 0; copy < static_cast<int>(weights(b, i)); ++copy) rows.push_back(i);
        const Matrix drawn = take_rows(x, rows);
        const Labels drawn_labels = take_labels(labels, rows);
        const GroupMoments moments = group_moments(drawn, {drawn_labels.of, 3});
        const Scatter scatter = group_scatter(moments);
        std::vector<double> means(3);
        for (Index j = 0; j < 270; j += 13) {
            expect_close(found[at(b)].scatter.between[at(j)], scatter.between[at(j)], 1e-8, "b");
            expect_close(found[at(b)].scatter.within[at(j)], scatter.within[at(j)], 1e-8, "e");
            moments.centered_means(j, means);
            double sums = 0.0, mean = 0.0;
            for (Index k = 0; k < 3; ++k) {
                sums += std::pow(moments.weight[at(k)] * means[at(k)], 2);
                mean += moments.weight[at(k)] * moments.mean(k, j) / 40.0;
            }
            expect_close(found[at(b)].class_sums[at(j)], sums, 1e-8, "class sums");
            expect_close(found[at(b)].mean_square[at(j)], 40.0 * mean * mean, 1e-12, "mean");
        }
    }
}

// Wherever they stand in their strips.
TEST(Bootstrap, EqualFeaturesTie) {
    Random random(3);
    for (const Index features : {5, 67, 130, 301}) {
        DenseMatrix x(40, 2 * features);
        for (Index i = 0; i < 40; ++i)
            for (Index j = 0; j < features; ++j) x(i, j) = x(i, features + j) = random.normal();
        std::vector<int> of;
        for (int i = 0; i < 40; ++i) of.push_back(i % 3);
        const auto strata = strata_of(make_labels(of), 40);
        for (const Replicate& one : replicates_of(x, strata, bootstrap_weights(strata, 40, 23, 1)))
            for (const auto* numbers : {&one.scatter.between, &one.scatter.within, &one.class_sums})
                for (Index j = 0; j < features; ++j)
                    EXPECT_EQ((*numbers)[at(j)], (*numbers)[at(features + j)]) << j;
    }
}

TEST(Bootstrap, IsTheSameOnAnyNumberOfThreads) {
    Random random(6);
    DenseMatrix x(30, 600);
    for (Index i = 0; i < 30 * 600; ++i) x.data()[i] = random.normal();
    const auto strata = strata_of({}, 30);
    const DenseMatrix weights = bootstrap_weights(strata, 30, 20, 1);
    const auto one = replicates_of(x, strata, weights, {.threads = 1});
    for (const int threads : {2, 7}) {
        const auto more = replicates_of(x, strata, weights, {.threads = threads});
        for (std::size_t b = 0; b < 20; ++b) EXPECT_EQ(more[b].scatter.within, one[b].scatter.within);
    }
}

TEST(RanksOfFeatures, FollowTheRuleOfAllMethods) {
    Random random(2);
    const double inf = std::numeric_limits<double>::infinity();
    for (int attempt = 0; attempt < 300; ++attempt) {
        const Index features = 1 + random.below(40);
        std::vector<double> scores, tie;
        std::vector<char> constant;
        for (Index j = 0; j < features; ++j) {
            const double special[] = {inf, -inf, 0.0, -0.0, 1e-300, -1e300};
            scores.push_back(random.below(3) == 0 ? special[random.below(6)]
                                                  : std::round(4.0 * random.normal()) / 4.0);
            tie.push_back(static_cast<double>(random.below(3)));
            constant.push_back(static_cast<char>(random.below(5) == 0));
        }
        const std::vector<Small> ranks = ranks_of_features({scores, constant, tie});
        const std::vector<Index> order = top_features({scores, constant, tie}, features);
        for (std::size_t place = 0; place < order.size(); ++place)
            EXPECT_EQ(ranks[at(order[place])], static_cast<Small>(place + 1));
    }
}

// Constant features, runs of equal leading digits, ratios with and without a denominator.
TEST(RanksOfFeatures, OfKeysFollowTheRuleToo) {
    Random random(4);
    KeyRanker ranker;
    for (const Index features : {1, 2, 50, 3000, 40000}) {
        std::vector<double> above, below;
        std::vector<char> constant;
        std::vector<RankKey> keys;
        for (Index j = 0; j < features; ++j) {
            const bool close = random.below(2) == 0;
            above.push_back(close ? 1.0 + 1e-15 * static_cast<double>(random.below(40)) : random.uniform());
            below.push_back(random.below(4) == 0 ? 0.0 : close ? 1.0 : random.uniform());
            if (random.below(9) == 0) above.back() = below.back() = 0.0;
            constant.push_back(static_cast<char>(above.back() + below.back() == 0.0));
            keys.push_back(constant.back() != 0 ? constant_key : ratio_key(above.back(), below.back()));
        }
        std::vector<RankKey> together(keys.size());
        ratio_keys(above.data(), below.data(), keys.size(), together.data());
        EXPECT_EQ(together, keys);
        std::vector<Small> ranks(at(features));
        ranker.rank(keys, ranks);
        const std::vector<double> scores = ratios(above, below, Direction::larger);
        EXPECT_EQ(ranks, ranks_of_features({scores, constant, above}));
        const std::vector<Index> order = top_features({scores, constant, above}, features);
        for (std::size_t place = 0; place < order.size(); ++place)
            ASSERT_EQ(ranks[at(order[place])], static_cast<Small>(place + 1));
    }
}

// Numbers of features that fill no group, and ranks or rankings on both sides of what 16 bits count.
TEST(RankIntervals, AreTheOrderStatistics) {
    Random random(5);
    const std::pair<Index, std::size_t> sizes[] = {
        {1, 37}, {2, 37}, {20, 37}, {37, 37}, {200, 37}, {20, 32766}, {20, 32767}, {20, 40000}, {40000, 3}};
    for (const auto& [count, features] : sizes) {
        std::vector<std::vector<Small>> rankings(at(count), std::vector<Small>(features));
        for (std::vector<Small>& ranking : rankings)
            for (Small& rank : ranking)
                rank = static_cast<Small>(1 + random.below(static_cast<Index>(features)));
        const RankIntervals found = rank_intervals(rankings, 5);
        for (std::size_t j = 0; j < features; ++j) {
            std::vector<Small> own;
            for (const std::vector<Small>& ranking : rankings) own.push_back(ranking[j]);
            std::sort(own.begin(), own.end());
            EXPECT_EQ(found.low[j], own[at((count + 19) / 20 - 1)]);
            EXPECT_EQ(found.high[j], own[at((19 * count + 19) / 20 - 1)]);
            const double sum = std::accumulate(own.begin(), own.end(), 0.0);
            const auto top = std::count_if(own.begin(), own.end(), [](Small rank) { return rank <= 5; });
            EXPECT_EQ(found.mean[j], sum / static_cast<double>(count));
            EXPECT_EQ(found.top_share[j], static_cast<double>(top) / static_cast<double>(count));
        }
    }
}

}  // namespace

}  // namespace tamis
