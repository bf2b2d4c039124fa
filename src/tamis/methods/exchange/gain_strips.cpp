#include "tamis/methods/exchange/gain_strips.hpp"

#include <limits>

namespace tamis::detail::gain_strips {

namespace {

constexpr Index lanes = 4, fours = width / lanes;
constexpr Index abreast = 2;  // vectors of a column group: its sums and its best stay in registers
constexpr double nothing = -std::numeric_limits<double>::infinity();

// best[group] = the largest of gain_of(slot, columns, gain) over the slots.
template <class GainOf>
[[gnu::always_inline]] inline void find_largest(Index rows, double* best, GainOf&& gain_of) {
    for (Index c = 0; c < width; c += abreast * lanes) {
        Four most[abreast];
        for (Four& one : most) one = Four{nothing, nothing, nothing, nothing};
        for (Index l = 0; l < rows; ++l)
            for (Index g = 0; g < abreast; ++g) {
                Four gain;
                gain_of(l, c + g * lanes, gain);
                most[g] = gain > most[g] ? gain : most[g];
            }
        for (Index g = 0; g < abreast; ++g) four_at(best + c + g * lanes).numbers = most[g];
    }
}

}  // namespace

TAMIS_SIMD void take_rows(const double* strip, Index rows, const double* factors, double* out) {
    Four sum[fours];
    for (Index v = 0; v < fours; ++v) sum[v] = four_at(out + v * lanes).numbers;
    for (Index l = 0; l < rows; ++l)
        for (Index v = 0; v < fours; ++v)
            sum[v] -= factors[l] * four_at(strip + l * width + v * lanes).numbers;
    for (Index v = 0; v < fours; ++v) four_at(out + v * lanes).numbers = sum[v];
}

TAMIS_SIMD void add_to_rows(double* strip, Index rows, const double* a, const double* x, const double* b,
                            const double* y) {
    for (Index c = 0; c < width; c += abreast * lanes)
        for (Index l = 0; l < rows; ++l)
            for (Index g = c; g < c + abreast * lanes; g += lanes)
                four_at(strip + l * width + g).numbers +=
                    a[l] * four_at(x + g).numbers + b[l] * four_at(y + g).numbers;
}

TAMIS_SIMD void sum_squares(const double* strip, Index rows, double* out) {
    Four sum[fours] = {};
    for (Index l = 0; l < rows; ++l)
        for (Index v = 0; v < fours; ++v) {
            const Four number = four_at(strip + l * width + v * lanes).numbers;
            sum[v] += number * number;
        }
    for (Index v = 0; v < fours; ++v) four_at(out + v * lanes).numbers = sum[v];
}

TAMIS_SIMD void find_log_det(const double* v, Index rows, const Slot* slots, const double* s, double* best) {
    find_largest(
        rows, best, [&](Index l, Index c, Four & gain) __attribute__((always_inline)) {
            const Four own = four_at(s + c).numbers, other = four_at(v + l * width + c).numbers;
            log_det_gain(slots[l], own, other, gain);
        });
}

TAMIS_SIMD void find_trace(const double* v, const double* y, Index rows, const Slot* slots, const double* s,
                           const double* squares, double* best) {
    find_largest(
        rows, best, [&](Index l, Index c, Four & gain) __attribute__((always_inline)) {
            const Four own = four_at(s + c).numbers, other = four_at(v + l * width + c).numbers,
                       both = four_at(y + l * width + c).numbers, square = four_at(squares + c).numbers;
            trace_gain(slots[l], own, other, both, square, gain);
        });
}

TAMIS_SIMD void find_fit(const double* v, const double* rho, Index rows, Index targets, const Slot* slots,
                         const double* b, const double* s, const double* squares, double* best) {
    find_largest(
        rows, best, [&](Index l, Index c, Four & gain) __attribute__((always_inline)) {
            Four reach = {};
            for (Index t = 0; t < targets; ++t)
                reach += b[l * targets + t] * four_at(rho + t * width + c).numbers;
            const Four own = four_at(s + c).numbers, other = four_at(v + l * width + c).numbers,
                       square = four_at(squares + c).numbers;
            fit_gain(slots[l], own, other, reach, square, gain);
        });
}

}  // namespace tamis::detail::gain_strips
