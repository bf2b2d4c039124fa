// The second half of the methods that need nothing of the data but moments: what comes after the passes. The
// first half is each method's own function, or run_from_moments if there are no data to pass over.
#pragma once

#include <vector>

#include "tamis/core/selection.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/methods/hsic.hpp"
#include "tamis/methods/hsic/label_kernel.hpp"
#include "tamis/methods/trace_ratio.hpp"
#include "tamis/methods/variance.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis::detail {

// `moments` of all samples as one group.
Selection variance_selection(const GroupMoments& moments, const VarianceOptions& options,
                             const Context& context);

Selection fisher_selection(const Scatter& scatter, const FisherOptions& options);

// `ratios` are those of the single features, which do not depend on their units.
Selection trace_ratio_selection(const Scatter& pair, std::vector<double> ratios,
                                const TraceRatioOptions& options, const Context& context);
// What was selected in another unit: b - λe is in squares of the data, if λ is a number.
Selection trace_ratio_back(Selection found, const MeasuredIn& unit);

// With the linear kernel; the groups of `moments` are the classes of `kernel`.
Selection linear_hsic_selection(const GroupMoments& moments, const LabelKernel& kernel,
                                const HsicOptions& options);
// On options that do not fit the kernels, and on features whose squares are too small for a number.
void remark_on_hsic(const GroupMoments& moments, const HsicOptions& options, const Context& context);

}  // namespace tamis::detail
