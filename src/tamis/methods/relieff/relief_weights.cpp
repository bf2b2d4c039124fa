#include "tamis/methods/relieff/relief_weights.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "tamis/core/random/engine.hpp"
#include "tamis/passes/row_differences.hpp"

namespace tamis::detail {

namespace {

// Ascending.
std::vector<Index> choose_probes(Index samples, std::optional<Index> wanted, const Context& context) {
    std::vector<Index> probes(at(samples));
    std::iota(probes.begin(), probes.end(), Index{0});
    if (!wanted || *wanted >= samples) return probes;
    Random(context.seed).shuffle(probes);
    probes.resize(at(*wanted));
    std::sort(probes.begin(), probes.end());
    return probes;
}

// 1 / range; a constant column takes no part in distances, nor does an excluded one unless it is asked for.
std::vector<double> range_factors(const ColumnRanges& ranges, const FixedFeatures& fixed) {
    std::vector<double> factors(ranges.low.size(), 0.0);
    for (std::size_t j = 0; j < factors.size(); ++j)
        if (!ranges.constant(j))
            factors[j] = std::min(1.0 / ranges.width(j), std::numeric_limits<double>::max());
    if (fixed.graph == GraphFeatures::candidates)
        for (const Index feature : fixed.exclude) factors[at(feature)] = 0.0;
    return factors;
}

}  // namespace

ReliefWeights::ReliefWeights(const Rows& x, const RelieffOptions& options, const Context& context)
    : x_(x),
      options_(options),
      context_(context),
      ranges_(column_ranges(x, context)),
      probes_(choose_probes(x.rows(), options.samples, context)) {}

ClassNeighbors ReliefWeights::neighbors(const Labels& labels, Index count) const {
    const ClassMetric metric =
        options_.diff == RelieffOptions::Diff::squared ? ClassMetric::euclidean : ClassMetric::manhattan;
    return find_class_neighbors(x_, labels, count, metric, range_factors(ranges_, options_.fixed), context_,
                                probes_, {options_.search, options_.recall});
}

std::vector<double> ReliefWeights::of(const Labels& labels, const ClassNeighbors& nearest) const {
    const bool squared = options_.diff == RelieffOptions::Diff::squared;
    const auto other_classes = static_cast<double>(
        std::count_if(labels.counts.begin(), labels.counts.end(), [](Index count) { return count > 0; }) - 1);
    const auto miss_weight = [&](Index own, Index other) {
        if (!options_.priors) return 1.0 / other_classes;
        return static_cast<double>(labels.counts[at(other)]) /
               static_cast<double>(labels.samples() - labels.counts[at(own)]);
    };
    const auto pairs_of = [&](Index list, RowPairs& pairs) {
        pairs.row = probes_[at(list)];
        const Index own = labels.of[at(pairs.row)];
        for (Index c = 0; c < labels.classes(); ++c) {
            const std::span<const Small> found = nearest.of(pairs.row, c);
            const double weight = c == own ? -1.0 : miss_weight(own, c);
            for (const Small other : found)
                pairs.add(other, weight / static_cast<double>(found.size() * probes_.size()));
        }
    };
    std::vector<double> scores =
        weighted_differences(x_, static_cast<Index>(probes_.size()),
                             squared ? Difference::squared : Difference::absolute, pairs_of, context_);
    // Ranges are the same for all pairs of a column, so they divide the sum: data stay unscaled and sparse.
    for (std::size_t j = 0; j < scores.size(); ++j) {
        if (ranges_.constant(j)) continue;
        scores[j] /= ranges_.width(j);
        if (squared) scores[j] /= ranges_.width(j);
    }
    return scores;
}

}  // namespace tamis::detail
