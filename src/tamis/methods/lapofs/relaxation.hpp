// The relaxed designs over all features, to a certified gap.
// he2011, eq. 21, 23, 30; the paper solves them as semidefinite programs of n + m(m+1)/2
// variables. Here a working set of features is enlarged by those whose derivative is most negative.
#pragma once

#include <vector>

#include "tamis/methods/lapofs/feature_gram.hpp"
#include "tamis/methods/lapofs/greedy.hpp"

namespace tamis::detail {

struct Relaxed {
    double price = 0.0;          // γ
    std::vector<double> alpha;   // per feature
    std::vector<double> values;  // per feature: a_i (D) or b_i (A); ≤ γ at the optimum, = γ where α_i > 0
    double primal = 0.0;         // D: -log det(M⁻¹A) + γ1ᵀα; A: Tr(A⁻¹M) + γ1ᵀα
    double dual = 0.0;           // no α has a smaller objective
    double gap = 0.0;            // primal - dual, relative to max(1, |primal|)
    bool converged = false;      // gap ≤ tolerance
    Index steps = 0;             // Newton steps
    std::vector<Index> support;  // α_i > 0, ascending
};

class Relaxation {
  public:
    Relaxation(const FeatureGram& gram, Design design, double lambda2, const Context& context);

    // α = 0 is optimal from here on: max K_ff/λ2, the same for both designs.
    double largest_price() const;

    // Starts from the solution of the last call.
    Relaxed solve(double price, double tolerance);

  private:
    struct Evaluation {
        std::vector<double> a, b;  // per feature; b is empty for D
        double primal = 0.0, dual = 0.0;
    };
    std::vector<double> gram_of(const std::vector<Index>& features) const;
    Evaluation evaluate(double price) const;
    void load_rows(const std::vector<Index>& features);
    std::vector<Index> support() const;

    const FeatureGram& gram_;
    const Context& context_;
    Design design_;
    double lambda2_;
    std::vector<double> alpha_;
    DenseMatrix rows_;          // of K, in order of arrival
    std::vector<Small> place_;  // per feature: its row, or -1
};

// Exactly k features: γ is bisected until the support has at least k features and as few as possible; of
// these the k with the largest α, the lower index among equals.
struct RelaxedSelection {
    Relaxed solution;
    std::vector<Index> selected;
    bool filled_up = false;  // the support was smaller than k; the rest by their derivative
};

RelaxedSelection select_relaxed(Relaxation& relaxation, Index k, double tolerance);
RelaxedSelection select_relaxed(Relaxation& relaxation, Index k, double price, double tolerance);

}  // namespace tamis::detail
