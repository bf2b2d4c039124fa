// A number that equal rows share, from a few of their cells.
#pragma once

#include <cstdint>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// Rows that differ mostly differ in it too: it finds the few that are worth a comparison. Every NaN counts as
// the same value, and so do both zeros. Only rows of one kind of storage are comparable.
std::uint64_t row_signature(const MatrixView& x, Index i);
// The same of a sparse row of which it is known how many cells are not zero.
std::uint64_t row_signature(const SparseRow& row, Index filled);

}  // namespace tamis::detail
