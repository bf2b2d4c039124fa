// vᵀg(A)v from the Jacobi matrix that a Lanczos run with v leaves behind, without the eigenvalues of A.
//
// Golub, Meurant: Matrices, Moments and Quadrature. K steps give Gauss quadrature with K nodes, and with one
// more node at 0 Gauss-Radau quadrature. For A with eigenvalues above 0 and a function whose derivatives of
// high order alternate in sign there (a^p, e^-βa), one lies below and the other above the value.
#pragma once

#include <functional>
#include <vector>

namespace tamis::detail {

// After K steps: `diagonal` has K entries; off[k] joins k and k+1, so that the last of its K entries leads to
// the step that was not taken. It is 0 if the run has ended by itself; the quadrature is then exact.
struct JacobiMatrix {
    std::vector<double> diagonal;
    std::vector<double> off;
};

// Nodes and weights; the weights sum to 1.
struct Quadrature {
    std::vector<double> nodes;
    std::vector<double> weights;

    double sum(const std::function<double(double)>& function) const;
};

Quadrature gauss_quadrature(const JacobiMatrix& jacobi);
// Not positive definite up to rounding: the Gauss quadrature once more.
Quadrature radau_quadrature(const JacobiMatrix& jacobi);

}  // namespace tamis::detail
