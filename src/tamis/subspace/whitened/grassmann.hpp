// Subspaces as points: the geodesics of the Grassmann manifold and minimization along them.
// Edelman, Arias, Smith, "The geometry of algorithms with orthogonality constraints", SIAM J. Matrix Anal.
// 1998.
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/selection.hpp"
#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

// The curve that leaves span(V) in the direction H (VᵀV = I, VᵀH = 0) without turning.
class Geodesic {
  public:
    Geodesic(const DenseMatrix& point, const DenseMatrix& direction);

    DenseMatrix point_at(double step) const;  // orthonormal columns
    DenseMatrix tangent(double step) const;   // the derivative there, orthogonal to point_at(step)

  private:
    DenseMatrix combine(const std::vector<double>& of_start, const std::vector<double>& of_end) const;

    DenseMatrix start_, end_;  // V·B and A of H = A·diag(angles)·Bᵀ
    std::vector<double> angles_;
    DenseMatrix right_;  // B
};

struct GrassmannResult {
    DenseMatrix point;
    std::vector<double> trace;  // of the values, starting with the first
    double gradient = 0.0;      // its length at the end
    Stop stop = Stop::converged;
    Index iterations = 0;
};

// The value at an orthonormal V, and its Euclidean gradient. The value must depend on span(V) alone.
using SubspaceValue = FunctionRef<double(const DenseMatrix& v, DenseMatrix& gradient)>;

// Conjugate gradients (Polak-Ribière+) along geodesics with a line search on value and slope. Converged if
// the gradient is `tolerance`·max(1, |value|) long or less.
GrassmannResult minimize_on_grassmann(DenseMatrix start, SubspaceValue value, double tolerance,
                                      Index max_iterations, const Context& context = {});

}  // namespace tamis::detail
