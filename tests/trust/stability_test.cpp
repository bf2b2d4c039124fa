#include "tamis/trust/stability.hpp"

#include <gmock/gmock.h>

#include <numeric>

#include "tamis/core/random/engine.hpp"
#include "tamis/eval/chosen_sets.hpp"
#include "tamis/trust/half_samples.hpp"
#include "tests/trust/trust_cases.hpp"

namespace tamis {

using namespace detail;
using namespace testing;

namespace {

void expect_pairs(const std::vector<HalfPair>& pairs, const nlohmann::json& wanted) {
    ASSERT_EQ(pairs.size(), wanted.size());
    for (std::size_t b = 0; b < pairs.size(); ++b) {
        EXPECT_EQ(pairs[b].first, wanted[b][0].get<std::vector<Index>>());
        EXPECT_EQ(pairs[b].second, wanted[b][1].get<std::vector<Index>>());
    }
}

TEST(HalfSamples, AreThoseOfTheReference) {
    expect_pairs(half_samples(strata_of(inline_y(), 9), 2, 0), trust_golden("T4").at("pairs_B2_seed0"));
    expect_pairs(half_samples(strata_of({}, 9), 1, 0), trust_golden("T4").at("pairs_n9_B1_seed0"));
}

TEST(HalfSamples, HaveNothingInCommonAndKeepTheClasses) {
    const Labels labels = make_labels(std::vector<int>{0, 0, 0, 0, 0, 1, 1, 1, 2, -1, -1, 3, 3});
    for (const HalfPair& pair : half_samples(strata_of(labels, 13), 20, 4)) {
        std::vector<Index> both = pair.first;
        both.insert(both.end(), pair.second.begin(), pair.second.end());
        std::sort(both.begin(), both.end());
        EXPECT_EQ(std::adjacent_find(both.begin(), both.end()), both.end());
        for (const auto& half : {pair.first, pair.second}) {
            const Labels part = labels_of_part(labels, half);
            EXPECT_EQ(part.counts, (std::vector<Index>{2, 1, 1}));  // the class of one sample is gone
            EXPECT_EQ(part.names, (std::vector<std::string>{"0", "1", "3"}));
            EXPECT_EQ(std::count(part.of.begin(), part.of.end(), Labels::unlabeled), 1);
        }
    }
}

TEST(Stability, GivesTheBoundsOfTheReference) {
    for (const auto& entry : trust_golden("T4").at("bounds")) {
        const StabilityBounds bounds =
            stability_bounds(entry.at("q"), entry.at("p"), entry.at("tau"), entry.at("B"));
        expect_close(bounds.any, entry.at("mb"), 1e-9, entry.dump());
        expect_close(bounds.unimodal, entry.at("unimodal"), 1e-9, entry.dump());
        expect_close(bounds.r_concave, entry.at("r_concave"), 1e-5, entry.dump());
    }
}

// Random laws f(l) ∝ (a + l)^-2 on 0 … k, which are r-concave with r = -1/2, stay below the bound.
TEST(Stability, NoConcaveLawExceedsItsBound) {
    constexpr Index pairs = 20, features = 200, size = 60;
    constexpr double threshold = 0.85;
    const double share = static_cast<double>(size) / features, mean = share * share * pairs;
    const StabilityBounds bounds = stability_bounds(size, features, threshold, pairs);
    Random random(3);
    int checked = 0;
    for (int attempt = 0; attempt < 20000; ++attempt) {
        const double a = std::exp(8.0 * random.uniform() - 4.0);
        const Index k = 1 + random.below(pairs);
        double mass = 0.0, moment = 0.0, tail = 0.0;
        for (Index l = 0; l <= k; ++l) {
            const double f = std::pow(a + static_cast<double>(l), -2.0);
            mass += f;
            moment += f * static_cast<double>(l);
            // Both halves chose it in at least ⌈2Bπ⌉ - B pairs.
            if (l >= 34 - pairs) tail += f;
        }
        if (moment / mass > mean) continue;
        ++checked;
        EXPECT_LE(tail / mass * features, bounds.r_concave + 1e-9);
    }
    EXPECT_GT(checked, 1000);
}

TEST(Stability, BoundsThatSayNothingAreNotThere) {
    const StabilityBounds half = stability_bounds(10, 100, 0.5, 50);
    EXPECT_TRUE(std::isnan(half.any) && std::isnan(half.unimodal));
    const StabilityBounds many = stability_bounds(90, 100, 0.9, 50);
    EXPECT_TRUE(std::isnan(many.any) && std::isnan(many.unimodal) && std::isnan(many.r_concave));
}

TEST(Stability, OfSetsIsThatOfNogueira) {
    const auto& wanted = trust_golden("T4").at("nogueira");
    std::vector<std::vector<Index>> sets;
    for (const auto& row : wanted.at("Z")) {
        sets.emplace_back();
        for (std::size_t j = 0; j < row.size(); ++j)
            if (row[j] == 1) sets.back().push_back(static_cast<Index>(j));
    }
    const SetStability found = set_stability(sets, 5);
    const auto& numbers = wanted.at("stability_variance_low_high");
    expect_close(found.value, numbers[0], 1e-9);
    expect_close(found.variance, numbers[1], 1e-9);
    expect_close(found.low, numbers[2], 1e-9);
    expect_close(found.high, numbers[3], 1e-9);
    EXPECT_NEAR(found.value, nogueira_stability(sets, 5), 1e-14);
    EXPECT_TRUE(std::isnan(set_stability({{0, 1}, {1, 0}}, 2).value));
}

}  // namespace

}  // namespace tamis
