#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/nearest/prefix_scan.hpp"
#include "tamis/passes/nearest/searches.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace {

constexpr Index asked_side = 128, known_side = 256;  // of a tile of products

// Products in tiles by BLAS.
class DenseSearch {
  public:
    DenseSearch(const DenseView& known, const DenseView& asked, std::span<const Index> counts, bool others)
        : known_(known), asked_(asked), counts_(counts), scan_(known, asked, counts, known.cols, others) {}

    void search(Index begin, Index end, std::vector<std::vector<Index>>& nearest) const {
        std::vector<double> tile(at(asked_side * known_side)), bounds(at(known_side));
        std::vector<std::vector<NearestSample>> best(counts_.size(),
                                                     std::vector<NearestSample>(at(end - begin)));
        for (Index first = 0; first < known_.rows; first += known_side) {
            const Index count = std::min(known_side, known_.rows - first);
            Index column = 0;
            for (std::size_t c = 0; c < counts_.size(); ++c) {
                blas::multiply(end - begin, count, counts_[c] - column, -2.0,
                               {asked_.row(begin) + column, asked_.stride},
                               {known_.row(first) + column, known_.stride, blas::Form::transposed},
                               column == 0 ? 0.0 : 1.0, tile.data(), known_side);
                column = counts_[c];
                for (Index i = begin; i < end; ++i) {
                    const auto measure = [&](Index j) {
                        return squared_distance(asked_.row(i), known_.row(j), counts_[c]);
                    };
                    scan_.look(i, first, c, {tile.data() + (i - begin) * known_side, at(count)}, bounds,
                               best[c][at(i - begin)], measure);
                }
            }
        }
        for (std::size_t c = 0; c < counts_.size(); ++c)
            for (Index i = begin; i < end; ++i) nearest[c][at(i)] = best[c][at(i - begin)].index;
    }

  private:
    const DenseView& known_;
    const DenseView& asked_;
    std::span<const Index> counts_;
    PrefixScan scan_;
};

}  // namespace

void search_dense(const DenseView& known, const DenseView& asked, std::span<const Index> counts, bool others,
                  std::vector<std::vector<Index>>& nearest, const Context& context) {
    const blas::SingleThreaded guard;
    const DenseSearch dense(known, asked, counts, others);
    parallel_chunks(context, asked.rows, asked_side,
                    [&](const Chunk& chunk) { dense.search(chunk.begin, chunk.end, nearest); });
}

}  // namespace tamis::detail
