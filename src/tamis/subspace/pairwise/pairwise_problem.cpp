#include "tamis/subspace/pairwise/pairwise_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/centered/centered_data.hpp"
#include "tamis/passes/rounds/scatter_round.hpp"

namespace tamis::detail {

namespace {

constexpr Index most_scatter_cells = Index{1} << 25;  // 256 MB of class scatter matrices are kept

class DenseProblem final : public PairwiseProblem {
  public:
    DenseProblem(const Rows& x, FilledClasses classes, ClassMeans means, double alpha, const Context& context,
                 PairSum sum)
        : PairwiseProblem(std::move(classes), std::move(means), alpha, sum),
          context_(context),
          rows_(x, {.means = this->means().means, .group_of = this->classes().of}),
          sharded_(x.shards() != nullptr),
          m_(x.cols(), x.cols()) {
        const Index p = size(), count = this->classes().classes();
        if (const Shards* shards = x.shards()) {
            scatters_ = shard_class_scatters(*shards, this->means().means, this->classes().of, context);
            return;
        }
        rows_.hold_if_small();
        if (count * p * p > most_scatter_cells) return;
        scatters_ = DenseMatrix(count, p * p);
        std::vector<std::vector<Index>> members(at(count));
        for (Index i = 0; i < x.rows(); ++i) members[at(this->classes().of[at(i)])].push_back(i);
        parallel_chunks(context, count, 1, [&](const Chunk& one) {
            const DenseMatrix scatter = rows_.feature_gram(members[at(one.number)], {}, context);
            std::copy_n(scatter.data(), p * p, scatters_.row(one.number));
        });
    }

    void focus(const PairwiseState& state) override {
        const PairwiseWeights w = weights(state);
        const Index p = size();
        m_ = product_tn(means().centered, product(w.laplacian, means().centered));
        if (scatters_.rows() > 0) {
            const blas::SingleThreaded guard;
            blas::multiply(1, p * p, scatters_.rows(), 1.0, {w.omega.data(), scatters_.rows()},
                           {scatters_.data(), p * p}, -1.0, m_.data(), p * p);
        } else {
            std::vector<Index> all(classes().of.size());
            std::iota(all.begin(), all.end(), Index{0});
            std::vector<double> of_sample;
            for (const int k : classes().of) of_sample.push_back(w.omega[at(k)]);
            scale(m_, -1.0);
            add_scaled(m_, 1.0, rows_.feature_gram(all, of_sample, context_));
        }
        for (Index i = 0; i < p; ++i) m_(i, i) += w.diagonal[at(i)];
    }

    DenseMatrix multiply(const DenseMatrix& w) const override { return product(m_, w); }

    double mean_diagonal() const override {
        double sum = 0.0;
        for (Index i = 0; i < size(); ++i) sum += std::abs(m_(i, i));
        return sum / static_cast<double>(size());
    }

    DenseMatrix smallest(const DenseMatrix& w, double shift, double) override {
        DenseMatrix shifted = m_;
        if (shift != 0.0) add_scaled(shifted, -shift, product_nt(w, w));
        return transpose(smallest_dense_eigen(std::move(shifted), w.cols(), context_).vectors);
    }

  protected:
    std::vector<double> class_scatters(const DenseMatrix& w) const override {
        const Index p = size(), count = classes().classes();
        std::vector<double> result(at(count));
        // The cheaper of S_k·W for all classes and the projections of all samples.
        if (scatters_.rows() > 0 && (sharded_ || count * p < rows_.samples())) {
            for (Index k = 0; k < count; ++k) {
                DenseMatrix image(p, w.cols());
                const blas::SingleThreaded guard;
                blas::multiply(p, w.cols(), p, 1.0, {scatters_.row(k), p}, {w.data(), w.cols()}, 0.0,
                               image.data(), w.cols());
                result[at(k)] = std::max(0.0, inner_product(image, w));
            }
            return result;
        }
        const DenseMatrix projected = rows_.times(w, context_);
        for (Index i = 0; i < projected.rows(); ++i)
            for (Index c = 0; c < projected.cols(); ++c)
                result[at(classes().of[at(i)])] += projected(i, c) * projected(i, c);
        return result;
    }

  private:
    const Context& context_;
    CenteredData rows_;
    bool sharded_;
    DenseMatrix scatters_;  // one S_k per row; empty if they would take too much memory
    DenseMatrix m_;
};

}  // namespace

PairwiseState PairwiseProblem::evaluate(DenseMatrix w) const {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    PairwiseState state;
    state.w = std::move(w);
    state.scatter = class_scatters(state.w);
    const DenseMatrix projected = product(means_.centered, state.w);
    const Index count = projected.rows();
    state.distance = DenseMatrix(count, count);
    for (Index j = 0; j < count; ++j)
        for (Index k = 0; k < j; ++k) {
            double sum = 0.0;
            for (Index c = 0; c < projected.cols(); ++c) {
                const double apart = projected(j, c) - projected(k, c);
                sum += apart * apart;
            }
            state.distance(j, k) = state.distance(k, j) = sum;
            const double nj = classes_.counts[at(j)], nk = classes_.counts[at(k)];
            const double within = state.scatter[at(j)] + state.scatter[at(k)];
            if (sum_.kind == PairSum::arithmetic)
                state.ratio -= nj * nk * sum / (within + sum_.floor);
            else if (sum > 0.0)
                state.ratio += (nj + nk) * (nj + nk) * within / (nj * nk * sum);
            else
                state.ratio = infinite;
        }
    double penalty = 0.0;
    for (Index i = 0; i < state.w.rows(); ++i) {
        double sum = epsilon * epsilon;
        for (Index c = 0; c < state.w.cols(); ++c) sum += state.w(i, c) * state.w(i, c);
        state.row_lengths.push_back(std::sqrt(sum));
        penalty += state.row_lengths.back();
    }
    state.value = state.ratio + alpha_ * penalty;
    return state;
}

double PairwiseProblem::largest_share(const PairwiseState& state) const {
    double largest = 0.0, sum = 0.0;
    for (Index j = 0; j < state.distance.rows(); ++j)
        for (Index k = 0; k < j; ++k) {
            const double within = state.scatter[at(j)] + state.scatter[at(k)] + sum_.floor;
            const double part =
                classes_.counts[at(j)] * classes_.counts[at(k)] * state.distance(j, k) / within;
            largest = std::max(largest, part);
            sum += part;
        }
    return sum > 0.0 ? largest / sum : 0.0;
}

PairwiseWeights PairwiseProblem::weights(const PairwiseState& state) const {
    const Index count = state.distance.rows();
    PairwiseWeights result{std::vector<double>(at(count)), DenseMatrix(count, count), {}};
    for (Index j = 0; j < count; ++j)
        for (Index k = 0; k < count; ++k) {
            if (j == k) continue;
            const double nj = classes_.counts[at(j)], nk = classes_.counts[at(k)];
            const double within = state.scatter[at(j)] + state.scatter[at(k)] + sum_.floor;
            const double apart = state.distance(j, k);
            const bool arithmetic = sum_.kind == PairSum::arithmetic;
            const double u =
                arithmetic ? nj * nk * apart / (within * within) : (nj + nk) * (nj + nk) / (nj * nk * apart);
            const double v = arithmetic ? nj * nk / within : u * within / apart;
            result.omega[at(j)] += u;
            result.laplacian(j, k) = -v;
            result.laplacian(j, j) += v;
        }
    for (const double length : state.row_lengths) result.diagonal.push_back(alpha_ / (2.0 * length));
    return result;
}

std::unique_ptr<PairwiseProblem> dense_pairwise_problem(const Rows& x, FilledClasses classes,
                                                        ClassMeans means, double alpha,
                                                        const Context& context, PairSum sum) {
    return std::make_unique<DenseProblem>(x, std::move(classes), std::move(means), alpha, context, sum);
}

bool is_worked_directly(const Rows& x, const FilledClasses& classes, double alpha) {
    // An eigenproblem of M as a matrix takes d³ operations, one in the direct form d·(samples + classes)² and
    // some passes over a basis of a few dozen vectors: it is the faster one with few samples, or many
    // features.
    constexpr Index many_features = 400, basis = 30, times = 3;
    const Index rank = x.rows() + classes.classes();
    return alpha > 0.0 && x.cols() > rank && (x.cols() > many_features || x.cols() > times * (rank + basis));
}

std::unique_ptr<PairwiseProblem> make_pairwise_problem(const Rows& x, FilledClasses classes, ClassMeans means,
                                                       double alpha, const Context& context) {
    if (is_worked_directly(x, classes, alpha))
        return direct_pairwise_problem(x.require_matrix("trln on more features than samples"),
                                       std::move(classes), std::move(means), alpha, context);
    return dense_pairwise_problem(x, std::move(classes), std::move(means), alpha, context);
}

}  // namespace tamis::detail
