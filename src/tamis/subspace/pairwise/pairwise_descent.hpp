// Minimizing the criterion of TRLN: the paper's Algorithm 1, and the same with a safeguard.
//
// Algorithm 1 replaces W by the eigenvectors of M(W) with the smallest eigenvalues. That is a Frank-Wolfe
// step of full length on P = WWᵀ, and nothing keeps the criterion from rising: for few dimensions it usually
// ends in a cycle of two. The safeguard tries the full step first, then shorter ones along the geodesic, then
// steps that stay near W by a level shift; one of them always lowers the criterion unless W is stationary.
#pragma once

#include "tamis/subspace/pairwise/pairwise_problem.hpp"

namespace tamis::detail {

struct DescentOptions {
    bool safe = true;         // false: Algorithm 1 as printed
    bool paper_stop = false;  // at an absolute change of F below 0.05 or after 30 iterations
    // Of ‖2(I-WWᵀ)MW‖ relative to max(1, F). A change of F by less than its square, relative to F, ends the
    // descent as well: if rows go to zero, M is so large there that the residual is lost in rounding.
    double tolerance = 1e-6;
    Index max_iterations = 500;
};

struct DescentResult {
    PairwiseState state;               // W along the axes of WᵀMW, ascending
    std::vector<double> eigenvalues;   // of WᵀMW
    std::vector<double> trace;         // F, starting with that of the start
    double residual = 0.0;             // ‖2(I-WWᵀ)MW‖ / max(1, F)
    bool monotone = true;              // F never rose
    Index shortened = 0, shifted = 0;  // steps that were not those of Algorithm 1
    Stop stop = Stop::converged;
    Index iterations = 0;
};

// Throws Error if two classes have the same mean after the start's projection.
DescentResult descend(PairwiseProblem& problem, DenseMatrix start, const DescentOptions& options,
                      const Context& context);

}  // namespace tamis::detail
