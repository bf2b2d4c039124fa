// All eigenpairs of a small symmetric matrix, by LAPACK.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::detail {

struct DenseEigen {
    std::vector<double> values;  // ascending
    DenseMatrix vectors;         // one per row, unit length
};

// Only the lower triangle of `symmetric` is read; its memory is reused for the vectors. Runs on one thread,
// so that the bits do not depend on the number of threads. Throws Error if LAPACK does not converge.
DenseEigen dense_eigen(DenseMatrix symmetric);
// The same for any size: a large matrix can be given up half-way (context.cancel), and the last of its stages
// is shared among threads.
DenseEigen dense_eigen(DenseMatrix symmetric, const Context& context);
// The same for a row-major size × size matrix, which is copied.
DenseEigen dense_eigen(const double* symmetric, Index size);
// The same for a tridiagonal matrix, in O(size²); `off` has one entry less than `diagonal`.
DenseEigen tridiagonal_eigen(std::vector<double> diagonal, std::vector<double> off);

// The `count` smallest eigenpairs alone.
DenseEigen smallest_dense_eigen(DenseMatrix symmetric, Index count, const Context& context);

// What to say if a routine of LAPACK did not converge.
std::string no_convergence(int size, const char* routine, int info);

}  // namespace tamis::detail
