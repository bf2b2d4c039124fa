// The survey and the sums of groups of samples in one read of dense rows.
#pragma once

#include <optional>

#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/survey/survey.hpp"

namespace tamis::detail {

struct SurveyWithSums {
    Survey survey;
    std::optional<GroupSums> sums;  // unless a cell cannot be worked with
};

// Both as `survey` and `group_moments` find them, to the bit. The rows are not sharded.
SurveyWithSums survey_with_sums(const Rows& x, Survey::Hash hash, const Grouping& grouping,
                                const Context& context);

// The sums alone, of rows whose cells can all be worked with.
GroupSums sums_of(const Rows& x, const Grouping& grouping, const Context& context);

}  // namespace tamis::detail
