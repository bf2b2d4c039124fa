// The smallest eigenvalue of H_{S+f} from what the selected features leave of a candidate f.
//
// With w the ridge coefficients of f on S, e = f - F_S w, s = eᵀBe + λ2(1 + |w|²) and H_S⁻¹ = Q·diag(θ)·Qᵀ it
// is the root ν of
//     s - ν(1 + Σ a²/(1 - νθ)),   a = Qᵀw,   0 < ν < 1/θ_max.
// All terms are sums of positive ones: an eigenvalue keeps its digits if it is far below the rounding of the
// largest one, which hides it in K[S,S]. e is known up to 1e-16 of f.
#pragma once

#include <span>
#include <vector>

#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/methods/lapofs/feature_gram.hpp"

namespace tamis::detail {

// What is left of a feature is known up to this share of its length.
constexpr double residual_rounding = 64.0 * 0x1p-52;

// Whether rounding hides the pivot s of a feature with the squared length K_ff.
inline bool is_hidden(double pivot, double diagonal) {
    constexpr double share = 1e-6;  // of a pivot may be rounding
    return residual_rounding * residual_rounding * diagonal > share * pivot;
}

class SmallestEigenvalues {
  public:
    // Keeps gram, which must outlive it.
    SmallestEigenvalues(const FeatureGram& gram, double lambda2) : gram_(gram), lambda2_(lambda2) {}

    // Adds a feature. Returns whether rounding hides what it adds.
    bool add(Index g, const Context& context);

    // One per candidate, of H with the candidate added.
    std::vector<double> with_each(std::span<const Index> candidates, const Context& context) const;

    // Relative, of the pivots of the features added so far.
    double rounding() const { return rounding_; }

  private:
    struct Fit {
        std::vector<double> residual, coefficients;  // e and w
        double pivot = 0.0;
    };
    Index size() const { return static_cast<Index>(selected_.size()); }
    Fit fitted(Index f, const Context& context) const;

    const FeatureGram& gram_;
    double lambda2_;
    double rounding_ = 0.0;
    std::vector<Fit> selected_;                  // each on those before it
    std::vector<std::vector<double>> weighted_;  // B times their residuals
    std::vector<double> inverse_;                // H_S⁻¹
    DenseEigen eigen_;                           // of H_S⁻¹
};

}  // namespace tamis::detail
