// A set S of k features with what every exchange of one of them for another would gain.
//
// H = K_SS + λI for the inner products K of the features. Kept are P = H⁻¹ (k × k), V = P·K[S,:] (k × d) and
// s_f = K_ff + λ - K_fS·V_f. Taking feature i out and f in leaves s'_if = s_f + V_if²/P_ii, and gains
//     log_det   log det H grows by   log(P_ii s_f + V_if²)
//     trace     tr H⁻¹ falls by      q_i/P_ii - (1 + c'_if)/s'_if,  q_i = ‖P_i‖²,
//                                    c'_if = ‖V_f‖² - 2V_if(PV)_if/P_ii + V_if² q_i/P_ii²
//     fit       tr(R_SᵀH⁻¹R_S) grows by ‖ρ_f + V_if b_i/P_ii‖²/s'_if - ‖b_i‖²/P_ii,  b = P·R_S,
//                                    ρ_f = R_f - V_fᵀR_S
// so that all k(d - k) of them take O(kd), as does the update after one.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/threads/function_ref.hpp"

namespace tamis::detail {

enum class ExchangeGoal { log_det, trace, fit };

struct ExchangeProblem {
    ExchangeGoal goal;
    std::span<const double> diagonal;  // K_ff
    double ridge;                      // λ > 0
    // Writes the rows of K that belong to some features, one after the other.
    FunctionRef<void(std::span<const Index> features, double* out)> rows;
    const DenseMatrix* targets = nullptr;  // Rᵀ, width × features; for `fit`
    std::span<const char> barred = {};     // per feature: other than 0 may not come in; empty: all may
};

struct Exchange {
    Index slot = 0;     // of the feature that goes
    Index feature = 0;  // that comes
    double gain = 0.0;  // of the goal; in nats for `log_det`
};

class ExchangeState {
  public:
    // The problem and what it refers to must outlive this.
    ExchangeState(const ExchangeProblem& problem, const Context& context);

    // Starts with these features, or again from exact factors; `rows` are their rows of K. False if H is not
    // positive definite to rounding, and nothing can be asked then.
    bool reset(std::span<const Index> set, const DenseMatrix& rows);

    std::span<const Index> set() const { return set_; }  // by slot
    double value() const { return value_; }              // log det H, tr H⁻¹ or tr(R_SᵀH⁻¹R_S)
    // What rounding can pretend to be a gain.
    double noise() const;

    // The exchange that gains most; of those within 1e-12 of it, the smallest feature that goes and then the
    // smallest that comes. Needs a feature outside the set that may come in.
    Exchange best();
    // Per feature, what its best exchange gains, in the order of gains; of members and barred ones nothing
    // useful. Belongs to the last call of `best`.
    std::span<const double> merits() const { return merits_; }

    // What one exchange gains; belongs to the last call of `best`.
    double gain(Index slot, Index feature) const;

    // Puts the feature into the slot; `row` is its row of K.
    void swap(const Exchange& exchange, const double* row);

  private:
    struct SwapFactors;
    SwapFactors swap_factors(Index slot, Index feature, const double* row) const;
    void update_strip(const SwapFactors& factors, const double* row, Index begin, Index end);
    void prepare_gains();
    double merit(Index slot, Index feature) const;
    void merits_of_strip(Index begin, Index end);

    Index features_, size_ = 0;
    const ExchangeProblem& problem_;
    const Context& context_;
    std::vector<Index> set_;
    std::vector<char> closed_;  // per feature: a member or barred
    double value_ = 0.0;
    double largest_diagonal_ = 0.0;
    DenseMatrix p_, v_, y_;        // y = P·V, for `trace`
    std::vector<double> s_;        // per feature
    DenseMatrix rho_;              // width × features, for `fit`
    DenseMatrix b_;                // k × width, for `fit`
    DenseMatrix reach_;            // b·ρ, k × features, for `fit`
    std::vector<double> squares_;  // ‖V_f‖² or ‖ρ_f‖², per feature
    std::vector<double> own_;      // q_i or ‖b_i‖², per slot
    std::vector<double> merits_;
};

}  // namespace tamis::detail
