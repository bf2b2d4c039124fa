// The fit in the space of the samples: M = I + (1/γ)Z_U Q Z_Uᵀ, samples × samples, for more features than
// samples.
#include <algorithm>
#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/cholesky_matrix.hpp"
#include "tamis/core/error.hpp"
#include "tamis/methods/gfs/class_fit.hpp"

namespace tamis::detail {

namespace {

constexpr double residual_limit = 1e-13;  // of conjugate gradients, relative to the right-hand side
constexpr Index most_rounds = 2000;

double dot(const double* a, const double* b, Index count) {
    double sum = 0.0;
    for (Index i = 0; i < count; ++i) sum += a[i] * b[i];
    return sum;
}

// Matrices that live on the samples are held by rows of length n: width × n.
class SampleFit : public ClassFit {
  public:
    SampleFit(const FisherData& data, std::vector<Index> features, double gamma, SampleSolver solver)
        : data_(data),
          features_(std::move(features)),
          gamma_(gamma),
          scaled_gamma_(data.scaled(gamma)),
          solver_(solver),
          products_(data.products(features_)) {}

    double explained(std::span<const double> weights) override {
        weights_.assign(weights.begin(), weights.end());
        for (double& weight : weights_) weight = std::max(0.0, weight) / scaled_gamma_;
        if (solver_ == SampleSolver::cholesky) {
            factor_ = data_.columns().weighted_gram(features_, weights_);
            for (Index i = 0; i < factor_.rows(); ++i) factor_(i, i) += 1.0;
            if (!factor_in_place(factor_)) throw_gamma_too_small(gamma_);
        }
        const ClassCode& classes = data_.classes();
        DenseMatrix code = DenseMatrix::uninitialized(classes.width(), data_.samples());
        for (Index k = 0; k < code.rows(); ++k)
            for (Index i = 0; i < code.cols(); ++i) code(k, i) = classes.code(classes.class_of[at(i)], k);
        pull_ = data_.columns().multiply_columns(features_, solve(std::move(code)), data_.context());
        double sum = 0.0;
        for (Index j = 0; j < pull_.rows(); ++j)
            sum += weights_[at(j)] * dot(products_.row(j), pull_.row(j), pull_.cols());
        return sum;
    }

    DenseMatrix pull() override { return pull_; }

    // Σ N_jl (a_j·a_l) = ⟨D_s, M⁻¹D_t⟩ with D_t = Z_t A_t: independent of the number of features.
    DenseMatrix curvature(std::span<const Plane> planes, const DenseMatrix& pull) override {
        const auto directions = static_cast<Index>(planes.size());
        const Index width = pull.cols(), n = data_.samples();
        DenseMatrix moved = DenseMatrix::uninitialized(directions * width, n);
        for (Index t = 0; t < directions; ++t) {
            std::vector<Index> columns;
            DenseMatrix part = DenseMatrix::uninitialized(static_cast<Index>(planes[at(t)].size()), width);
            for (Index p = 0; p < part.rows(); ++p) {
                const Index j = planes[at(t)][at(p)];
                columns.push_back(features_[at(j)]);
                std::copy_n(pull.row(j), width, part.row(p));
            }
            const DenseMatrix combined = data_.columns().combine(columns, part, data_.context());
            std::copy_n(combined.data(), width * n, moved.row(t * width));
        }
        const DenseMatrix solved = solve(moved);
        DenseMatrix result = DenseMatrix::uninitialized(directions, directions);
        const blas::SingleThreaded guard;
        blas::multiply(directions, directions, width * n, 1.0 / (scaled_gamma_ * scaled_gamma_),
                       {moved.data(), width * n}, {solved.data(), width * n, blas::Form::transposed}, 0.0,
                       result.data(), directions);
        for (Index s = 0; s < directions; ++s)
            for (Index t = 0; t < s; ++t) result(s, t) = result(t, s) = 0.5 * (result(s, t) + result(t, s));
        return result;
    }

  private:
    // M⁻¹ of every row.
    DenseMatrix solve(DenseMatrix right) const {
        if (solver_ == SampleSolver::conjugate_gradients) return solve_iteratively(right);
        DenseMatrix columns = std::move(transposed(right).dense());
        solve_lower(factor_, columns);
        solve_lower_transposed(factor_, columns);
        return std::move(transposed(columns).dense());
    }

    DenseMatrix apply(const DenseMatrix& rows) const {
        DenseMatrix inner = data_.columns().multiply_columns(features_, rows, data_.context());
        for (Index j = 0; j < inner.rows(); ++j)
            for (Index r = 0; r < inner.cols(); ++r) inner(j, r) *= weights_[at(j)];
        DenseMatrix result = data_.columns().combine(features_, inner, data_.context());
        for (Index e = 0; e < rows.rows() * rows.cols(); ++e) result.data()[e] += rows.data()[e];
        return result;
    }

    // Conjugate gradients on all rows side by side; the smallest eigenvalue of M is 1.
    DenseMatrix solve_iteratively(const DenseMatrix& right) const {
        const Index count = right.rows(), n = right.cols();
        DenseMatrix solution(count, n), residual = right, direction = right;
        std::vector<double> energy(at(count)), goal(at(count));
        for (Index r = 0; r < count; ++r) {
            energy[at(r)] = dot(right.row(r), right.row(r), n);
            goal[at(r)] = energy[at(r)] * residual_limit * residual_limit;
        }
        for (Index round = 0; round < most_rounds; ++round) {
            data_.context().check_cancel();
            const DenseMatrix image = apply(direction);
            bool done = true;
            for (Index r = 0; r < count; ++r) {
                if (energy[at(r)] <= goal[at(r)]) continue;
                const double step = energy[at(r)] / dot(direction.row(r), image.row(r), n);
                for (Index i = 0; i < n; ++i) {
                    solution(r, i) += step * direction(r, i);
                    residual(r, i) -= step * image(r, i);
                }
                const double next = dot(residual.row(r), residual.row(r), n);
                const double ratio = next / energy[at(r)];
                for (Index i = 0; i < n; ++i) direction(r, i) = residual(r, i) + ratio * direction(r, i);
                energy[at(r)] = next;
                done = done && next <= goal[at(r)];
            }
            if (done) return solution;
        }
        throw_gamma_too_small(gamma_);
    }

    const FisherData& data_;
    std::vector<Index> features_;
    double gamma_, scaled_gamma_;
    SampleSolver solver_;
    DenseMatrix products_;         // R
    std::vector<double> weights_;  // q/γ
    DenseMatrix factor_;           // of M
    DenseMatrix pull_;
};

}  // namespace

std::unique_ptr<ClassFit> fit_in_sample_space(const FisherData& data, std::vector<Index> features,
                                              double gamma, SampleSolver solver) {
    return std::make_unique<SampleFit>(data, std::move(features), gamma, solver);
}

}  // namespace tamis::detail
