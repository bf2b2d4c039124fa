#include "tamis/passes/four_distances.hpp"

#include "tamis/passes/simd.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace four_distances_loops {

TAMIS_SIMD void add_squares(const double* a, const double* b, const double* c, const double* d,
                            const double* e, Index count, PartialSums* parts) {
    Four sums[8] = {};
    const auto add = [](const double* row, const double* other, Four& sum) __attribute__((always_inline)) {
        Four one, two;
        __builtin_memcpy(&one, row, sizeof one);
        __builtin_memcpy(&two, other, sizeof two);
        const Four gap = one - two;
        sum += gap * gap;
    };
    for (Index j = 0; j < count; j += 8) {
        add(a + j, b + j, sums[0]);
        add(a + j + 4, b + j + 4, sums[1]);
        add(a + j, c + j, sums[2]);
        add(a + j + 4, c + j + 4, sums[3]);
        add(a + j, d + j, sums[4]);
        add(a + j + 4, d + j + 4, sums[5]);
        add(a + j, e + j, sums[6]);
        add(a + j + 4, e + j + 4, sums[7]);
    }
    __builtin_memcpy(parts, sums, sizeof sums);
}

}  // namespace four_distances_loops

std::array<double, 4> squared_distances(const double* a, const std::array<const double*, 4>& others,
                                        Index count) {
    std::array<PartialSums, 4> parts{};
    const Index even = count / 8 * 8;
    four_distances_loops::add_squares(a, others[0], others[1], others[2], others[3], even, parts.data());
    std::array<double, 4> distances{};
    for (std::size_t p = 0; p < 4; ++p) {
        for (Index j = even; j < count; ++j) {
            const double gap = a[j] - others[p][j];
            parts[p][at(j - even)] += gap * gap;
        }
        distances[p] = total(parts[p]);
    }
    return distances;
}

}  // namespace tamis::detail
