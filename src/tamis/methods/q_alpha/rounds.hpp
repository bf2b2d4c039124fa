// The alternating steps of Q-alpha: the best α for a fixed Q, the leading eigenvector of
// G_ij = (m_iᵀm_j)(m_iᵀQQᵀm_j), and then Q ← qr(A_αQ), A_α = Σ α_i m_i m_iᵀ. With P = QᵀM,
//
//     G = BᵀB,   B·v = M(P ∘ v)ᵀ for every row of P,   A_αQ = B·α.
#pragma once

#include <memory>
#include <vector>

#include "tamis/algebra/leading_eigenpairs.hpp"
#include "tamis/methods/q_alpha/scaled_features.hpp"

namespace tamis::detail {

class QAlphaRounds {
  public:
    virtual ~QAlphaRounds() = default;

    // Compared with the rest of a round: then every round may as well be a thorough one.
    virtual bool product_costs_little() const = 0;

    // One round. `alpha` is that of the round before (zeros at first) and becomes the new one, of unit length
    // with a sum that is not negative, or zeros if no feature varies. Returns the largest eigenvalue of G;
    // ‖Gα - λα‖ ≤ tolerance·λ.
    virtual double next(std::vector<double>& alpha, double tolerance, EigenSearch search) = 0;
};

// Starts from the leading left singular vectors of M. For few features MᵀM and G are kept, 2·features²
// numbers. `m` and `context` must outlive the rounds.
std::unique_ptr<QAlphaRounds> q_alpha_rounds(const ScaledFeatures& m, Index clusters, const Context& context);

}  // namespace tamis::detail
