#include "tamis/methods/relieff.hpp"

#include <cstdio>

#include "tamis/core/ranking.hpp"
#include "tamis/graph/search_fields.hpp"
#include "tamis/methods/relieff/relief_weights.hpp"
#include "tamis/passes/unit/column_units.hpp"
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
    Fields<RelieffOptions> fields;
    fields
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
    return add_search_fields(fields);
}

namespace {

void state_recall(const FoundBy& search, Selection& result, const Context& context) {
    if (search.search != Search::approximate) return;
    result.chosen = {{"search", "approximate"}};
    result.certificate = {{"recall", search.recall},
                          {"recall_interval", std::vector<double>{search.recall_low, search.recall_high}}};
    char recall[64];
    std::snprintf(recall, sizeof recall, "%.3f (%.3f to %.3f)", search.recall, search.recall_low,
                  search.recall_high);
    context.warning("relieff: hits and misses were searched approximately, with a recall of " +
                    std::string(recall) + "; " + option("search", "exact") + " finds all, in longer time");
}

}  // namespace

Selection relieff(const Rows& x, const Labels& labels, const RelieffOptions& options,
                  const Context& context) {
    require_choice(options.k, options.fixed, x.cols());
    require_samples(x, 2);
    require_classes(labels, x.rows(), "relieff");
    RelieffOptions::fields().check(options);
    if (const auto unit = WorkingUnit::of(x, Extremes::tiny, context))
        return relieff(unit->x(), labels, options, context);
    const ReliefWeights weights(x, options, context);
    const ColumnRanges& ranges = weights.ranges();
    const auto lost = with_lost_digits(ranges.constants(), 1.0,
                                       [&](std::size_t j) { return ranges.width(j) * ranges.width(j); });
    if (const auto units = ColumnUnits::of(x, lost, context))
        return relieff(units->x(), labels, options, context);
    warn_of_small_classes(labels, options.neighbors, "relieff", context);
    const ClassNeighbors nearest = weights.neighbors(labels, options.neighbors);
    Selection result = select_by_score(weights.of(labels, nearest), Direction::larger, ranges.constants(), {},
                                       options.k, "sum of ReliefF weights", options.fixed);
    state_recall(nearest.found_by, result, context);
    return result;
}

}  // namespace tamis
