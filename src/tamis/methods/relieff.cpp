#include "tamis/methods/relieff.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "tamis/core/random/engine.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/graph/class_neighbors.hpp"
#include "tamis/passes/column_ranges.hpp"
#include "tamis/passes/row_differences.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis {

using namespace detail;

About RelieffOptions::about() {
    return {.name = "relieff",
            .title = "ReliefF",
            .citation = {{.key = "robnik2003"},
                         {.key = "zhao2007", .place = "Theorem 5", .role = "squared form:"}}};
}

Fields<RelieffOptions> RelieffOptions::fields() {
    return Fields<RelieffOptions>()
        .integer("neighbors", &RelieffOptions::neighbors, at_least(1),
                 "nearest neighbors per sample; hits, and misses of each other class: more smooth out noise")
        .choice(
            "diff", &RelieffOptions::diff, {{"l1", Diff::l1}, {"squared", Diff::squared}},
            "difference between two values; l1: |a-b|/range and Manhattan neighbors, squared: its square and "
            "Euclidean neighbors")
        .optional<Index>(
            "samples", &RelieffOptions::samples, at_least(1), "all",
            "number of samples, drawn at random, whose neighbors are used; fewer are faster and noisier")
        .boolean("priors", &RelieffOptions::priors,
                 "weigh the misses of a class by its share of the samples of other classes");
}

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

Selection relieff(const MatrixView& x, const Labels& labels, const RelieffOptions& options,
                  const Context& context) {
    require_choice(options.k, options.fixed, x.cols());
    require_samples(x, 2);
    require_classes(labels, x.rows(), "relieff");
    RelieffOptions::fields().check(options);
    if (const auto unit = WorkingUnit::of(x, Extremes::tiny, context))
        return relieff(unit->x(), labels, options, context);
    warn_of_small_classes(labels, options.neighbors, "relieff", context);

    const bool squared = options.diff == RelieffOptions::Diff::squared;
    const ColumnRanges ranges = column_ranges(x, context);
    const std::vector<Index> probes = choose_probes(x.rows(), options.samples, context);
    const ClassNeighbors nearest = find_class_neighbors(
        x, labels, options.neighbors, squared ? ClassMetric::euclidean : ClassMetric::manhattan,
        range_factors(ranges, options.fixed), context, probes);

    const auto other_classes = static_cast<double>(
        std::count_if(labels.counts.begin(), labels.counts.end(), [](Index count) { return count > 0; }) - 1);
    const auto miss_weight = [&](Index own, Index other) {
        if (!options.priors) return 1.0 / other_classes;
        return static_cast<double>(labels.counts[at(other)]) /
               static_cast<double>(labels.samples() - labels.counts[at(own)]);
    };
    const auto pairs_of = [&](Index list, RowPairs& pairs) {
        pairs.row = probes[at(list)];
        const Index own = labels.of[at(pairs.row)];
        for (Index c = 0; c < labels.classes(); ++c) {
            const std::span<const Small> found = nearest.of(pairs.row, c);
            const double weight = c == own ? -1.0 : miss_weight(own, c);
            for (const Small other : found)
                pairs.add(other, weight / static_cast<double>(found.size() * probes.size()));
        }
    };
    std::vector<double> scores =
        weighted_differences(x, static_cast<Index>(probes.size()),
                             squared ? Difference::squared : Difference::absolute, pairs_of, context);
    // Ranges are the same for all pairs of a column, so they divide the sum: data stay unscaled and sparse.
    for (std::size_t j = 0; j < scores.size(); ++j) {
        if (ranges.constant(j)) continue;
        scores[j] /= ranges.width(j);
        if (squared) scores[j] /= ranges.width(j);
    }
    return select_by_score(std::move(scores), Direction::larger, ranges.constants(), {}, options.k,
                           "sum of ReliefF weights", options.fixed);
}

}  // namespace tamis
