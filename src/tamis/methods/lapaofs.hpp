// LapAOFS: the features that leave the smallest total variance, A-optimal design.
// He, Ji, Zhang, Bao, "A Variance Minimization Criterion to Feature Selection Using Laplacian
// Regularization", TPAMI 2011, eq. 12, 20, 21.
#pragma once

#include "tamis/methods/lapofs/design_method.hpp"

namespace tamis {

struct LapaofsOptions {
    using Solver = DesignSolver;

    Index k = 10;           // features to select
    double lambda1 = 0.01;  // larger prefers features that differ between neighbors; 0: no graph
    double lambda2 = 0.01;  // ridge; larger lets features repeat each other more
    Solver solver = Solver::greedy;
    std::optional<double> gamma;  // convex: larger gives fewer features; nothing: found for k features
    double tol = 1e-8;            // convex: relative duality gap
    LaplacianKind laplacian = LaplacianKind::plain;

    // The relaxation of a larger k may leave out a feature of a smaller one.
    bool nested() const { return solver == Solver::greedy; }
    static About about();
    static Fields<LapaofsOptions> fields();
};

// Minimizes Tr((K_SS + λ2·I)⁻¹), K = Xᵀ(I + λ1·L)X. Scores are eq. 20, the variance a feature removes, when
// selected; for features that are not, at the end. Certificates: greedy {bound, value, ratio} of the variance
// removed, convex {primal, dual, gap, price, support}.
Selection lapaofs(const MatrixView& x, const Graph& graph, const LapaofsOptions& options = {},
                  const Context& context = {});

}  // namespace tamis
