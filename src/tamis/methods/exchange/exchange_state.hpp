// A set S of k features with what every exchange of one of them for another would gain.
//
// H = K_SS + λI for the inner products K of the features. Kept are P = H⁻¹ (k × k), V = P·K[S,:] (k × d) and
// s_f = K_ff + λ - K_fS·V_f. Taking feature i out and f in leaves s'_if = s_f + V_if²/P_ii, and gains
//     log_det   log det H grows by   log(P_ii s_f + V_if²)
//     trace     tr H⁻¹ falls by      q_i/P_ii - (1 + c'_if)/s'_if,  q_i = ‖P_i‖²,
//                                    c'_if = ‖V_f‖² - 2V_if(PV)_if/P_ii + V_if² q_i/P_ii²
//     fit       tr(R_SᵀH⁻¹R_S) grows by ‖ρ_f + V_if b_i/P_ii‖²/s'_if - ‖b_i‖²/P_ii,  b = P·R_S,
//                                    ρ_f = R_f - V_fᵀR_S
// so that all k(d - k) of them take O(kd), as does the update after one. Update and search go over the
// numbers together, one strip of columns after the other.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/threads/function_ref.hpp"
#include "tamis/methods/exchange/gain_strips.hpp"

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
    std::span<const Index> kept = {};      // members that may not go; every set begins with them
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
    // smallest that comes. Needs a member that may go and a feature outside the set that may come in.
    Exchange best() const;
    // Per feature, what its best exchange gains, in the order of gains; minus infinity for members and barred
    // ones.
    std::span<const double> merits() const { return {merits_.data(), at(features_)}; }

    // What one exchange gains.
    double gain(Index slot, Index feature) const;

    // Puts the feature into the slot; `row` is its row of K.
    void swap(const Exchange& exchange, const double* row);

  private:
    struct SwapFactors;
    SwapFactors swap_factors(Index slot, Index feature, const double* row) const;
    void copy_columns(const double* row, Index first, double* out) const;
    void fill_strip(Index strip, const DenseMatrix& rows, const DenseMatrix& factor);
    void update_strip(Index strip, const SwapFactors& factors, const double* row);
    void search_strip(Index strip);
    void prepare_gains();
    double merit(Index slot, Index feature) const;
    template <class Work>
    void for_each_strip(Index operations, Work&& work);

    // Where the numbers of a feature are.
    static Index strip_of(Index feature) { return feature / gain_strips::width; }
    static Index column_of(Index feature) { return feature % gain_strips::width; }
    double v(Index slot, Index feature) const {
        return v_(strip_of(feature) * size_ + slot, column_of(feature));
    }
    double rho(Index target, Index feature) const {
        return rho_(strip_of(feature) * targets() + target, column_of(feature));
    }
    Index targets() const { return problem_.targets == nullptr ? 0 : problem_.targets->rows(); }
    Index kept() const { return static_cast<Index>(problem_.kept.size()); }
    bool is(ExchangeGoal goal) const { return problem_.goal == goal; }

    Index features_, strips_, size_ = 0;
    const ExchangeProblem& problem_;
    const Context& context_;
    std::vector<Index> set_;
    std::vector<char> closed_;  // per feature: a member or barred
    double value_ = 0.0;
    double largest_diagonal_ = 0.0;
    DenseMatrix p_;                // k × k
    DenseMatrix v_, y_;            // in strips; y = P·V, for `trace`
    DenseMatrix rho_;              // in strips, a row per target, for `fit`
    DenseMatrix b_, of_set_;       // P·R_S and its R_Sᵀ, for `fit`
    std::vector<double> s_;        // per feature, in whole strips
    std::vector<double> squares_;  // ‖V_f‖² or ‖ρ_f‖², in whole strips
    std::vector<double> merits_;   // in whole strips
    std::vector<gain_strips::Slot> slots_;
};

}  // namespace tamis::detail
