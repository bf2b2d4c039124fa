#include "tamis/algebra/leading_eigenpairs.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/random/engine.hpp"

namespace tamis::detail {

namespace {

constexpr int largest_number_of_restarts = 300;

double length(const double* v, Index size) {
    double sum = 0.0;
    for (Index i = 0; i < size; ++i) sum += v[i] * v[i];
    return std::sqrt(sum);
}

class ThickRestart {
  public:
    ThickRestart(Index size, Index count, const Context& context)
        : size_(size),
          count_(count),
          capacity_(std::min(size, 2 * count + 20)),
          context_(context),
          random_(context.seed),
          basis_(DenseMatrix::uninitialized(capacity_ + 1, size)),
          projected_(at(capacity_ * capacity_)) {}

    LeadingEigen run(FunctionRef<void(const double*, double*)> apply, const std::vector<double>& start,
                     double tolerance, EigenSearch search) {
        set_start(start);
        for (int restart = 0;; ++restart) {
            Ritz ritz;
            do {
                const Index until = search == EigenSearch::nearby ? std::max(filled_ + 1, count_) : capacity_;
                const double rest = extend(apply, until);
                ritz = look(rest, tolerance);
            } while (!ritz.converged && filled_ < capacity_);
            const bool done = ritz.converged || restart == largest_number_of_restarts;
            const Index kept = done ? count_ : std::min(capacity_ - 1, count_ + (capacity_ - count_) / 2);
            keep_best(ritz.pairs, kept);
            if (!done) continue;
            LeadingEigen result;
            result.converged = ritz.converged;
            result.vectors = DenseMatrix(count_, size_);
            std::copy_n(basis_.data(), count_ * size_, result.vectors.data());
            for (Index c = 0; c < count_; ++c)
                result.values.push_back(std::max(0.0, *(ritz.pairs.values.rbegin() + c)));
            return result;
        }
    }

  private:
    // Eigenpairs of the projected operator; converged if the leading ones are those of the operator itself.
    struct Ritz {
        DenseEigen pairs;
        bool converged = true;
    };

    Ritz look(double rest, double tolerance) const {
        std::vector<double> block(at(filled_ * filled_));
        for (Index j = 0; j < filled_; ++j)
            std::copy_n(projected_.data() + j * capacity_, filled_, block.data() + j * filled_);
        Ritz ritz{dense_eigen(block.data(), filled_)};
        const double largest = std::max(ritz.pairs.values.back(), 0.0);
        for (Index c = 0; c < count_; ++c) {
            const double residual = rest * std::abs(ritz.pairs.vectors(filled_ - 1 - c, filled_ - 1));
            ritz.converged = ritz.converged && residual <= tolerance * largest;
        }
        return ritz;
    }

    void set_start(const std::vector<double>& start) {
        if (!start.empty()) std::copy(start.begin(), start.end(), basis_.row(0));
        if (start.empty() || length(start.data(), size_) == 0.0)
            for (Index i = 0; i < size_; ++i) basis_(0, i) = random_.normal();
        scale(basis_.row(0), 1.0 / length(basis_.row(0), size_));
    }

    void scale(double* v, double factor) const {
        for (Index i = 0; i < size_; ++i) v[i] *= factor;
    }

    // v -= Vᵀ(Vv) over the first `rows` of the basis; adds the coefficients to `taken`.
    void orthogonalize(double* v, Index rows, std::vector<double>& taken) const {
        std::vector<double> coefficients(at(rows));
        blas::multiply(rows, 1, size_, 1.0, {basis_.data(), size_}, {v, 1}, 0.0, coefficients.data(), 1);
        blas::multiply(1, size_, rows, -1.0, {coefficients.data(), rows}, {basis_.data(), size_}, 1.0, v,
                       size_);
        for (std::size_t l = 0; l < coefficients.size(); ++l) taken[l] += coefficients[l];
    }

    // Fills the basis up to `until` rows; the row after them is the next vector. Returns how much of A·v_last
    // is outside of the basis.
    double extend(FunctionRef<void(const double*, double*)> apply, Index until) {
        double rest = 0.0;
        for (Index j = filled_; j < until; ++j) {
            context_.check_cancel();
            double* next = basis_.row(j + 1);
            apply(basis_.row(j), next);
            const double before = length(next, size_);
            std::vector<double> taken(at(j + 1));
            orthogonalize(next, j + 1, taken);
            orthogonalize(next, j + 1, taken);
            for (Index l = 0; l <= j; ++l) {
                projected_[at(j * capacity_ + l)] = taken[at(l)];
                projected_[at(l * capacity_ + j)] = taken[at(l)];
            }
            rest = length(next, size_);
            if (rest > 1e-14 * before && j + 1 < size_) {
                scale(next, 1.0 / rest);
                continue;
            }
            rest = 0.0;  // the basis is invariant: go on in a new direction
            if (j + 1 >= size_) break;
            for (Index i = 0; i < size_; ++i) next[i] = random_.normal();
            scale(next, 1.0 / length(next, size_));
            for (int pass = 0; pass < 3; ++pass) {
                orthogonalize(next, j + 1, taken);
                scale(next, 1.0 / length(next, size_));
            }
        }
        filled_ = until;
        return rest;
    }

    void keep_best(const DenseEigen& ritz, Index kept) {
        DenseMatrix vectors = DenseMatrix::uninitialized(kept, size_);
        std::vector<double> weights(at(kept * filled_));
        for (Index c = 0; c < kept; ++c)
            std::copy_n(ritz.vectors.row(filled_ - 1 - c), filled_, weights.data() + c * filled_);
        blas::multiply(kept, size_, filled_, 1.0, {weights.data(), filled_}, {basis_.data(), size_}, 0.0,
                       vectors.data(), size_);
        std::copy_n(vectors.data(), kept * size_, basis_.data());
        std::copy_n(basis_.row(filled_), size_, basis_.row(kept));
        std::fill(projected_.begin(), projected_.end(), 0.0);
        for (Index c = 0; c < kept; ++c) projected_[at(c * capacity_ + c)] = ritz.values[at(filled_ - 1 - c)];
        filled_ = kept;
    }

    Index size_, count_, capacity_;
    const Context& context_;
    Random random_;
    DenseMatrix basis_;              // orthonormal rows
    std::vector<double> projected_;  // VAVᵀ
    Index filled_ = 0;               // rows of the basis whose products are in `projected_`
};

}  // namespace

LeadingEigen leading_eigen(Index size, Index count, FunctionRef<void(const double*, double*)> apply,
                           std::vector<double> start, double tolerance, const Context& context,
                           EigenSearch search) {
    const blas::SingleThreaded guard;
    return ThickRestart(size, count, context).run(apply, start, tolerance, search);
}

}  // namespace tamis::detail
