#include "tamis/algebra/lanczos_quadrature.hpp"

#include "tamis/algebra/symmetric_eigenproblem.hpp"

namespace tamis::detail {

namespace {

// The nodes are the eigenvalues, the weights the squared first components of the eigenvectors (Golub,
// Welsch).
Quadrature quadrature_of(std::vector<double> diagonal, std::vector<double> off) {
    const DenseEigen pairs = tridiagonal_eigen(std::move(diagonal), std::move(off));
    Quadrature result{pairs.values, {}};
    for (Index k = 0; k < pairs.vectors.rows(); ++k)
        result.weights.push_back(pairs.vectors(k, 0) * pairs.vectors(k, 0));
    return result;
}

}  // namespace

double Quadrature::sum(const std::function<double(double)>& function) const {
    double total = 0.0;
    for (std::size_t k = 0; k < nodes.size(); ++k) total += weights[k] * function(nodes[k]);
    return total;
}

Quadrature gauss_quadrature(const JacobiMatrix& jacobi) {
    std::vector<double> off = jacobi.off;
    off.pop_back();
    return quadrature_of(jacobi.diagonal, std::move(off));
}

// The last diagonal entry ν + b_K²·((T_K - ν)⁻¹)_KK makes ν an eigenvalue; 1/((T_K - ν)⁻¹)_KK is the last
// pivot of T_K - ν, whose pivots have one sign because ν is at an end of the spectrum.
Quadrature radau_quadrature(const JacobiMatrix& jacobi, double node) {
    if (jacobi.off.back() == 0.0) return gauss_quadrature(jacobi);
    const double sign = jacobi.diagonal.front() > node ? 1.0 : -1.0;
    double pivot = jacobi.diagonal.front() - node;
    for (std::size_t k = 1; k < jacobi.diagonal.size() && sign * pivot > 0.0; ++k)
        pivot = jacobi.diagonal[k] - node - jacobi.off[k - 1] * jacobi.off[k - 1] / pivot;
    if (!(sign * pivot > 0.0)) return gauss_quadrature(jacobi);
    std::vector<double> diagonal = jacobi.diagonal;
    diagonal.push_back(node + jacobi.off.back() * jacobi.off.back() / pivot);
    return quadrature_of(std::move(diagonal), jacobi.off);
}

}  // namespace tamis::detail
