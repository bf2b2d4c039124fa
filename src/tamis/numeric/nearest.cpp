#include "tamis/numeric/nearest.hpp"

#include <algorithm>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/parallel.hpp"
#include "tamis/numeric/blas.hpp"
#include "tamis/numeric/sums.hpp"

namespace tamis {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

constexpr Index tile_side = 256;
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Nearest {
    double distance = infinity;
    Index index = -1;

    void offer(double other, Index j) {
        if (other < distance || (other == distance && j < index) || index < 0) *this = {other, j};
    }
};

std::vector<double> squared_norms(const DenseView& x) {
    std::vector<double> norms(at(x.rows));
    for (Index i = 0; i < x.rows; ++i) norms[at(i)] = squared_norm(x.row(i), x.cols);
    return norms;
}

// Products in tiles by BLAS say which samples may be nearest; those few are measured exactly. Of d² =
// ‖a‖² + ‖b‖² - 2ab, rounding moves neither side by more than error·(‖a‖² + ‖b‖²) + underflow.
class DenseSearch {
  public:
    DenseSearch(const DenseView& known, const DenseView& asked)
        : known_(known),
          asked_(asked),
          known_norms_(squared_norms(known)),
          asked_norms_(squared_norms(asked)) {
        const auto terms = static_cast<double>(known.cols + 8);
        error_ = 4.0 * terms * std::numeric_limits<double>::epsilon();
        underflow_ = 4.0 * terms * std::numeric_limits<double>::min();
    }

    void search(Index begin, Index end, Index* nearest) const {
        std::vector<double> tile(at(tile_side * tile_side));
        std::vector<Nearest> best(at(end - begin));
        for (Index first = 0; first < known_.rows; first += tile_side) {
            const Index count = std::min(tile_side, known_.rows - first);
            blas::multiply(end - begin, count, known_.cols, -2.0, {asked_.row(begin), asked_.stride},
                           {known_.row(first), known_.stride, blas::Form::transposed}, 0.0, tile.data(),
                           tile_side);
            for (Index i = begin; i < end; ++i)
                scan(i, first, count, tile.data() + (i - begin) * tile_side, best[at(i - begin)]);
        }
        for (Index i = begin; i < end; ++i) nearest[i] = best[at(i - begin)].index;
    }

  private:
    void scan(Index i, Index first, Index count, double* products, Nearest& best) const {
        const double* norms = known_norms_.data() + first;
        const double own = asked_norms_[at(i)];
        Index promising = 0;
        // From here on the tile holds lower bounds of the distances.
        for (Index c = 0; c < count; ++c) {
            products[c] += (own + norms[c]) - error_ * (own + norms[c]) - underflow_;
            if (products[c] < products[promising]) promising = c;
        }
        measure(i, first + promising, best);
        for (Index c = 0; c < count; ++c)
            if (c != promising && products[c] <= best.distance) measure(i, first + c, best);
    }

    void measure(Index i, Index j, Nearest& best) const {
        best.offer(squared_distance(asked_.row(i), known_.row(j), known_.cols), j);
    }

    const DenseView& known_;
    const DenseView& asked_;
    std::vector<double> known_norms_, asked_norms_;
    double error_, underflow_;
};

}  // namespace

std::vector<Index> nearest_samples(const MatrixView& known, const MatrixView& asked, const Context& context) {
    if (known.rows() == 0) throw Error("there is no sample to be nearest to");
    if (known.cols() != asked.cols() || known.is_sparse() != asked.is_sparse())
        throw Error("the nearest samples need two sets with the same features, both dense or both sparse");
    std::vector<Index> nearest(at(asked.rows()));
    if (known.is_sparse()) {
        parallel_chunks(context, asked.rows(), 16, [&](const Chunk& chunk) {
            for (Index i = chunk.begin; i < chunk.end; ++i) {
                Nearest best;
                for (Index j = 0; j < known.rows(); ++j)
                    best.offer(squared_distance(asked.sparse().row(i), known.sparse().row(j)), j);
                nearest[at(i)] = best.index;
            }
        });
        return nearest;
    }
    const blas::SingleThreaded guard;
    const DenseSearch search(known.dense(), asked.dense());
    parallel_chunks(context, asked.rows(), tile_side,
                    [&](const Chunk& chunk) { search.search(chunk.begin, chunk.end, nearest.data()); });
    return nearest;
}

}  // namespace tamis
