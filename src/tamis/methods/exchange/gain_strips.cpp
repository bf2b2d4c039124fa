#include "tamis/methods/exchange/gain_strips.hpp"

#include <limits>

namespace tamis::detail::gain_strips {

namespace {

constexpr Index lanes = 4, fours = width / lanes;
constexpr Index abreast = 2;  // vectors of a column group: its sums and its best stay in registers
constexpr double nothing = -std::numeric_limits<double>::infinity();

inline const Four& four(const double* numbers) { return *reinterpret_cast<const Four*>(numbers); }
inline Four& four(double* numbers) { return *reinterpret_cast<Four*>(numbers); }

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
        for (Index g = 0; g < abreast; ++g) four(best + c + g * lanes) = most[g];
    }
}

}  // namespace

TAMIS_SIMD void take_rows(const double* strip, Index rows, const double* factors, double* out) {
    Four sum[fours];
    for (Index v = 0; v < fours; ++v) sum[v] = four(out + v * lanes);
    for (Index l = 0; l < rows; ++l)
        for (Index v = 0; v < fours; ++v) sum[v] -= factors[l] * four(strip + l * width + v * lanes);
    for (Index v = 0; v < fours; ++v) four(out + v * lanes) = sum[v];
}

TAMIS_SIMD void add_to_rows(double* strip, Index rows, const double* a, const double* x, const double* b,
                            const double* y) {
    for (Index c = 0; c < width; c += abreast * lanes)
        for (Index l = 0; l < rows; ++l)
            for (Index g = c; g < c + abreast * lanes; g += lanes)
                four(strip + l * width + g) += a[l] * four(x + g) + b[l] * four(y + g);
}

TAMIS_SIMD void sum_squares(const double* strip, Index rows, double* out) {
    Four sum[fours] = {};
    for (Index l = 0; l < rows; ++l)
        for (Index v = 0; v < fours; ++v) {
            const Four number = four(strip + l * width + v * lanes);
            sum[v] += number * number;
        }
    for (Index v = 0; v < fours; ++v) four(out + v * lanes) = sum[v];
}

TAMIS_SIMD void find_log_det(const double* v, Index rows, const Slot* slots, const double* s, double* best) {
    find_largest(
        rows, best, [&](Index l, Index c, Four & gain) __attribute__((always_inline)) {
            log_det_gain(slots[l], four(s + c), four(v + l * width + c), gain);
        });
}

TAMIS_SIMD void find_trace(const double* v, const double* y, Index rows, const Slot* slots, const double* s,
                           const double* squares, double* best) {
    find_largest(
        rows, best, [&](Index l, Index c, Four & gain) __attribute__((always_inline)) {
            trace_gain(slots[l], four(s + c), four(v + l * width + c), four(y + l * width + c),
                       four(squares + c), gain);
        });
}

TAMIS_SIMD void find_fit(const double* v, const double* rho, Index rows, Index targets, const Slot* slots,
                         const double* b, const double* s, const double* squares, double* best) {
    find_largest(
        rows, best, [&](Index l, Index c, Four & gain) __attribute__((always_inline)) {
            Four reach = {};
            for (Index t = 0; t < targets; ++t) reach += b[l * targets + t] * four(rho + t * width + c);
            fit_gain(slots[l], four(s + c), four(v + l * width + c), reach, four(squares + c), gain);
        });
}

}  // namespace tamis::detail::gain_strips
