// Criteria that are free of the unit of the data, and so is what they find.
#pragma once

#include "tamis/passes/unit/working_unit.hpp"
#include "tamis/subspace/like_ranges.hpp"
#include "tamis/subspace/projector.hpp"

namespace tamis::detail {

// project(x, labels, options, context) in a unit that suits the data.
template <class Options, class Project>
Projection in_any_unit(const Rows& x, const Labels& labels, const Options& options, const Context& context,
                       Project&& project) {
    require_like_ranges(x, share_for_scatter, Options::about().name, context);
    const auto unit = WorkingUnit::of(x, Extremes::both, context);
    if (!unit) return project(x, labels, options, context);
    Projection result = project(unit->x(), labels, options, context);
    unit->back(result.mean, 1);
    return result;
}

}  // namespace tamis::detail
