// The arithmetic of exchanges on strips of columns.
//
// A matrix of k × d numbers is kept as strips of a few columns, each with its k rows one after the other:
// what a strip needs stays in the first-level cache whatever d is, while it is updated and searched. The last
// strip is filled up.
#pragma once

#include "tamis/core/matrix.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail::gain_strips {

inline constexpr Index width = 32;

// What the gains need of a slot: 1/P_ii, what leaves with it and, for the trace, q_i/P_ii².
struct Slot {
    double diagonal, inverse, lost, ratio;
    double own;  // q_i or ‖b_i‖²
};

// out -= Σ_l factor_l · row_l.
void take_rows(const double* strip, Index rows, const double* factors, double* out);
// row_l += a_l · x + b_l · y.
void add_to_rows(double* strip, Index rows, const double* a, const double* x, const double* b,
                 const double* y);
// out = Σ_l row_l².
void sum_squares(const double* strip, Index rows, double* out);

// The largest gain of every column over the slots: log_det without its logarithm.
void find_log_det(const double* v, Index rows, const Slot* slots, const double* s, double* best);
void find_trace(const double* v, const double* y, Index rows, const Slot* slots, const double* s,
                const double* squares, double* best);
// `b` has one row of `targets` numbers per slot, ρ as many rows as targets.
void find_fit(const double* v, const double* rho, Index rows, Index targets, const Slot* slots,
              const double* b, const double* s, const double* squares, double* best);

// One gain, or several next to each other, always with the same roundings.
template <class Numbers>
[[gnu::always_inline]] inline void log_det_gain(const Slot& slot, const Numbers& s, const Numbers& v,
                                                Numbers& gain) {
    gain = slot.diagonal * s + v * v;  // π·s + v²
}

template <class Numbers>
[[gnu::always_inline]] inline void trace_gain(const Slot& slot, const Numbers& s, const Numbers& v,
                                              const Numbers& y, const Numbers& squares, Numbers& gain) {
    const Numbers c = squares + v * (v * slot.ratio - 2.0 * y * slot.inverse);
    const Numbers zero{};
    const Numbers kept = c > zero ? c : zero;
    gain = slot.lost - (1.0 + kept) / (s + v * v * slot.inverse);  // q/π - (1 + c')/s'
}

template <class Numbers>
[[gnu::always_inline]] inline void fit_gain(const Slot& slot, const Numbers& s, const Numbers& v,
                                            const Numbers& reach, const Numbers& squares, Numbers& gain) {
    const Numbers ratio = v * slot.inverse;
    const Numbers square = squares + ratio * (2.0 * reach + ratio * slot.own);
    gain = square / (s + v * ratio) - slot.lost;  // ‖ρ + v·b/π‖²/s' - ‖b‖²/π
}

}  // namespace tamis::detail::gain_strips
