#include "tamis/trust/stability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tamis::detail {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

// The largest P(K >= t) of a law on 0 … N with mean θN that is r-concave: f(l) ∝ (a + l)^(1/r) on 0 … k and
// the rest of the mass at k + 1.
class ConcaveTail {
  public:
    ConcaveTail(double mean, Index largest, int power) : mean_(mean), largest_(largest), power_(power) {}

    double at_least(Index t) const {
        const auto first = static_cast<Index>(std::ceil(2.0 * mean_ - rounding)) + 1;
        if (t < first || first > largest_ - 1) return 1.0;
        double best = 0.0, upper = shape(first, most);
        for (Index k = first; k < largest_; ++k) {
            const double lower = shape(k + 1, upper);
            if (k + 1 >= t) best = std::max(best, best_between(lower, upper, k, t));  // it ends at k + 1
            upper = lower;
        }
        return std::min(1.0, best);
    }

  private:
    static constexpr double rounding = 1e-9, least = 1e-8, most = 1e8;

    double term(double a, Index l) const {
        const double square = (a + static_cast<double>(l)) * (a + static_cast<double>(l));
        return 1.0 / (power_ == 2 ? square : square * square);
    }

    // The a for which the mean of f on 0 … k is θN; the mean rises with a.
    double shape(Index k, double upper) const {
        double low = std::log(least), high = std::log(upper);
        for (int step = 0; step < 60; ++step) {
            const double a = std::exp(0.5 * (low + high));
            double mass = 0.0, moment = 0.0;
            for (Index l = 0; l <= k; ++l) {
                mass += term(a, l);
                moment += static_cast<double>(l) * term(a, l);
            }
            (moment > mean_ * mass ? high : low) = 0.5 * (low + high);
        }
        return std::exp(0.5 * (low + high));
    }

    double tail(double a, Index k, Index t) const {
        double below = 0.0, all = 0.0;
        for (Index l = 0; l <= k; ++l) {
            if (l < t) below += term(a, l);
            all += static_cast<double>(k + 1 - l) * term(a, l);
        }
        return 1.0 - (static_cast<double>(k + 1) - mean_) * below / all;
    }

    // Golden section; the ends count as well.
    double best_between(double low, double high, Index k, Index t) const {
        constexpr double golden = 0.6180339887498949;
        double best = std::max(tail(low, k, t), tail(high, k, t));
        double left = high - golden * (high - low), right = low + golden * (high - low);
        double at_left = tail(left, k, t), at_right = tail(right, k, t);
        for (int step = 0; step < 40; ++step) {
            if (at_left < at_right) {
                low = left;
                left = right;
                at_left = at_right;
                right = low + golden * (high - low);
                at_right = tail(right, k, t);
            } else {
                high = right;
                right = left;
                at_right = at_left;
                left = high - golden * (high - low);
                at_left = tail(left, k, t);
            }
        }
        return std::max({best, at_left, at_right});
    }

    double mean_;
    Index largest_;
    int power_;  // -1/r
};

}  // namespace

std::vector<double> selection_shares(const std::vector<std::vector<Index>>& sets, Index features) {
    std::vector<Index> counts(at(features), 0);
    for (const std::vector<Index>& set : sets)
        for (const Index j : set) ++counts[at(j)];
    std::vector<double> shares;
    shares.reserve(counts.size());
    for (const Index count : counts)
        shares.push_back(static_cast<double>(count) / static_cast<double>(sets.size()));
    return shares;
}

SetStability set_stability(const std::vector<std::vector<Index>>& sets, Index features) {
    constexpr double normal_quantile = 1.959963984540054;
    const auto m = static_cast<double>(sets.size()), d = static_cast<double>(features);
    const std::vector<double> shares = selection_shares(sets, features);
    double size = 0.0, spread = 0.0;
    for (const double share : shares) {
        size += share;
        spread += share * (1.0 - share) / d;
    }
    const double expected = size / d * (1.0 - size / d);
    if (!(expected > 0.0) || sets.size() < 2) return {nothing, nothing, nothing, nothing};
    const double value = 1.0 - m / (m - 1.0) * spread / expected;
    std::vector<double> terms;
    double mean = 0.0;
    for (const std::vector<Index>& set : sets) {
        const auto own = static_cast<double>(set.size());
        double common = 0.0;
        for (const Index j : set) common += shares[at(j)] / d;
        const double bracket = common - own * size / (d * d) +
                               0.5 * value * (2.0 * size * own / (d * d) - own / d - size / d + 1.0);
        terms.push_back(bracket / expected);
        mean += terms.back() / m;
    }
    double variance = 0.0;
    for (const double term : terms) variance += 4.0 / (m * m) * (term - mean) * (term - mean);
    const double reach = normal_quantile * std::sqrt(variance);
    return {value, variance, value - reach, value + reach};
}

StabilityBounds stability_bounds(Index size, Index features, double threshold, Index pairs) {
    const auto q = static_cast<double>(size), d = static_cast<double>(features),
               b = static_cast<double>(pairs);
    const double share = q / d, square = q * q / d;
    const auto telling = [&](double bound) { return bound < d ? bound : nothing; };
    StabilityBounds bounds{nothing, nothing, nothing};
    if (threshold > 0.5) bounds.any = telling(square / (2.0 * threshold - 1.0));
    const double least = std::min(0.5 + share * share, 0.5 + 0.5 / b + 0.75 * share * share);
    if (share <= 1.0 / std::sqrt(3.0)) {
        if (threshold > 0.75)
            bounds.unimodal = telling(4.0 * (1.0 - threshold + 0.5 / b) / (1.0 + 1.0 / b) * square);
        else if (threshold > least && 2.0 * threshold - 1.0 - 0.5 / b > 0.0)
            bounds.unimodal = telling(square / (2.0 * (2.0 * threshold - 1.0 - 0.5 / b)));
    }
    const auto halves = static_cast<Index>(std::ceil(2.0 * b * threshold - 1e-9));
    const double both = ConcaveTail(share * share * b, pairs, 2).at_least(halves - pairs);
    const double single = ConcaveTail(share * 2.0 * b, 2 * pairs, 4).at_least(halves);
    bounds.r_concave = telling(d * std::min({1.0, both, single}));
    return bounds;
}

}  // namespace tamis::detail
