// (Au)_i = r_i Σ_l w_il (u_i - u_l) on the samples that take part: D⁻¹L of a graph, or its plain L.
//
// D⁻¹L is the normalized Laplacian in other coordinates: for z = D^1/2 u, zᵀℒz = uᵀLu and ‖ℒ^q z‖² =
// Σ d_i (A^q u)_i². In these coordinates a feature enters as it is, differences come first, and a constant
// gives exactly 0.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/graph/graph.hpp"

namespace tamis::detail {

class WalkOperator {
  public:
    enum class Kind { by_degree, plain };
    static constexpr Index width = 16;  // features in a block: its rows are two cache lines long

    // `takes_part` is non-zero for the samples that count; edges to others must not exist. Self loops count
    // in the degrees and nowhere else.
    WalkOperator(const Graph& graph, std::span<const char> takes_part, Kind kind);

    Index size() const { return static_cast<Index>(members_.size()); }
    const Graph& graph() const { return graph_; }  // on the members, without self loops
    std::span<const Index> members() const { return members_; }
    std::span<const double> measure() const { return measure_; }  // 1/r_i: degrees, or ones
    double upper() const { return upper_; }                       // no eigenvalue is above (Gershgorin)

    // Features column … column+width-1 of the members, row-major size() × width, 0 beyond the last feature.
    void load(const MatrixView& x, Index column, double* block) const;
    void apply(const double* block, double* out) const;
    // Per feature: Σ_{edges} w (u_i - u_l)² and Σ_i u_i²/r_i.
    void add_energies(const double* block, double* sums) const;
    void add_squares(const double* block, double* sums) const;

    // Steps of Chebyshev's recurrence for the operator B = scale·A - I: out = B·block, and in place of
    // `before` 2B·block - before. Adds per feature, in the measure, the squared lengths of what is new and
    // its products with `block`.
    void chebyshev_start(const double* block, double scale, double* out, double* squares,
                         double* products) const;
    void chebyshev_step(const double* block, double scale, double* before, double* squares,
                        double* products) const;

    // The symmetric form r^-1/2 A r^1/2 on one vector.
    void apply_symmetric(const double* in, double* out, const Context& context) const;

  private:
    Graph graph_;
    std::vector<Index> members_;
    std::vector<double> measure_, rate_, root_rate_;
    double upper_ = 0.0;
};

}  // namespace tamis::detail
