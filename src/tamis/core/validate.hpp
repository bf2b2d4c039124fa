// Which numbers the methods can work with.
#pragma once

#include <string>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// The largest magnitude that data may have: its square, times any number of samples, is still finite.
constexpr double largest_magnitude = 1e150;

inline bool is_usable(double value) { return value >= -largest_magnitude && value <= largest_magnitude; }

struct UnusableCell {
    Index row = 0;
    Index column = 0;
    double value = 0.0;

    template <class Archive>
    void fields(Archive& archive) {
        archive(row, column, value);
    }
};

// "row 3, column 7 (counted from 0) is NaN"
std::string describe(const UnusableCell& cell);

}  // namespace tamis::detail
