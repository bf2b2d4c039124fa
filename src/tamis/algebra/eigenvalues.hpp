// Eigenvalues of small symmetric matrices without their vectors, by LAPACK.
#pragma once

#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// Ascending; `symmetric` is row-major and of size × size. Works on the calling thread while a
// blas::SingleThreaded is alive. Throws Error if LAPACK does not converge.
std::vector<double> eigenvalues(std::vector<double> symmetric, Index size);

}  // namespace tamis::detail
