// vᵀg(A)v from the Jacobi matrix that a Lanczos run with v leaves behind, without the eigenvalues of A.
//
// Golub, Meurant: Matrices, Moments and Quadrature. K steps give Gauss quadrature with K nodes, and with one
// more node at an end of the spectrum Gauss-Radau quadrature. For a function whose derivatives of high order
// alternate in sign there (a^p, e^-βa) a node at the lower end, for one whose derivatives are positive (e^ta)
// a node at the upper end makes one lie below and the other above the value.
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
// With one node given, which no eigenvalue may be beyond: up to rounding, the Gauss quadrature once more if
// one is.
Quadrature radau_quadrature(const JacobiMatrix& jacobi, double node = 0.0);

}  // namespace tamis::detail
