// The m features, as weights 0 ≤ q_j ≤ 1 with Σq = m, that minimize the regularized Fisher objective G(q).
// gu2011, eq. 22 and Algorithm 1.
//
// The cutting plane method: a plane is a set of m features; the next one holds the m features with the
// largest ‖z_jᵀV‖² at the current optimum over all mixtures of the planes so far (which makes it a fully
// corrective Frank–Wolfe method). θ = -G throughout, and for every t (Theorem 3.3): l_t ≤ θ_t ≤ θ* ≤ u_t.
#pragma once

#include <optional>
#include <vector>

#include "tamis/core/selection.hpp"
#include "tamis/methods/gfs/fisher_data.hpp"

namespace tamis::detail {

struct PlaneOptions {
    double gamma = 100.0;
    Index most_planes = 100;
    double tolerance = 1e-4;         // of the distance between θ_t and the bound at t, relative to |θ_t|
    Index least_union = 0;           // give up as soon as the planes to come cannot raise the union to this
    std::vector<Index> forced = {};  // in every plane; features that compete
};

struct PlaneSolution {
    std::vector<std::vector<Index>> planes;  // Ω: features in ascending order, one list per plane
    std::vector<Index> features;             // their union, ascending
    std::vector<double> weights;             // q per feature of the data
    std::vector<double> scores;              // s_j = ‖z_jᵀV‖² per feature of the data
    std::vector<double> lower;               // l_t: the best single plane
    std::vector<double> theta;               // θ_t: the best mixture
    std::vector<double> upper;               // u_t: the least of the bounds so far
    double inner_gap = 0.0;                  // the largest relative gap of a mixture's own optimization
    Stop stop = Stop::converged;
};

// m of the features that are not constant, the forced ones among them, 1 ≤ m ≤ data.informative(). Nothing is
// returned if the union of the planes falls short of options.least_union.
std::optional<PlaneSolution> solve_fisher_planes(FisherData& data, Index m, const PlaneOptions& options);

// Features by (constant, not in the union, larger q to 9 decimals, larger s, index).
std::vector<Index> rank_by_planes(const FisherData& data, const PlaneSolution& solution);

}  // namespace tamis::detail
