// Remarks on the data as a method sees them, one line per kind however many cases there are. The words do not
// change with the numbers, so that a comparison tells each of them once (compare/split_remarks.hpp).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/rows.hpp"

namespace tamis::detail {

// Of `features` columns, `varying` are not constant. Nothing is said where none is: the driver does.
void remark_on_constant_features(Index varying, Index features, const Context& context);

void remark_on_repeated_samples(Index repeated, Index samples, const Context& context);

// Standard deviation of every feature, by the number of samples. One pass.
std::vector<double> feature_deviations(const Rows& x, const Context& context);

// Where 1 % of the features, or a single one, carry 99 % of the total variance. For methods that work on
// distances or raw scales, which see little else then. `names` may be empty.
void remark_on_dominance(std::span<const double> deviations, std::span<const std::string> names,
                         const Context& context);

}  // namespace tamis::detail
