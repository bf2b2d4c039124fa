// The criterion of TRLN on more features than samples: M = αD + ZᵀZ - N·Nᵀ with D diagonal, Z the samples
// times √ω about their class means and N = U·G, L_v = G·Gᵀ.
//
// Its smallest eigenvectors are the largest ones of (M - σ)⁻¹ for σ below all eigenvalues, which twice the
// identity of Woodbury applies with samples × samples work: first A = αD - σ + ZᵀZ, then A - N·Nᵀ. That
// second step fails exactly where σ is not below all eigenvalues, so a wrong guess of σ is noticed. Lanczos
// on M itself would not converge: D spans six decades.
#include <algorithm>
#include <cmath>
#include <optional>

#include "tamis/algebra/cholesky_matrix.hpp"
#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/passes/centered/centered_data.hpp"
#include "tamis/subspace/pairwise/pairwise_problem.hpp"

namespace tamis::detail {

namespace {

void scale_rows(DenseMatrix& a, const std::vector<double>& factors) {
    for (Index i = 0; i < a.rows(); ++i)
        for (Index j = 0; j < a.cols(); ++j) a(i, j) *= factors[at(i)];
}

// [a b]
DenseMatrix side_by_side(const DenseMatrix& a, const DenseMatrix& b) {
    DenseMatrix out(b.rows(), a.cols() + b.cols());
    for (Index i = 0; i < out.rows(); ++i) {
        std::copy_n(a.row(i), a.cols(), out.row(i));
        std::copy_n(b.row(i), b.cols(), out.row(i) + a.cols());
    }
    return out;
}

// (αD - σ + ZᵀZ - N·Nᵀ)⁻¹
class ShiftedInverse {
  public:
    ShiftedInverse(const CenteredData& rows, const std::vector<double>& roots, std::vector<double> inverse,
                   const Context& context)
        : rows_(rows), roots_(roots), inverse_(std::move(inverse)), context_(context) {
        // I + Z·(αD-σ)⁻¹·Zᵀ
        small_ = rows.sample_gram(inverse_, context);
        for (Index i = 0; i < small_.rows(); ++i) {
            for (Index j = 0; j < small_.cols(); ++j) small_(i, j) *= roots[at(i)] * roots[at(j)];
            small_(i, i) += 1.0;
        }
        if (!factor_in_place(small_))
            throw Error("trln: the numbers in the data are too large for the penalty",
                        "scale them (" + option("scale", "standard") + ")");
    }

    // Takes N in; false if the matrix is not positive definite.
    bool subtract(const DenseMatrix& columns) {
        outer_ = without(columns);
        inner_ = product_tn(columns, outer_, context_);
        scale(inner_, -1.0);
        for (Index i = 0; i < inner_.rows(); ++i) inner_(i, i) += 1.0;
        return factor_in_place(inner_);
    }

    DenseMatrix times(const DenseMatrix& v) const {
        DenseMatrix result = without(v);
        DenseMatrix part = product_tn(outer_, v, context_);
        solve_lower(inner_, part);
        solve_lower_transposed(inner_, part);
        add_scaled(result, 1.0, product(outer_, part, context_));
        return result;
    }

  private:
    // A⁻¹·v
    DenseMatrix without(DenseMatrix v) const {
        scale_rows(v, inverse_);
        DenseMatrix part = rows_.times(v, context_);
        scale_rows(part, roots_);
        solve_lower(small_, part);
        solve_lower_transposed(small_, part);
        scale_rows(part, roots_);
        DenseMatrix correction = rows_.transposed_times(part, context_);
        scale_rows(correction, inverse_);
        add_scaled(v, -1.0, correction);
        return v;
    }

    const CenteredData& rows_;
    const std::vector<double>& roots_;  // √ω per sample
    std::vector<double> inverse_;       // (αD - σ)⁻¹
    const Context& context_;
    DenseMatrix small_, outer_, inner_;
};

class DirectProblem final : public PairwiseProblem {
  public:
    DirectProblem(const MatrixView& x, FilledClasses classes, ClassMeans means, double alpha,
                  const Context& context)
        : PairwiseProblem(std::move(classes), std::move(means), alpha),
          context_(context),
          rows_(x, {.means = this->means().means, .group_of = this->classes().of}) {
        rows_.hold_if_small();
    }

    void focus(const PairwiseState& state) override {
        PairwiseWeights w = weights(state);
        diagonal_ = std::move(w.diagonal);
        roots_.clear();
        for (const int k : classes().of) roots_.push_back(std::sqrt(w.omega[at(k)]));
        const DenseEigen spectrum = dense_eigen(std::move(w.laplacian));
        DenseMatrix root = spectrum.vectors;  // Gᵀ
        for (Index k = 0; k < root.rows(); ++k)
            for (Index j = 0; j < root.cols(); ++j)
                root(k, j) *= std::sqrt(std::max(0.0, spectrum.values[at(k)]));
        negative_ = transpose(product(root, means().centered));
        const DenseEigen size = dense_eigen(product_tn(negative_, negative_, context_));
        lower_bound_ = -1.01 * size.values.back();
        lowest_.reset();
    }

    DenseMatrix multiply(const DenseMatrix& w) const override {
        DenseMatrix result = w;
        scale_rows(result, diagonal_);
        DenseMatrix part = rows_.times(w, context_);
        for (Index i = 0; i < part.rows(); ++i)
            for (Index c = 0; c < part.cols(); ++c) part(i, c) *= roots_[at(i)] * roots_[at(i)];
        add_scaled(result, 1.0, rows_.transposed_times(part, context_));
        add_scaled(result, -1.0, product(negative_, product_tn(negative_, w, context_), context_));
        return result;
    }

    double mean_diagonal() const override { return *std::min_element(diagonal_.begin(), diagonal_.end()); }

    DenseMatrix smallest(const DenseMatrix& w, double shift, double accuracy) override {
        DenseMatrix near = w;
        scale(near, std::sqrt(shift));
        const DenseMatrix negative = shift > 0.0 ? side_by_side(negative_, near) : negative_;
        const double ceiling = 0.9 * *std::min_element(diagonal_.begin(), diagonal_.end());
        const double floor = lower_bound_ - 1.01 * shift;
        // No eigenvalue is below the smallest one of M less the shift. Before that one is known, Rayleigh's
        // quotients of w are a guess.
        const std::vector<double> guess = dense_eigen(product_tn(w, multiply(w), context_)).values;
        const double lowest = (lowest_ ? *lowest_ : guess.front()) - shift;
        double gap = std::max({guess.back() - guess.front(), 0.1 * std::abs(lowest), 1e-3 * shift});
        for (;; gap *= 8.0) {
            context_.check_cancel();
            const double sigma = std::max(std::min(lowest - gap, ceiling), floor);
            if (auto found = solve(negative, w, sigma, accuracy)) {
                if (shift == 0.0) lowest_ = found->lowest;
                return std::move(found->vectors);
            }
            if (sigma == floor) throw Error("trln: no shift below the spectrum was found: scale the data");
        }
    }

  protected:
    std::vector<double> class_scatters(const DenseMatrix& w) const override {
        const DenseMatrix projected = rows_.times(w, context_);
        std::vector<double> result(at(classes().classes()));
        for (Index i = 0; i < projected.rows(); ++i)
            for (Index c = 0; c < projected.cols(); ++c)
                result[at(classes().of[at(i)])] += projected(i, c) * projected(i, c);
        return result;
    }

  private:
    struct Smallest {
        DenseMatrix vectors;
        double lowest;  // eigenvalue
    };

    // Nothing if σ is not below the spectrum.
    std::optional<Smallest> solve(const DenseMatrix& negative, const DenseMatrix& w, double sigma,
                                  double accuracy) {
        std::vector<double> inverse;
        for (const double entry : diagonal_) inverse.push_back(1.0 / (entry - sigma));
        ShiftedInverse operation(rows_, roots_, std::move(inverse), context_);
        if (!operation.subtract(negative)) return std::nullopt;
        double largest = 0.0;
        DenseMatrix vectors = leading_block(operation, w, accuracy, largest);
        return Smallest{std::move(vectors), sigma + 1.0 / largest};
    }

    // The best vectors of a space of dimension basis.cols() that `images` are the images of.
    struct Ritz {
        DenseMatrix vectors;
        double largest = 0.0;  // eigenvalue
        double worst = 0.0;    // residual of the first `dim`, relative to their eigenvalues
    };

    Ritz best_of(const DenseMatrix& basis, const DenseMatrix& images, Index dim, Index count) const {
        const DenseEigen ritz = dense_eigen(product_tn(basis, images, context_));
        DenseMatrix best(basis.cols(), count);
        for (Index c = 0; c < count; ++c)
            for (Index i = 0; i < best.rows(); ++i) best(i, c) = ritz.vectors(basis.cols() - 1 - c, i);
        Ritz result{product(basis, best, context_), ritz.values.back(), 0.0};
        const DenseMatrix image = product(images, best, context_);
        std::vector<double> sums(at(dim));
        for (Index i = 0; i < image.rows(); ++i)
            for (Index c = 0; c < dim; ++c) {
                const double rest =
                    image(i, c) - ritz.values[at(basis.cols() - 1 - c)] * result.vectors(i, c);
                sums[at(c)] += rest * rest;
            }
        for (Index c = 0; c < dim; ++c)
            result.worst =
                std::max(result.worst, std::sqrt(sums[at(c)]) / ritz.values[at(basis.cols() - 1 - c)]);
        return result;
    }

    // Block Krylov spaces of the inverse, restarted with the best vectors: w is a good start, two random
    // columns see what it does not contain.
    DenseMatrix leading_block(const ShiftedInverse& operation, const DenseMatrix& w, double accuracy,
                              double& largest) const {
        constexpr Index extra = 2, depth = 6;
        constexpr int restarts = 100;
        const Index dim = w.cols();
        DenseMatrix block(w.rows(), extra);
        Random random(context_.seed + 1);
        for (Index i = 0; i < block.rows() * extra; ++i) block.data()[i] = random.normal();
        block = orthonormal_columns(side_by_side(w, block), context_);
        Ritz best;
        for (int restart = 0; restart <= restarts; ++restart) {
            context_.check_cancel();
            DenseMatrix basis = block, images = operation.times(block), newest = images;
            for (Index level = 1; level < depth; ++level) {
                DenseMatrix next = std::move(newest);
                for (int pass = 0; pass < 2; ++pass)
                    add_scaled(next, -1.0, product(basis, product_tn(basis, next, context_), context_));
                next = orthonormal_columns(std::move(next), context_);
                newest = operation.times(next);
                images = side_by_side(images, newest);
                basis = side_by_side(basis, next);
                best = best_of(basis, images, dim, block.cols());
                if (best.worst <= accuracy) break;
            }
            block = std::move(best.vectors);
            if (best.worst <= accuracy) break;
        }
        largest = best.largest;
        DenseMatrix result(w.rows(), dim);
        for (Index i = 0; i < result.rows(); ++i) std::copy_n(block.row(i), dim, result.row(i));
        return orthonormal_columns(std::move(result), context_);
    }

    const Context& context_;
    CenteredData rows_;
    std::vector<double> diagonal_, roots_;  // αD per feature, √ω per sample
    DenseMatrix negative_;                  // N
    double lower_bound_ = 0.0;              // no eigenvalue of M is below
    std::optional<double> lowest_;          // eigenvalue of M, once it is known
};

}  // namespace

std::unique_ptr<PairwiseProblem> direct_pairwise_problem(const MatrixView& x, FilledClasses classes,
                                                         ClassMeans means, double alpha,
                                                         const Context& context) {
    return std::make_unique<DirectProblem>(x, std::move(classes), std::move(means), alpha, context);
}

}  // namespace tamis::detail
