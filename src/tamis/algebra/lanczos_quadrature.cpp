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

// The last diagonal entry b_K²·(T_K⁻¹)_KK makes 0 an eigenvalue; 1/(T_K⁻¹)_KK is the last pivot of T_K.
Quadrature radau_quadrature(const JacobiMatrix& jacobi) {
    if (jacobi.off.back() == 0.0) return gauss_quadrature(jacobi);
    double pivot = jacobi.diagonal.front();
    for (std::size_t k = 1; k < jacobi.diagonal.size() && pivot > 0.0; ++k)
        pivot = jacobi.diagonal[k] - jacobi.off[k - 1] * jacobi.off[k - 1] / pivot;
    if (!(pivot > 0.0)) return gauss_quadrature(jacobi);
    std::vector<double> diagonal = jacobi.diagonal;
    diagonal.push_back(jacobi.off.back() * jacobi.off.back() / pivot);
    return quadrature_of(std::move(diagonal), jacobi.off);
}

}  // namespace tamis::detail
