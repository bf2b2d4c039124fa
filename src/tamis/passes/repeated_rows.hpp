// Rows that repeat an earlier row, cell by cell.
#pragma once

#include <cstdint>
#include <span>

#include "tamis/core/rows.hpp"

namespace tamis::detail {

// How many rows equal an earlier one, however they are stored; a missing cell equals a missing cell. One pass
// over the data for the signature of every row, and a comparison of those that agree in it.
Index count_repeated_rows(const Rows& x, const Context& context = {});
// The same where another pass has the signatures (row_signature.hpp) already: only rows that agree in them
// are read.
Index count_repeated_rows(const Rows& x, std::span<const std::uint64_t> signatures);

}  // namespace tamis::detail
