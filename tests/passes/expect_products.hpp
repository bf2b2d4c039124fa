// Products with a block of vectors against their definition.
#pragma once

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::testing {

using namespace detail;

// out, one row per column of `vectors`, is vectorsᵀ·x.
inline void expect_left_products(const DenseMatrix& x, const DenseMatrix& vectors,
                                 const std::vector<double>& out) {
    for (Index c = 0; c < vectors.cols(); ++c)
        for (Index j = 0; j < x.cols(); ++j) {
            double expected = 0.0, size = 0.0;
            for (Index i = 0; i < x.rows(); ++i) {
                expected += vectors(i, c) * x(i, j);
                size += std::abs(vectors(i, c) * x(i, j));
            }
            ASSERT_NEAR(out[at(c * x.cols() + j)], expected, 1e-14 * (1.0 + size))
                << "vector " << c << " of " << vectors.cols() << ", column " << j;
        }
}

}  // namespace tamis::testing
