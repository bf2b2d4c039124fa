// All eigenpairs of a small symmetric matrix, by LAPACK.
#pragma once

#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis {

struct DenseEigen {
    std::vector<double> values;  // ascending
    DenseMatrix vectors;         // one per row, unit length
};

// Only the lower triangle of `symmetric` is read; its memory is reused for the vectors. Runs on one thread,
// so that the bits do not depend on the number of threads. Throws Error where LAPACK does not converge.
DenseEigen dense_eigen(DenseMatrix symmetric);
// The same for a row-major size × size matrix, which is copied.
DenseEigen dense_eigen(const double* symmetric, Index size);

// The `count` smallest eigenpairs alone.
DenseEigen smallest_dense_eigen(DenseMatrix symmetric, Index count);

}  // namespace tamis
