#include "tamis/passes/project_rows.hpp"

#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/core/error.hpp"
#include "tamis/passes/products.hpp"

namespace tamis {

DenseMatrix project_rows(const Projection& projection, const MatrixView& x, const Context& context) {
    if (x.cols() != projection.features())
        throw Error("the projection was learned from " + std::to_string(projection.features()) +
                    " features and the data have " + std::to_string(x.cols()));
    const Index dim = projection.dim();
    const DenseMatrix directions = transpose(projection.weights);
    std::vector<double> offset(static_cast<std::size_t>(dim));
    for (Index c = 0; c < dim; ++c)
        for (Index j = 0; j < x.cols(); ++j)
            offset[static_cast<std::size_t>(c)] +=
                projection.mean[static_cast<std::size_t>(j)] * directions(c, j);
    DenseMatrix out(x.rows(), dim);
    right_products(x, directions.data(), dim, out.data(), context);
    for (Index i = 0; i < x.rows(); ++i)
        for (Index c = 0; c < dim; ++c) out(i, c) -= offset[static_cast<std::size_t>(c)];
    return out;
}

}  // namespace tamis
