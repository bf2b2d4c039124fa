// What TRLN and WHTR share: the start, several starts, the choice of the form of M, the result.
#pragma once

#include "tamis/subspace/pairwise/pairwise_descent.hpp"
#include "tamis/subspace/trln.hpp"

namespace tamis {

Projection project_pairwise(const MatrixView& x, const Labels& labels, const TrlnOptions& options,
                            const std::string& who, const Context& context);

// The start: the global optimum of the trace ratio (eq. 5), in the principal components with 95 % of the
// variance where there are more features than samples. `unbounded` says that the scatter within the classes
// vanishes in `dim` directions; a ridge makes the start then.
DenseMatrix trace_ratio_start(const MatrixView& x, const FilledClasses& classes, const ClassMeans& means,
                              Index dim, bool& unbounded, const Context& context);

}  // namespace tamis
