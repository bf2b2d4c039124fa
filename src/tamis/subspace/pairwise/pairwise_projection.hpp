// What TRLN, WHTR and ATR share: the start, several starts, the choice of the form of M, the result.
#pragma once

#include "tamis/subspace/atr.hpp"
#include "tamis/subspace/pairwise/pairwise_descent.hpp"
#include "tamis/subspace/pairwise/pairwise_options.hpp"

namespace tamis::detail {

// Throws Error on labels or data that cannot be worked on, naming the method of the options.
template <class Penalty>
Projection project_pairwise(const Rows& x, const Labels& labels, const PairwiseOptions<Penalty>& options,
                            const Context& context);

// The arithmetic sum, maximized.
Projection project_arithmetic(const Rows& x, const Labels& labels, const AtrOptions& options,
                              const Context& context);

// The start: the global optimum of the trace ratio (eq. 5), in the principal components with 95 % of the
// variance if there are more features than samples. `unbounded` says that the scatter within the classes
// vanishes in `dim` directions; a ridge makes the start then.
DenseMatrix trace_ratio_start(const Rows& x, const FilledClasses& classes, const ClassMeans& means, Index dim,
                              bool& unbounded, const Context& context);

}  // namespace tamis::detail
