#include "tamis/passes/nearest.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis {

namespace {

constexpr Index asked_side = 128, known_side = 256;  // of a tile of products
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Nearest {
    double distance = infinity;
    Index index = -1;

    void offer(double other, Index j) {
        if (other < distance || (other == distance && j < index) || index < 0) *this = {other, j};
    }
};

// ‖row‖² over the first counts[0], counts[1], … columns, one list per count.
std::vector<std::vector<double>> squared_norms(const DenseView& x, std::span<const Index> counts) {
    std::vector<std::vector<double>> norms(counts.size(), std::vector<double>(at(x.rows)));
    for (Index i = 0; i < x.rows; ++i) {
        double norm = 0.0;
        Index begin = 0;
        for (std::size_t c = 0; c < counts.size(); ++c) {
            norm += squared_norm(x.row(i) + begin, counts[c] - begin);
            norms[c][at(i)] = norm;
            begin = counts[c];
        }
    }
    return norms;
}

// bounds = products + norms + own; the smallest of them. Eight partial minima, so that it can be vectorized.
double smallest_bound(const double* products, const double* norms, double own, Index count, double* bounds) {
    std::array<double, 8> least;
    least.fill(infinity);
    Index c = 0;
    for (; c + 8 <= count; c += 8)
        for (Index lane = 0; lane < 8; ++lane) {
            const double bound = products[c + lane] + (own + norms[c + lane]);
            bounds[c + lane] = bound;
            least[at(lane)] = bound < least[at(lane)] ? bound : least[at(lane)];
        }
    for (; c < count; ++c) {
        bounds[c] = products[c] + (own + norms[c]);
        least[0] = std::min(least[0], bounds[c]);
    }
    return *std::min_element(least.begin(), least.end());
}

// Products in tiles by BLAS say which samples may be nearest; those few are measured exactly. Of d² =
// ‖a‖² + ‖b‖² - 2ab, rounding moves neither side by more than error·(‖a‖² + ‖b‖²) + underflow.
class DenseSearch {
  public:
    // `others`: known and asked are the same rows, and no row is its own neighbor.
    DenseSearch(const DenseView& known, const DenseView& asked, std::span<const Index> counts, bool others)
        : known_(known), asked_(asked), counts_(counts), others_(others) {
        known_norms_ = squared_norms(known, counts);
        asked_norms_ = squared_norms(asked, counts);
        const auto terms = static_cast<double>(known.cols + 8 + 2 * static_cast<Index>(counts.size()));
        const double error = 4.0 * terms * std::numeric_limits<double>::epsilon();
        underflow_ = 4.0 * terms * std::numeric_limits<double>::min();
        // From here on they give lower bounds of the distances.
        for (auto* all : {&known_norms_, &asked_norms_})
            for (std::vector<double>& norms : *all)
                for (double& norm : norms) norm *= 1.0 - error;
    }

    void search(Index begin, Index end, std::vector<std::vector<Index>>& nearest) const {
        std::vector<double> tile(at(asked_side * known_side));
        std::vector<std::vector<Nearest>> best(counts_.size(), std::vector<Nearest>(at(end - begin)));
        for (Index first = 0; first < known_.rows; first += known_side) {
            const Index count = std::min(known_side, known_.rows - first);
            Index column = 0;
            for (std::size_t c = 0; c < counts_.size(); ++c) {
                blas::multiply(end - begin, count, counts_[c] - column, -2.0,
                               {asked_.row(begin) + column, asked_.stride},
                               {known_.row(first) + column, known_.stride, blas::Form::transposed},
                               column == 0 ? 0.0 : 1.0, tile.data(), known_side);
                column = counts_[c];
                for (Index i = begin; i < end; ++i)
                    scan(i, first, count, c, tile.data() + (i - begin) * known_side, best[c][at(i - begin)]);
            }
        }
        for (std::size_t c = 0; c < counts_.size(); ++c)
            for (Index i = begin; i < end; ++i) nearest[c][at(i)] = best[c][at(i - begin)].index;
    }

  private:
    void scan(Index i, Index first, Index count, std::size_t c, const double* products, Nearest& best) const {
        std::array<double, known_side> bounds;
        const double own = asked_norms_[c][at(i)] - underflow_;
        double least = smallest_bound(products, known_norms_[c].data() + first, own, count, bounds.data());
        if (others_ && i >= first && i < first + count) {
            bounds[at(i - first)] = infinity;
            least = *std::min_element(bounds.begin(), bounds.begin() + count);
            if (least == infinity) return;  // alone in this tile
        }
        if (best.index >= 0 && least > best.distance) return;
        const Index promising = std::find(bounds.begin(), bounds.begin() + count, least) - bounds.begin();
        measure(i, first + promising, c, best);
        for (Index other = 0; other < count; ++other)
            if (other != promising && bounds[at(other)] <= best.distance && bounds[at(other)] < infinity)
                measure(i, first + other, c, best);
    }

    void measure(Index i, Index j, std::size_t c, Nearest& best) const {
        best.offer(squared_distance(asked_.row(i), known_.row(j), counts_[c]), j);
    }

    const DenseView& known_;
    const DenseView& asked_;
    std::span<const Index> counts_;
    bool others_;
    std::vector<std::vector<double>> known_norms_, asked_norms_;  // per count, times 1 - error
    double underflow_ = 0.0;
};

// The part of a row in the columns before `count`.
SparseRow prefix(const SparseRow& row, Index count) {
    const auto end = std::lower_bound(row.columns.begin(), row.columns.end(), count);
    const auto length = static_cast<std::size_t>(end - row.columns.begin());
    return {row.columns.first(length), row.values.first(length)};
}

void check_request(const MatrixView& known, const MatrixView& asked, std::span<const Index> counts) {
    if (known.rows() == 0) throw Error("there is no sample to be nearest to");
    if (known.cols() != asked.cols() || known.is_sparse() != asked.is_sparse())
        throw Error("the nearest samples need two sets with the same features, both dense or both sparse");
    if (!std::is_sorted(counts.begin(), counts.end()) ||
        (!counts.empty() && (counts.front() < 0 || counts.back() > known.cols())))
        throw Error("column numbers must ascend and lie within the data");
}

std::vector<std::vector<Index>> search(const MatrixView& known, const MatrixView& asked,
                                       std::span<const Index> counts, bool others, const Context& context) {
    check_request(known, asked, counts);
    std::vector<std::vector<Index>> nearest(counts.size(), std::vector<Index>(at(asked.rows())));
    if (known.is_sparse()) {
        parallel_chunks(context, asked.rows(), 16, [&](const Chunk& chunk) {
            for (std::size_t c = 0; c < counts.size(); ++c)
                for (Index i = chunk.begin; i < chunk.end; ++i) {
                    Nearest best;
                    const SparseRow own = prefix(asked.sparse().row(i), counts[c]);
                    for (Index j = 0; j < known.rows(); ++j)
                        if (!others || i != j)
                            best.offer(squared_distance(own, prefix(known.sparse().row(j), counts[c])), j);
                    nearest[c][at(i)] = best.index;
                }
        });
        return nearest;
    }
    const blas::SingleThreaded guard;
    const DenseSearch dense(known.dense(), asked.dense(), counts, others);
    parallel_chunks(context, asked.rows(), asked_side,
                    [&](const Chunk& chunk) { dense.search(chunk.begin, chunk.end, nearest); });
    return nearest;
}

}  // namespace

std::vector<Index> nearest_samples(const MatrixView& known, const MatrixView& asked, const Context& context) {
    const std::array all{known.cols()};
    return std::move(search(known, asked, all, false, context).front());
}

std::vector<std::vector<Index>> nearest_by_prefix(const MatrixView& known, const MatrixView& asked,
                                                  std::span<const Index> counts, const Context& context) {
    return search(known, asked, counts, false, context);
}

std::vector<std::vector<Index>> nearest_others_by_prefix(const MatrixView& x, std::span<const Index> counts,
                                                         const Context& context) {
    if (x.rows() < 2) throw Error("the nearest other sample needs two samples or more");
    return search(x, x, counts, true, context);
}

}  // namespace tamis
