#include "tamis/graph/coarse/integer_products.hpp"

#include "tamis/core/error.hpp"

#ifdef __x86_64__

#include <immintrin.h>

#define TAMIS_VNNI __attribute__((target("avx512f,avx512bw,avx512vnni")))

namespace tamis::detail::integer_products {

namespace {

using Integers = std::int32_t __attribute__((vector_size(64)));
using Floats = float __attribute__((vector_size(64)));

// Eight rows by one or two panels: all sums stay in registers.
template <int panels>
TAMIS_VNNI void multiply_eight(const std::int16_t* left, const Panels& right, const Strip& strip, float* tile,
                               Index stride) {
    constexpr int rows = rows_at_a_time;
    __m512i sums[rows][panels];
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 2
        for (int p = 0; p < panels; ++p)
            sums[r][p] = strip.first ? _mm512_setzero_si512()
                                     : _mm512_loadu_si512(tile + r * stride + p * panel_samples);
    const std::int16_t* columns = right.data;
    for (Index pair = 0; pair < strip.pairs; ++pair) {
        __m512i cells[panels];
#pragma GCC unroll 2
        for (int p = 0; p < panels; ++p) cells[p] = _mm512_loadu_si512(columns + p * right.panel_size);
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r) {
            std::int32_t two = 0;
            __builtin_memcpy(&two, left + 2 * r, sizeof two);
            const __m512i row = _mm512_set1_epi32(two);
#pragma GCC unroll 2
            for (int p = 0; p < panels; ++p) sums[r][p] = _mm512_dpwssd_epi32(sums[r][p], row, cells[p]);
        }
        left += 2 * panel_samples;
        columns += 2 * panel_samples;
    }
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 2
        for (int p = 0; p < panels; ++p) {
            float* out = tile + r * stride + p * panel_samples;
            if (strip.last)
                _mm512_storeu_ps(
                    out, __builtin_convertvector(reinterpret_cast<Integers>(sums[r][p]), Floats) * -2.0F);
            else
                _mm512_storeu_si512(out, sums[r][p]);
        }
}

}  // namespace

bool available() {
    static const bool found = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                              __builtin_cpu_supports("avx512vnni");
    return found;
}

void multiply(const Panels& left, Index rows, const Panels& right, Index columns, const Strip& strip,
              float* tile, Index stride) {
    for (Index c = 0; c < columns; c += 2 * panel_samples) {
        const Panels some{right.sample(c), right.panel_size};
        const bool two = columns - c > panel_samples;
        for (Index r = 0; r < rows; r += rows_at_a_time) {
            float* out = tile + r * stride + c;
            if (two)
                multiply_eight<2>(left.sample(r), some, strip, out, stride);
            else
                multiply_eight<1>(left.sample(r), some, strip, out, stride);
        }
    }
}

}  // namespace tamis::detail::integer_products

#else

namespace tamis::detail::integer_products {

bool available() { return false; }

void multiply(const Panels&, Index, const Panels&, Index, const Strip&, float*, Index) {
    throw Error("products of integers need a processor with AVX-512 VNNI");
}

}  // namespace tamis::detail::integer_products

#endif
