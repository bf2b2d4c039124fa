// The cells of a matrix in one list, row by row.
#pragma once

#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::testing {

inline std::vector<double> cells(const MatrixView& x) {
    const DenseMatrix dense = to_dense(x);
    return {dense.data(), dense.data() + dense.rows() * dense.cols()};
}

}  // namespace tamis::testing
