// The largest eigenvalues of a symmetric positive semidefinite operator that is only known by its products.
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

struct LeadingEigen {
    std::vector<double> values;  // descending
    DenseMatrix vectors;         // one per row
    bool converged = false;      // every ‖Av - λv‖ ≤ tolerance · largest value
};

// When the eigenvectors are looked at: every time that the basis is full, which also finds an eigenvector
// that the start knows nothing of, or after every product, for a start that is known to be close.
enum class EigenSearch { thorough, nearby };

// Lanczos with full re-orthogonalization and thick restarts. `start` (may be zero or empty) is a first guess;
// count ≤ size. apply(in, out) computes out = A·in.
LeadingEigen leading_eigen(Index size, Index count, FunctionRef<void(const double*, double*)> apply,
                           std::vector<double> start, double tolerance, const Context& context = {},
                           EigenSearch search = EigenSearch::thorough);

}  // namespace tamis::detail
