#include "tamis/graph/tiles.hpp"

#include <limits>

namespace tamis::detail {

// With u = 2⁻⁵³, N = |a|² + |b|² and m terms, to first order (|ab| <= N/2, |a-b|² <= 2N; FMA or not):
//     norms and product       m·u·N + m·u·N     in any order of summation
//     adding the three            4·u·N
//     a and b rounded by a shift  4·u·N
//     the re-evaluation     2(m+2)·u·N
// Together below (4m + 12)·u·N; 64 instead of 12 also covers second order terms and the few roundings made
// when the bound itself is put together. Each term may underflow once: half the smallest subnormal number.
void TileSource::set_error(Index terms, bool exact) {
    if (exact) return;
    constexpr double unit_roundoff = std::numeric_limits<double>::epsilon() / 2;
    relative_error_ = (4.0 * static_cast<double>(terms) + 64.0) * unit_roundoff;
    absolute_error_ = (4.0 * static_cast<double>(terms) + 64.0) * std::numeric_limits<double>::denorm_min();
}

std::unique_ptr<TileSource> make_tiles(const SampleRows& rows, const Context& context) {
    return rows.is_sparse() ? make_sparse_tiles(rows, context) : make_dense_tiles(rows, context);
}

}  // namespace tamis::detail
