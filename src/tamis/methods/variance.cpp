#include "tamis/methods/variance.hpp"

#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/methods/from_moments/scored.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/unit/column_units.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis {

using namespace detail;

About VarianceOptions::about() {
    return {.name = "variance", .title = "Variance", .citation = {{.key = "he2011", .role = "baseline in"}}};
}

Selection variance(const Rows& x, const VarianceOptions& options, const Context& context) {
    require_choice(options.k, options.fixed, x.cols());
    require_samples(x, 2);
    if (const auto unit = WorkingUnit::of(x, Extremes::tiny, context))
        return unit->back(variance(unit->x(), options, context), 2, context);
    const std::vector<int> one_group(at(x.rows()), 0);
    return variance_selection(group_moments(x, {one_group, 1}, context), options, context);
}

Selection detail::variance_selection(const GroupMoments& moments, const VarianceOptions& options,
                                     const Context& context) {
    std::vector<double> scores(at(moments.features()));
    for (Index j = 0; j < moments.features(); ++j)
        scores[at(j)] = moments.scatter(0, j) / moments.weight.front();
    remark_on_small_columns(with_lost_digits(moments.constant, 1.0, [&](std::size_t j) { return scores[j]; }),
                            context);
    return select_by_score(std::move(scores), Direction::larger, moments.constant, {}, options.k,
                           "sum of variances", options.fixed);
}

}  // namespace tamis
