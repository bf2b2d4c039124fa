// TRLN on many features, of which few keep a row of W that is not zero: the descent runs on these alone.
//
// A row that has become short is set to zero if that does not raise the criterion, which the eigenproblems
// of Algorithm 1 would take hundreds of iterations to do. A row of zeros is where it belongs if and only if
// ‖2(M₀W)_i‖ ≤ α with M₀ = M - αD; if the descent has ended this is looked at for all features, and those
// that belong elsewhere join the others. The criterion never rises.
#pragma once

#include "tamis/subspace/pairwise/pairwise_descent.hpp"

namespace tamis::detail {

// α > 0. `options.safe` and not `options.paper_stop`. `state.w` has a row for every feature of x.
DescentResult descend_on_working_set(const MatrixView& x, const FilledClasses& classes,
                                     const ClassMeans& means, double alpha, DenseMatrix start,
                                     const DescentOptions& options, const Context& context);

}  // namespace tamis::detail
