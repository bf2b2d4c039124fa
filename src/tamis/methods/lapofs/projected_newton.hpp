// The relaxed designs on a small working set of features, by projected Newton steps.
// he2011, eq. 21 (A) and 30 (D): α ≥ 0 instead of a choice.
//
//     D: -log det(M⁻¹A) + γ·1ᵀα        ∂_i = γ - a_i,  a_i = f_iᵀA⁻¹f_i            Hessian P∘P
//     A:  Tr(A⁻¹M)      + γ·1ᵀα        ∂_i = γ - b_i,  b_i = f_iᵀA⁻¹MA⁻¹f_i        Hessian 2·P∘Q
// with A = M + Σ α_i f_i f_iᵀ, M = λ2·B⁻¹, P_ij = f_iᵀA⁻¹f_j and Q_ij = f_iᵀA⁻¹MA⁻¹f_j. Everything is
// computed from K = FᵀBF of the working set; no matrix has the size of the samples.
#pragma once

#include <span>
#include <vector>

#include "tamis/methods/lapofs/greedy.hpp"

namespace tamis::detail {

// L of C = λ2·I + √α K √α, which is where all numbers come from. `gram` is K of the working set.
std::vector<double> factor_relaxed(std::span<const double> gram, std::span<const double> alpha,
                                   double lambda2);

class ProjectedNewton {
  public:
    // `gram`: K of the working set, size × size.
    ProjectedNewton(Design design, double lambda2, double price, Index samples, std::vector<double> gram);

    // Moves `alpha` until no derivative violates its condition by more than tolerance·γ, or until rounding
    // allows no more progress. Returns the number of steps.
    Index minimize(std::vector<double>& alpha, double tolerance, const Context& context) const;

    double value(std::span<const double> alpha) const;

  private:
    struct Derivatives {
        std::vector<double> gradient;
        std::vector<double> hessian;
    };
    Derivatives derivatives(std::span<const double> alpha) const;
    std::vector<double> direction(const Derivatives& here, std::span<const char> active) const;
    bool search(std::vector<double>& alpha, double& current, const Derivatives& here,
                const std::vector<double>& step) const;
    double violation(std::span<const double> alpha, std::span<const double> gradient) const;

    Design design_;
    double lambda2_, price_;
    Index samples_, size_;
    std::vector<double> gram_;
};

}  // namespace tamis::detail
