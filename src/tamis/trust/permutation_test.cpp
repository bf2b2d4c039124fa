#include "tamis/trust/permutation_test.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tamis::detail {

std::vector<Index> PermutationDraws::next() {
    std::vector<Index> order(at(size_));
    std::iota(order.begin(), order.end(), Index{0});
    random_.shuffle(order);
    return order;
}

Labels reordered(const Labels& labels, std::span<const Index> order) {
    Labels result = labels;
    for (std::size_t i = 0; i < order.size(); ++i) result.of[i] = labels.of[at(order[i])];
    return result;
}

// Exact ties must count however they were rounded, and features with few values tie all the time. Statistics
// that are to be large lie between -1 and 1, so there the allowance is absolute; ratios that are to be
// small have a relative one.
DrawCounts::DrawCounts(std::vector<double> statistic, std::span<const char> constant, bool larger)
    : statistic_(std::move(statistic)),
      constant_(constant.begin(), constant.end()),
      larger_(larger),
      counts_(statistic_.size(), 0) {
    constexpr double rounding = 1e-10;
    for (const double value : statistic_)
        as_good_.push_back(larger ? value - rounding : value + std::abs(value) * rounding);
}

void DrawCounts::add(std::span<const double> drawn) {
    double best =
        larger_ ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < drawn.size(); ++j) {
        if (constant(j)) continue;
        counts_[j] += larger_ ? drawn[j] >= as_good_[j] : drawn[j] <= as_good_[j];
        best = larger_ ? std::max(best, drawn[j]) : std::min(best, drawn[j]);
    }
    best_.push_back(best);
}

void DrawCounts::add(std::span<const Index> counts, std::span<const double> best) {
    for (std::size_t j = 0; j < counts.size(); ++j) counts_[j] += counts[j];
    best_.insert(best_.end(), best.begin(), best.end());
}

PermutationTest DrawCounts::result() const {
    PermutationTest test;
    test.statistic = statistic_;
    test.draws = static_cast<Index>(best_.size());
    const auto share = [&](Index count) {
        return static_cast<double>(1 + count) / static_cast<double>(1 + test.draws);
    };
    std::vector<double> best = best_;
    std::sort(best.begin(), best.end());
    for (std::size_t j = 0; j < statistic_.size(); ++j) {
        const Index better = larger_ ? best.end() - std::lower_bound(best.begin(), best.end(), as_good_[j])
                                     : std::upper_bound(best.begin(), best.end(), as_good_[j]) - best.begin();
        test.p.push_back(constant(j) ? 1.0 : share(counts_[j]));
        test.familywise.push_back(constant(j) ? 1.0 : share(better));
    }
    return test;
}

}  // namespace tamis::detail
