// Pivoted Cholesky factor of K + λ2·I, one feature at a time, with what every other feature would add.
//
// For selected features S, h = K[S,f] and w = (K[S,S] + λ2 I)⁻¹ h, the ridge coefficients of f on S:
//     pivot(f)                 s = K_ff + λ2 - hᵀw ≥ λ2     det(H) grows by the factor s when f is selected
//     squared_coefficients(f)  c = |w|²                     Tr(H⁻¹) grows by (1 + c)/s
// he2011, eq. 20 and 29 in the space of the features: 1 + fᵀA⁻¹f = s/λ2.
//
// The update by g needs K[:,g] less what S explains of it and, for c, the products w_fᵀw_g. Both are prepared
// for a block of candidates at once, as matrix products with the factor; an update then only has to catch up
// on the features that were added since.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

class PivotedCholesky {
  public:
    // At most `capacity` features will be added. `with_coefficients`: also keep c.
    PivotedCholesky(const std::vector<double>& diagonal, double lambda2, Index capacity,
                    bool with_coefficients);

    Index size() const { return size_; }
    double lambda2() const { return lambda2_; }
    double pivot(Index f) const { return pivots_[at(f)]; }
    double squared_coefficients(Index f) const { return squares_[at(f)]; }
    std::span<const double> pivots() const { return pivots_; }
    std::span<const double> squared_coefficients() const { return squares_; }

    // What an update by a feature needs: this many parts of one number per feature.
    Index row_parts() const { return with_coefficients_ ? 2 : 1; }
    enum class Columns {
        whole,     // K[:,g]
        residual,  // XᵀB·e_g: what the features added so far leave of K[:,g]
    };
    // Makes what updates by `features` need from their columns, one row of `rows` each, in place; what their
    // second parts hold follows in further rows.
    void prepare(std::span<const Index> features, Columns kind, DenseMatrix& rows,
                 const Context& context) const;
    // Adds feature g. `row`, its parts one after the other, was prepared when `base` features had been added.
    void add(Index g, const double* row, Index base, const Context& context);

    // Ridge coefficients of the features on the added ones: size × features.size(), row-major.
    std::vector<double> coefficients(std::span<const Index> features) const;
    // Replaces every column of the size × count block by H⁻¹ times it.
    void solve(double* block, Index count) const;

    // Puts values in place that were computed in a more accurate way.
    void correct(Index f, double pivot, double squared_coefficients);

  private:
    const double* lower_row(Index i) const { return lower_.data() + i * (i + 1) / 2; }
    void solve_lower(double* block, Index count) const;
    void solve_lower_transposed(double* block, Index count) const;
    std::vector<double> solved_inside(const std::vector<double>& block, Index count,
                                      const Context& context) const;
    std::vector<double> factor_columns(std::span<const Index> features) const;
    void update(const Chunk& columns, double pivot, double square, const double* row,
                std::span<const double> catch_up, Index base);

    Index features_;
    double lambda2_;
    bool with_coefficients_;
    Index size_ = 0;
    DenseMatrix factor_;                 // one row per added feature g: L⁻¹K[S,:]
    DenseMatrix products_;               // with coefficients, likewise: w_fᵀw_g when g was added
    std::vector<double> lower_;          // L, packed by rows
    std::vector<double> added_squares_;  // |w_g|² when g was added
    std::vector<double> pivots_;
    std::vector<double> squares_;  // empty without coefficients
};

}  // namespace tamis::detail
