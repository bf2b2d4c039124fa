#include "tamis/methods/fisher.hpp"

#include "tamis/core/ranking.hpp"
#include "tamis/methods/from_moments/scored.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/unit/column_units.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis {

using namespace detail;

About FisherOptions::about() {
    return {.name = "fisher",
            .title = "Fisher score",
            .citation = {{.key = "nie2008", .place = "eq. 10 and 11"}}};
}

Selection fisher(const Rows& x, const Labels& labels, const FisherOptions& options, const Context& context) {
    require_choice(options.k, options.fixed, x.cols());
    require_samples(x, 2);
    require_classes(labels, x.rows(), "fisher");
    if (const auto unit = WorkingUnit::of(x, Extremes::tiny, context))
        return fisher(unit->x(), labels, options, context);
    const Scatter scatter = class_scatter(x, labels, context);
    if (const auto units = ColumnUnits::of(x, with_lost_digits(scatter, 1.0), context))
        return fisher(units->x(), labels, options, context);
    return fisher_selection(scatter, options);
}

Selection detail::fisher_selection(const Scatter& scatter, const FisherOptions& options) {
    return select_by_score(ratios(scatter.between, scatter.within, Direction::larger), Direction::larger,
                           scatter.constant, scatter.between, options.k, "sum of Fisher scores",
                           options.fixed);
}

}  // namespace tamis
