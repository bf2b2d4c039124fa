#include "tamis/graph/near_columns.hpp"

#include <algorithm>
#include <cstdint>

#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace near_columns_loops {

// Registers of 32 bytes, and what a comparison of two gives.
template <class Number>
struct Lanes;
template <>
struct Lanes<double> {
    using Vector = double __attribute__((vector_size(32)));
    using Mask = std::int64_t __attribute__((vector_size(32)));
    static constexpr Index count = 4;
};
template <>
struct Lanes<float> {
    using Vector = float __attribute__((vector_size(32)));
    using Mask = std::int32_t __attribute__((vector_size(32)));
    static constexpr Index count = 8;
};

template <class Number>
struct SameLimit {
    Number limit;
    [[gnu::always_inline]] void some(Index, typename Lanes<Number>::Vector& out) const {
        out = limit - typename Lanes<Number>::Vector{};
    }
    [[gnu::always_inline]] Number one(Index) const { return limit; }
};

template <class Number>
struct LimitPerColumn {
    const Number* limits;
    [[gnu::always_inline]] void some(Index j, typename Lanes<Number>::Vector& out) const {
        __builtin_memcpy(&out, limits + j, sizeof out);
    }
    [[gnu::always_inline]] Number one(Index j) const { return limits[j]; }
};

// Few columns pass, so four registers at a time are tested for "any", and then each of them.
template <class Number, class RowLimit>
[[gnu::always_inline]] inline Index find(const Number* tile, Number base, RowLimit row_limit,
                                         const Number* bases, const Number* limits, Index count,
                                         Small* columns) {
    using Vector = typename Lanes<Number>::Vector;
    using Mask = typename Lanes<Number>::Mask;
    constexpr Index lanes = Lanes<Number>::count, registers = 4, step = registers * lanes;
    const Vector row_base = base - Vector{};
    Index found = 0;
    const auto look_at = [&](Index begin, Index end) __attribute__((always_inline)) {
        for (Index j = begin; j < end; ++j) {
            const Number lower = tile[j] + (base + bases[j]);
            columns[found] = static_cast<Small>(j);
            found += lower <= row_limit.one(j) || lower <= limits[j] ? 1 : 0;
        }
    };
    Index begin = 0;
    for (; begin + step <= count; begin += step) {
        Mask near[registers];
        for (Index r = 0; r < registers; ++r) {
            const Index j = begin + r * lanes;
            Vector product, column_base, column_limit, limit_of_row;
            __builtin_memcpy(&product, tile + j, sizeof product);
            __builtin_memcpy(&column_base, bases + j, sizeof column_base);
            __builtin_memcpy(&column_limit, limits + j, sizeof column_limit);
            row_limit.some(j, limit_of_row);
            const Vector lower = product + (row_base + column_base);
            near[r] = (lower <= limit_of_row) | (lower <= column_limit);
        }
        const auto any = [](const Mask& mask) __attribute__((always_inline)) {
            std::int64_t words[4];
            __builtin_memcpy(words, &mask, sizeof words);
            return (words[0] | words[1] | words[2] | words[3]) != 0;
        };
        if (!any((near[0] | near[1]) | (near[2] | near[3]))) continue;
        for (Index r = 0; r < registers; ++r)
            if (any(near[r])) look_at(begin + r * lanes, begin + (r + 1) * lanes);
    }
    look_at(begin, count);
    return found;
}

// Functions of one name cannot be compiled for two instruction sets.
TAMIS_SIMD Index find_double(const double* tile, double base, double row_limit, const double* bases,
                             const double* limits, Index count, Small* columns) {
    return find(tile, base, SameLimit<double>{row_limit}, bases, limits, count, columns);
}
TAMIS_SIMD Index find_float(const float* tile, float base, float row_limit, const float* bases,
                            const float* limits, Index count, Small* columns) {
    return find(tile, base, SameLimit<float>{row_limit}, bases, limits, count, columns);
}
TAMIS_SIMD Index find_double_by_column(const double* tile, double base, const double* row_limits,
                                       const double* bases, const double* limits, Index count,
                                       Small* columns) {
    return find(tile, base, LimitPerColumn<double>{row_limits}, bases, limits, count, columns);
}
TAMIS_SIMD Index find_float_by_column(const float* tile, float base, const float* row_limits,
                                      const float* bases, const float* limits, Index count, Small* columns) {
    return find(tile, base, LimitPerColumn<float>{row_limits}, bases, limits, count, columns);
}

}  // namespace near_columns_loops

Index near_columns(const double* tile, double base, double row_limit, const double* bases,
                   const double* limits, Index count, Small* columns) {
    return near_columns_loops::find_double(tile, base, row_limit, bases, limits, count, columns);
}
Index near_columns(const float* tile, float base, float row_limit, const float* bases, const float* limits,
                   Index count, Small* columns) {
    return near_columns_loops::find_float(tile, base, row_limit, bases, limits, count, columns);
}
Index near_columns(const double* tile, double base, const double* row_limits, const double* bases,
                   const double* limits, Index count, Small* columns) {
    return near_columns_loops::find_double_by_column(tile, base, row_limits, bases, limits, count, columns);
}
Index near_columns(const float* tile, float base, const float* row_limits, const float* bases,
                   const float* limits, Index count, Small* columns) {
    return near_columns_loops::find_float_by_column(tile, base, row_limits, bases, limits, count, columns);
}

}  // namespace tamis::detail
