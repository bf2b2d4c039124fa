// A few eigenpairs of a large symmetric operator, by Lanczos. The operator is a function: no matrix is
// formed.
#pragma once

#include <vector>

#include "tamis/core/matrix.hpp"
#include "tamis/core/selection.hpp"
#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

struct EigenProblem {
    Index size = 0;      // of a vector
    Index known = 0;     // dimension of the space that `remove_known` projects away
    double upper = 0.0;  // no eigenvalue is above this
    FunctionRef<void(const double* in, double* out)> apply;
    // Orthogonal projection, in place, onto the complement of eigenvectors that are known already.
    FunctionRef<void(double* vector)> remove_known;
};

struct SparseEigen {
    std::vector<double> values;  // ascending
    DenseMatrix vectors;         // one per row, orthonormal
    Stop stop = Stop::converged;
    Index products = 0;  // applications of the operator
};

// The `count` smallest (signed) eigenpairs on the complement of the known space, or all of them if there
// are fewer. A multiple eigenvalue is found with its multiplicity: the search is repeated on the complement
// of what was found until nothing smaller turns up. Small problems, and those that ask for a large part of
// the spectrum of at most `largest_dense` dimensions, are solved by LAPACK.
SparseEigen smallest_eigenpairs(const EigenProblem& problem, Index count, const Context& context = {});

constexpr Index largest_dense = 3000;  // 2 · 72 MB for the matrix and its eigenvectors

// The n × n matrix of an operator, for n <= largest_dense; one product per column.
DenseMatrix matrix_of(Index size, FunctionRef<void(const double* in, double* out)> apply,
                      const Context& context = {});

}  // namespace tamis::detail
