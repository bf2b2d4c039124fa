// The inner products of the features that optimal design works on: K = XᵀBX with B = I + λ1·L, of which only
// rows and the diagonal are ever computed. he2011.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/graph/laplacian_operator.hpp"
#include "tamis/methods/lapofs/nonzero_pattern.hpp"

namespace tamis::detail {

class FeatureGram {
  public:
    // Keeps x and graph, which must outlive it. Throws Error if the data or the weights are not usable.
    FeatureGram(const Rows& x, const Graph& graph, double lambda1, LaplacianKind kind,
                const Context& context);

    // Whether every product is a round: one at a time then.
    bool sharded() const { return x_.shards() != nullptr; }
    Index samples() const { return x_.rows(); }
    Index features() const { return x_.cols(); }
    const std::vector<double>& diagonal() const { return diagonal_; }  // K_ff = f·f + λ1 fᵀLf
    double largest_diagonal() const { return largest_; }

    // out = B·block for row-major samples × count blocks.
    void apply_b(const double* block, double* out, Index count, const Context& context) const;

    // out = blockᵀX, count × features.
    void products(const double* block, Index count, double* out, const Context& context) const;

    // The columns of X that belong to `features`, samples × features.size().
    void gather(std::span<const Index> features, double* block, const Context& context) const;

    // Rows of K, features.size() × d: one pass over X for all of them.
    void rows(std::span<const Index> features, double* out, const Context& context) const;

  private:
    std::vector<double> laplacian_energy(const Context& context) const;

    Rows x_;
    std::optional<NonzeroPattern> nonzero_;  // of dense data that are mostly zeros
    const Graph& graph_;
    double lambda1_;
    LaplacianKind kind_;
    std::vector<double> diagonal_;
    double largest_ = 0.0;
};

}  // namespace tamis::detail
