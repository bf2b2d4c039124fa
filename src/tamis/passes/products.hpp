// Products of the data with a block of vectors, dense or sparse, the same bits for any number of threads.
#pragma once

#include <span>

#include "tamis/core/rows.hpp"

namespace tamis::detail {

// The given columns of x as a row-major samples × columns.size() block.
void gather_columns(const Rows& x, std::span<const Index> columns, double* block,
                    const Context& context = {});

// out (count × features, one row per vector) = blockᵀ·x for a row-major samples × count block.
void left_products(const Rows& x, const double* block, Index count, double* out, const Context& context = {});

// out (samples × count, row-major) = x·rowsᵀ for count vectors of length features, one per row.
void right_products(const Rows& x, const double* rows, Index count, double* out, const Context& context = {});

// Σ_i x_ij² for every feature j.
std::vector<double> squared_columns(const Rows& x, const Context& context = {});

}  // namespace tamis::detail
