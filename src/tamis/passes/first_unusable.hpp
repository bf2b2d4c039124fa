// The first cell that no method can work with.
#pragma once

#include <optional>
#include <span>

#include "tamis/core/rows.hpp"
#include "tamis/core/validate.hpp"

namespace tamis::detail {

// The first cell in row order that is NaN, infinite or beyond `largest_magnitude`.
std::optional<UnusableCell> first_unusable(const Rows& x, const Context& context = {});

// The same in row i of a matrix.
std::optional<UnusableCell> unusable_in_row(const MatrixView& x, Index i);

// What one look at some values tells.
struct ValuesSeen {
    bool usable = true;  // all of them
    Index zeros = 0;     // of either sign
};
ValuesSeen look_at_values(std::span<const double> values);

}  // namespace tamis::detail
