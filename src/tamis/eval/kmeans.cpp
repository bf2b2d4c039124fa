#include "tamis/eval/kmeans.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/first_unusable.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis {

using namespace detail;

namespace {

// Distances to the centers are taken by the Gram form, which needs the data near the origin.
DenseMatrix centered(const DenseView& x) {
    DenseMatrix result = DenseMatrix::uninitialized(x.rows, x.cols);
    std::vector<double> mean(at(x.cols), 0.0);
    for (Index i = 0; i < x.rows; ++i)
        for (Index j = 0; j < x.cols; ++j) mean[at(j)] += x(i, j) / static_cast<double>(x.rows);
    for (Index i = 0; i < x.rows; ++i)
        for (Index j = 0; j < x.cols; ++j) result(i, j) = x(i, j) - mean[at(j)];
    return result;
}

// One start from its first centers to the end.
class Run {
  public:
    Run(const DenseMatrix& x, const KmeansOptions& options, std::uint64_t seed)
        : x_(x), options_(options), random_(seed), centers_(options.clusters, x.cols()) {
        result_.of.assign(at(x.rows()), -1);
        size_.assign(at(options.clusters), 0);
    }

    Clustering finish(const Context& context) {
        if (options_.start == KmeansOptions::Start::samples)
            start_from_samples();
        else
            start_spread_out();
        for (Index i = 0; i < options_.max_iterations && assign(); ++i) {
            context.check_cancel();
            update_centers();
        }
        if (options_.moves && options_.clusters > 1)
            for (Index i = 0; i < options_.max_iterations && move_singles(); ++i) context.check_cancel();
        update_centers();
        for (Index i = 0; i < x_.rows(); ++i) result_.objective += distance(i, result_.of[at(i)]);
        return std::move(result_);
    }

  private:
    double distance(Index i, Index cluster) const {
        return squared_distance(x_.row(i), centers_.row(cluster), x_.cols());
    }

    void put_center(Index cluster, Index sample) {
        std::copy_n(x_.row(sample), x_.cols(), centers_.row(cluster));
    }

    void start_from_samples() {
        std::vector<Index> order(at(x_.rows()));
        std::iota(order.begin(), order.end(), Index{0});
        for (Index c = 0; c < options_.clusters; ++c) {
            std::swap(order[at(c)], order[at(c + random_.below(x_.rows() - c))]);
            put_center(c, order[at(c)]);
        }
    }

    void start_spread_out() {
        std::vector<double> nearest(at(x_.rows()), std::numeric_limits<double>::infinity());
        Index sample = random_.below(x_.rows());
        for (Index c = 0; c < options_.clusters; ++c) {
            put_center(c, sample);
            double total = 0.0;
            for (Index i = 0; i < x_.rows(); ++i) {
                nearest[at(i)] = std::min(nearest[at(i)], distance(i, c));
                total += nearest[at(i)];
            }
            double left = random_.uniform() * total;
            for (sample = 0; sample + 1 < x_.rows(); ++sample)
                if ((left -= nearest[at(sample)]) < 0.0) break;
        }
    }

    // Every sample to its nearest center, the first on ties; whether any changed.
    bool assign() {
        const Index count = options_.clusters;
        products_.resize(at(x_.rows() * count));
        blas::multiply(x_.rows(), count, x_.cols(), -2.0, {x_.data(), x_.cols()},
                       {centers_.data(), x_.cols(), blas::Form::transposed}, 0.0, products_.data(), count);
        std::vector<double> norms(at(count));
        for (Index c = 0; c < count; ++c) norms[at(c)] = squared_norm(centers_.row(c), x_.cols());
        bool changed = false;
        std::fill(size_.begin(), size_.end(), 0);
        for (Index i = 0; i < x_.rows(); ++i) {
            const double* row = products_.data() + i * count;
            Index best = 0;
            for (Index c = 1; c < count; ++c)
                if (row[c] + norms[at(c)] < row[best] + norms[at(best)]) best = c;
            changed = changed || result_.of[at(i)] != best;
            result_.of[at(i)] = static_cast<int>(best);
            ++size_[at(best)];
        }
        return fill_empty() || changed;
    }

    bool fill_empty() {
        bool filled = false;
        for (Index c = 0; c < options_.clusters; ++c) {
            if (size_[at(c)] > 0) continue;
            Index farthest = -1;
            double most = -1.0;
            for (Index i = 0; i < x_.rows(); ++i) {
                if (size_[at(result_.of[at(i)])] < 2) continue;
                const double away = distance(i, result_.of[at(i)]);
                if (away > most) most = away, farthest = i;
            }
            --size_[at(result_.of[at(farthest)])];
            result_.of[at(farthest)] = static_cast<int>(c);
            size_[at(c)] = 1;
            put_center(c, farthest);
            filled = true;
        }
        return filled;
    }

    void update_centers() {
        std::fill(centers_.data(), centers_.data() + centers_.rows() * centers_.cols(), 0.0);
        std::fill(size_.begin(), size_.end(), 0);
        for (Index i = 0; i < x_.rows(); ++i) {
            double* center = centers_.row(result_.of[at(i)]);
            for (Index j = 0; j < x_.cols(); ++j) center[j] += x_(i, j);
            ++size_[at(result_.of[at(i)])];
        }
        for (Index c = 0; c < options_.clusters; ++c)
            for (Index j = 0; j < x_.cols(); ++j) centers_(c, j) /= static_cast<double>(size_[at(c)]);
    }

    // A sample leaves a for b if n_b/(n_b+1)·d²(b) < n_a/(n_a-1)·d²(a): the objective falls by the
    // difference.
    bool move_singles() {
        constexpr double margin = 1.0 - 1e-10;  // rounding must not move a sample to and fro
        bool moved = false;
        update_centers();
        for (Index i = 0; i < x_.rows(); ++i) {
            const Index from = result_.of[at(i)];
            if (size_[at(from)] < 2) continue;
            const auto own = static_cast<double>(size_[at(from)]);
            double least = own / (own - 1.0) * distance(i, from) * margin;
            Index to = from;
            for (Index c = 0; c < options_.clusters; ++c) {
                if (c == from) continue;
                const auto other = static_cast<double>(size_[at(c)]);
                const double price = other / (other + 1.0) * distance(i, c);
                if (price < least) least = price, to = c;
            }
            if (to == from) continue;
            move(i, from, to);
            moved = true;
        }
        return moved;
    }

    void move(Index i, Index from, Index to) {
        const auto left = static_cast<double>(--size_[at(from)]);
        const auto grown = static_cast<double>(++size_[at(to)]);
        for (Index j = 0; j < x_.cols(); ++j) {
            centers_(from, j) -= (x_(i, j) - centers_(from, j)) / left;
            centers_(to, j) += (x_(i, j) - centers_(to, j)) / grown;
        }
        result_.of[at(i)] = static_cast<int>(to);
    }

    const DenseMatrix& x_;
    const KmeansOptions& options_;
    Random random_;
    DenseMatrix centers_;
    std::vector<Index> size_;
    std::vector<double> products_;
    Clustering result_;
};

}  // namespace

Clustering kmeans(const DenseView& x, const KmeansOptions& options, const Context& context) {
    if (options.clusters < 1 || options.starts < 1 || options.max_iterations < 1)
        throw UsageError("k-means needs at least one cluster, one start and one iteration");
    if (options.clusters > x.rows)
        throw Error("k-means cannot make " + std::to_string(options.clusters) + " clusters of " +
                    std::to_string(x.rows) + " samples");
    if (const auto cell = first_unusable(MatrixView(x), context)) throw Error(describe(*cell));
    const DenseMatrix data = centered(x);
    const blas::SingleThreaded guard;
    Random seeds(context.seed);
    std::vector<std::uint64_t> seed;
    for (Index s = 0; s < options.starts; ++s)
        seed.push_back(static_cast<std::uint64_t>(seeds.below(std::numeric_limits<Index>::max())));
    std::vector<Clustering> found(at(options.starts));
    parallel_chunks(context, options.starts, 1, [&](const Chunk& chunk) {
        found[at(chunk.number)] = Run(data, options, seed[at(chunk.number)]).finish(context);
    });
    return std::move(*std::min_element(
        found.begin(), found.end(), [](const auto& a, const auto& b) { return a.objective < b.objective; }));
}

}  // namespace tamis
