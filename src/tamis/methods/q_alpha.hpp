// Q-α: weights of the features under which the samples fall into clusters most clearly.
// wolf2005.
#pragma once

#include <optional>

#include "tamis/methods/method.hpp"

namespace tamis {

struct QAlphaOptions {
    Index k = 10;                   // features to select
    std::optional<Index> clusters;  // dimension of Q; nothing: the number of classes of the labels
    bool normalize = true;          // features scaled to unit length
    bool center = false;            // features less their mean
    FixedFeatures fixed = {};       // features to be chosen in any case, and never

    static About about();
    static Fields<QAlphaOptions> fields();
    bool raw_scales() const { return !normalize; }  // whether the units of the features matter
    Needs needs() const { return {.labels = !clusters.has_value(), .classes = !clusters.has_value()}; }
};

// Maximizes Tr(QᵀA_αᵀA_αQ) over unit α and orthonormal Q, A_α = Σ α_i m_i m_iᵀ, in turns: α is the leading
// eigenvector of G_ij = (m_iᵀm_j)(m_iᵀQQᵀm_j), Q ← qr(A_αQ). Scores are α; constant features come last.
// What it takes and throws: see method.hpp.
Selection q_alpha(const MatrixView& x, const Inputs& inputs, const QAlphaOptions& options = {},
                  const Context& context = {});

}  // namespace tamis
