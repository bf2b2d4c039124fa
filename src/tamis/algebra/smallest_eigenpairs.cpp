// The only file that includes Spectra.
#include "tamis/algebra/smallest_eigenpairs.hpp"

#include <Spectra/SymEigsSolver.h>
#include <Eigen/Core>
#include <algorithm>

#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/random/engine.hpp"

namespace tamis::detail {

namespace {

constexpr Index always_dense = 200;
constexpr double residual_tolerance = 1e-12;
constexpr Index restart_limit = 2000;

using Vector = Eigen::Map<Eigen::VectorXd>;
using ConstVector = Eigen::Map<const Eigen::VectorXd>;

// upper + 1 - A on the complement of everything known, 0 on the known space: the wanted eigenvalues are the
// largest ones, and all of the complement lies above the known space.
class FlippedOperator {
  public:
    using Scalar = double;

    FlippedOperator(const EigenProblem& problem, const DenseMatrix& found, const Context& context)
        : problem_(problem), found_(found), context_(context), inside_(problem.size) {}

    Eigen::Index rows() const { return problem_.size; }
    Eigen::Index cols() const { return problem_.size; }
    double shift() const { return problem_.upper + 1.0; }

    void perform_op(const double* in, double* out) const {
        context_.check_cancel();
        inside_ = ConstVector(in, problem_.size);
        remove(inside_.data());
        problem_.apply(inside_.data(), out);
        Vector result(out, problem_.size);
        result = shift() * inside_ - result;
        remove(out);
    }

    // Projects away the known space and the vectors found so far.
    void remove(double* vector) const {
        problem_.remove_known(vector);
        Vector v(vector, problem_.size);
        for (Index p = 0; p < found_.rows(); ++p) {
            const ConstVector known(found_.row(p), problem_.size);
            v -= known.dot(v) * known;
        }
    }

  private:
    const EigenProblem& problem_;
    const DenseMatrix& found_;
    const Context& context_;
    mutable Eigen::VectorXd inside_;
};

// The `count` smallest eigenpairs on the complement of the known space and of `found`.
SparseEigen lanczos(const EigenProblem& problem, Index count, const DenseMatrix& found,
                    const Context& context) {
    FlippedOperator flipped(problem, found, context);
    const Index basis = std::min(problem.size, std::max<Index>(2 * count + 10, 40));
    Spectra::SymEigsSolver<FlippedOperator> solver(flipped, count, basis);
    // The same start in every run, but another one in every round: what the first start has of a multiple
    // eigenvalue's space lies along one vector, and that one is found by then.
    Random random(20070620 + static_cast<std::uint64_t>(found.rows()));
    Eigen::VectorXd start(problem.size);
    for (double& entry : start) entry = random.normal();
    flipped.remove(start.data());
    solver.init(start.data());
    solver.compute(Spectra::SortRule::LargestAlge, restart_limit, residual_tolerance,
                   Spectra::SortRule::LargestAlge);
    SparseEigen result;
    result.stop = solver.info() == Spectra::CompInfo::Successful ? Stop::converged : Stop::iteration_limit;
    result.products = solver.num_operations();
    const Eigen::VectorXd values = solver.eigenvalues();
    const Eigen::MatrixXd vectors = solver.eigenvectors();
    result.vectors = DenseMatrix(values.size(), problem.size);
    for (Index p = 0; p < values.size(); ++p) {
        result.values.push_back(flipped.shift() - values[p]);
        Vector(result.vectors.row(p), problem.size) = vectors.col(p);
    }
    return result;
}

// Puts one more pair into its place.
void insert_pair(SparseEigen& all, double value, const double* vector) {
    const auto place = std::upper_bound(all.values.begin(), all.values.end(), value) - all.values.begin();
    all.values.insert(all.values.begin() + place, value);
    const Index size = all.vectors.cols();
    DenseMatrix vectors(all.vectors.rows() + 1, size);
    for (Index p = 0; p < vectors.rows(); ++p) {
        const double* from = p == place ? vector : all.vectors.row(p < place ? p : p - 1);
        std::copy_n(from, size, vectors.row(p));
    }
    all.vectors = std::move(vectors);
}

SparseEigen by_lanczos(const EigenProblem& problem, Index count, const Context& context) {
    SparseEigen all = lanczos(problem, count, DenseMatrix(), context);
    while (all.stop == Stop::converged && all.vectors.rows() + problem.known < problem.size) {
        const SparseEigen next = lanczos(problem, 1, all.vectors, context);
        all.products += next.products;
        if (next.stop != Stop::converged) all.stop = next.stop;
        const double slack = 1e-10 * (problem.upper + 1.0);
        if (next.values.empty() || next.values.front() >= all.values[at(count) - 1] - slack) break;
        insert_pair(all, next.values.front(), next.vectors.row(0));
    }
    if (all.vectors.rows() > count) {
        all.values.resize(at(count));
        all.vectors.truncate(count);
    }
    return all;
}

SparseEigen by_lapack(const EigenProblem& problem, Index count, const Context& context) {
    std::vector<double> inside(at(problem.size));
    // The known space goes to the upper end of the spectrum.
    const double above = 2.0 * (problem.upper + 1.0);
    const auto shifted = [&](const double* in, double* out) {
        std::copy_n(in, problem.size, inside.data());
        problem.remove_known(inside.data());
        problem.apply(inside.data(), out);
        problem.remove_known(out);
        for (Index i = 0; i < problem.size; ++i) out[i] += above * (in[i] - inside[at(i)]);
    };
    DenseEigen all = dense_eigen(matrix_of(problem.size, shifted, context), context);
    all.values.resize(at(count));
    all.vectors.truncate(count);
    return {std::move(all.values), std::move(all.vectors), Stop::converged, problem.size};
}

}  // namespace

DenseMatrix matrix_of(Index size, FunctionRef<void(const double* in, double* out)> apply,
                      const Context& context) {
    DenseMatrix matrix = DenseMatrix::uninitialized(size, size);
    std::vector<double> unit(at(size));
    for (Index i = 0; i < size; ++i) {
        context.check_cancel();
        unit[at(i)] = 1.0;
        apply(unit.data(), matrix.row(i));
        unit[at(i)] = 0.0;
    }
    return matrix;
}

SparseEigen smallest_eigenpairs(const EigenProblem& problem, Index count, const Context& context) {
    count = std::min(count, problem.size - problem.known);
    if (count <= 0) return {{}, DenseMatrix(0, problem.size), Stop::converged, 0};
    const bool dense =
        problem.size <= always_dense || (problem.size <= largest_dense && 4 * count > problem.size);
    if (!dense && 2 * count > problem.size)
        throw Error("more than half of " + std::to_string(problem.size) +
                    " eigenpairs are asked for: that needs a dense matrix, which is made for at most " +
                    std::to_string(largest_dense) + " samples");
    return dense ? by_lapack(problem, count, context) : by_lanczos(problem, count, context);
}

}  // namespace tamis::detail
