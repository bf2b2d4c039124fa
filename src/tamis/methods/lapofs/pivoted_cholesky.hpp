// Pivoted Cholesky factor of K + λ2·I, one feature at a time, with what every other feature would add.
//
// For selected features S, h = K[S,f] and w = (K[S,S] + λ2 I)⁻¹ h, the ridge coefficients of f on S:
//     pivot(f)        s = K_ff + λ2 - hᵀw ≥ λ2     det(H) grows by the factor s when f is selected
//     coefficients(f) c = |w|²                     Tr(H⁻¹) grows by (1 + c)/s
// He, Ji, Zhang, Bao 2011, eq. 20 and 29 in the space of the features: 1 + fᵀA⁻¹f = s/λ2.
//
// c needs no stored w: with the factor L of H and r = L⁻¹h, the products w_fᵀw_g that an update needs are
// r_fᵀ(L⁻¹w_g), so one pass over the rows of the factor serves s and c together.
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis {

class PivotedCholesky {
  public:
    // At most `capacity` features will be added. `with_coefficients`: also keep c.
    PivotedCholesky(const std::vector<double>& diagonal, double lambda2, Index capacity,
                    bool with_coefficients);

    Index size() const { return size_; }
    double lambda2() const { return lambda2_; }
    double pivot(Index f) const { return pivots_[static_cast<std::size_t>(f)]; }
    double squared_coefficients(Index f) const { return squares_[static_cast<std::size_t>(f)]; }

    enum class Column {
        whole,     // K[:,g]
        residual,  // XᵀB·e_g: what the features added so far leave of it
    };
    void add(Index g, const double* column, Column kind, const Context& context);

    // Ridge coefficients of f on the added features, in order of addition, with a stride of `stride`.
    void coefficients(Index f, double* w, Index stride) const;

    // Replaces r by H⁻¹r.
    void solve(double* r) const;

    // Puts values in place that were computed in a more accurate way.
    void correct(Index f, double pivot, double squared_coefficients);

  private:
    const double* lower_row(Index i) const { return lower_.data() + i * (i + 1) / 2; }
    void solve_lower(double* r) const;
    void solve_lower_transposed(double* r) const;

    Index features_;
    double lambda2_;
    bool with_coefficients_;
    Index size_ = 0;
    DenseMatrix factor_;         // one row per added feature: L⁻¹K[S,:]
    std::vector<double> lower_;  // L, packed by rows
    std::vector<double> pivots_;
    std::vector<double> squares_;  // empty without coefficients
};

}  // namespace tamis
