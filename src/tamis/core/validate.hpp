// Checks of numbers that every room shares.
#pragma once

#include <optional>
#include <string>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis {

// The largest magnitude that data may have: its square, times any number of samples, is still finite.
constexpr double largest_magnitude = 1e150;

inline bool is_usable(double value) { return value >= -largest_magnitude && value <= largest_magnitude; }

struct UnusableCell {
    Index row;
    Index column;
    double value;
};

// The first cell in row order that is NaN, infinite or beyond `largest_magnitude`.
std::optional<UnusableCell> first_unusable(const MatrixView& x, const Context& context = {});

// "row 3, column 7 is NaN" — rows and columns counted from 1, as people do.
std::string describe(const UnusableCell& cell);

}  // namespace tamis
