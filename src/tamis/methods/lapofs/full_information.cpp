#include "tamis/methods/lapofs/full_information.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <numeric>

namespace tamis::detail {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::vector<Index> up_to(Index count) {
    std::vector<Index> all(at(count));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
}

}  // namespace

double log_det_of_all(const FeatureGram& gram, double lambda2, const Context& context) {
    const Index n = gram.samples(), d = gram.features();
    RowMajor m;
    if (d <= n) {
        m.resize(d, d);  // K/λ2
        gram.rows(up_to(d), m.data(), context);
    } else {
        // (XXᵀB)ᵀ = B(XXᵀ): has the same determinant.
        RowMajor x(n, d), products(n, n);
        gram.gather(up_to(d), x.data(), context);
        products.noalias() = x * x.transpose();
        m.resize(n, n);
        gram.apply_b(products.data(), m.data(), n, context);
    }
    m /= lambda2;
    m.diagonal().array() += 1.0;
    const Eigen::PartialPivLU<RowMajor> lu(m);
    double sum = 0.0;  // all eigenvalues are 1 or more, so the signs of the factors cancel
    for (Index i = 0; i < m.rows(); ++i) sum += std::log(std::abs(lu.matrixLU()(i, i)));
    return sum;
}

}  // namespace tamis::detail
