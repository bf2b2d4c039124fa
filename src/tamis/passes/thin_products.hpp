// Products of a dense matrix with a few vectors. A general matrix product copies the matrix before it
// multiplies; with few vectors the copy takes as long as the product, so this one reads the matrix in place.
// Measured for 1 to 64 vectors: 1 to 2 times as fast as OpenBLAS, 6 % slower in one of 32 cases.
#pragma once

#include "tamis/core/rows.hpp"

namespace tamis::detail {

// out (count × columns, one row per vector) = blockᵀ·x for dense rows and a row-major rows × count block. The
// same bits for any number of threads.
void thin_products(const Rows& x, const double* block, Index count, double* out, const Context& context);

// Neighboring columns of some dense rows.
struct ThinBlock {
    const double* data;
    Index stride;  // from one row to the next
    Index rows, width;
};
// sums (width × 4·fours) += xᵀ·vectors for rows × 4·fours vectors, up to 16 of them (vector_groups.hpp).
void add_thin_products(const ThinBlock& x, const double* vectors, int fours, double* sums);

}  // namespace tamis::detail
