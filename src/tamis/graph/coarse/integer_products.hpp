// Products of rows of 16-bit integers, four times as many per instruction as in double. Sums are 32 bits wide
// and exact as long as no row is longer than 2¹⁵·√2.
#pragma once

#include <cstdint>

#include "tamis/core/index.hpp"

namespace tamis::detail::integer_products {

// Whether this machine has the instructions (AVX-512 VNNI).
bool available();

// Samples are packed in panels of 16: the first two cells of each, then the next two of each, and so on.
constexpr Index panel_samples = 16;
constexpr Index rows_at_a_time = 8;

struct Panels {
    const std::int16_t* data;
    Index panel_size;  // from one panel to the next

    const std::int16_t* sample(Index s) const {
        return data + s / panel_samples * panel_size + s % panel_samples * 2;
    }
};

// Which part of the cells a call multiplies. Before the last one the tile holds integers.
struct Strip {
    Index pairs;  // of cells
    bool first, last;
};

// tile[r·stride + c] = -2 · product of the rows r of `left` and c of `right`. Whole panels of columns and
// `rows_at_a_time` are written.
void multiply(const Panels& left, Index rows, const Panels& right, Index columns, const Strip& strip,
              float* tile, Index stride);

}  // namespace tamis::detail::integer_products
