#include "tamis/core/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

bool is_constant(const RankingKeys& keys, Index j) {
    return !keys.constant.empty() && keys.constant[at(j)] != 0;
}

bool comes_before(const RankingKeys& keys, Index a, Index b) {
    const bool constant_a = is_constant(keys, a);
    const bool constant_b = is_constant(keys, b);
    if (constant_a != constant_b) return constant_b;
    if (constant_a) return a < b;  // among constants the index alone counts
    const double score_a = keys.scores[at(a)];
    const double score_b = keys.scores[at(b)];
    if (score_a != score_b) return score_a > score_b;
    if (std::isinf(score_a) && !keys.tie.empty()) {
        const double tie_a = keys.tie[at(a)];
        const double tie_b = keys.tie[at(b)];
        if (tie_a != tie_b) return tie_a > tie_b;
    }
    return a < b;
}

}  // namespace

std::vector<Index> top_features(const RankingKeys& keys, Index k, const FixedFeatures& fixed) {
    std::vector<Index> order = arranged_columns(fixed, static_cast<Index>(keys.scores.size()));
    const auto free = order.begin() + static_cast<std::ptrdiff_t>(fixed.include.size());
    const auto before = [&](Index a, Index b) { return comes_before(keys, a, b); };
    if (k < static_cast<Index>(order.size())) {
        std::nth_element(free, order.begin() + k, order.end(), before);
        order.resize(at(k));
    }
    std::sort(free, order.end(), before);
    return order;
}

void require_k(Index k, Index features) {
    if (k < 1) throw UsageError("k must be at least 1, not " + std::to_string(k));
    if (k > features)
        throw Error("k = " + std::to_string(k) + " is more than the " + std::to_string(features) +
                    " features there are: use a smaller k or 'all'");
}

void require_samples(const Rows& x, Index least) {
    if (x.cols() == 0) throw Error("the data have no features");
    if (x.rows() < least)
        throw Error("at least " + std::to_string(least) + " samples are needed and the data have " +
                    std::to_string(x.rows()));
}

std::vector<double> ratios(std::span<const double> numerators, std::span<const double> denominators,
                           Direction direction) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double worst = direction == Direction::larger ? 0.0 : infinity;
    std::vector<double> result(numerators.size());
    for (std::size_t j = 0; j < result.size(); ++j) {
        if (denominators[j] > 0.0)
            result[j] = numerators[j] / denominators[j];
        else
            result[j] = numerators[j] > 0.0 ? infinity : worst;
    }
    return result;
}

Selection select_by_score(std::vector<double> raw, Direction direction, std::span<const char> constant,
                          std::span<const double> tie, Index k, const std::string& objective_name,
                          const FixedFeatures& fixed) {
    require_choice(k, fixed, static_cast<Index>(raw.size()));
    const bool larger = direction == Direction::larger;
    for (std::size_t j = 0; j < constant.size(); ++j)
        if (constant[j] != 0) raw[j] = larger ? 0.0 : std::numeric_limits<double>::infinity();

    Selection result;
    result.scores.resize(raw.size());
    for (std::size_t j = 0; j < raw.size(); ++j) result.scores[j] = larger ? raw[j] : -raw[j];
    result.selected = top_features({result.scores, constant, tie}, k, fixed);
    result.objective.name = objective_name;
    for (const Index j : result.selected) result.objective.value += raw[at(j)];
    result.objective.trace = {result.objective.value};
    result.raw_scores = std::move(raw);
    result.raw_direction = direction;
    result.iterations = 1;
    return result;
}

}  // namespace tamis::detail
