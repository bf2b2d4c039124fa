#include "tamis/passes/project_rows.hpp"

#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/core/error.hpp"
#include "tamis/passes/centered/centered_data.hpp"

namespace tamis {

using namespace detail;

DenseMatrix project_rows(const Projection& projection, const Rows& x, const Context& context) {
    if (x.cols() != projection.features())
        throw Error("the projection was learned from " + std::to_string(projection.features()) +
                    " features and the data have " + std::to_string(x.cols()));
    if (static_cast<Index>(projection.mean.size()) != projection.features())
        throw Error("the projection is damaged: it has " + std::to_string(projection.mean.size()) +
                    " means for " + std::to_string(projection.features()) + " features");
    const Index dim = projection.dim();
    const DenseMatrix directions = transpose(projection.weights);
    DenseMatrix out(x.rows(), dim);
    CenteredData(x, projection.mean).right(directions.data(), dim, out.data(), context);
    return out;
}

}  // namespace tamis
