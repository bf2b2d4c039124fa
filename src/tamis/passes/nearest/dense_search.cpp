#include <cmath>
#include <memory>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/nearest/prefix_scan.hpp"
#include "tamis/passes/nearest/searches.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace dense_search_loops {

TAMIS_SIMD void scale(const double* row, double factor, Index count, float* out) {
    for (Index j = 0; j < count; ++j) out[j] = static_cast<float>(row[j] * factor);
}

}  // namespace dense_search_loops

namespace {

constexpr Index asked_side = 128, known_side = 256;  // of a tile of products

// Few columns are multiplied as fast as they are packed, and a copy of very large data takes too much memory.
constexpr Index fewest_columns = 64, most_cells = Index{1} << 24U;

// The known rows in single precision, scaled by a power of two so that squares are far from the ends of its
// range.
class SingleRows {
  public:
    SingleRows(const DenseView& known, const DenseView& asked, Index columns, const Context& context)
        : columns_(columns), rows_(at(known.rows * columns)) {
        double largest = 0.0;
        for (const DenseView* x : {&known, &asked})
            for (Index i = 0; i < x->rows; ++i) largest = std::max(largest, squared_norm(x->row(i), columns));
        usable_ = std::isfinite(largest);
        if (!usable_) return;
        int exponent = 0;
        if (largest > 0.0) std::frexp(largest, &exponent);
        scale_ = std::ldexp(1.0, (60 - exponent) / 2);
        parallel_chunks(context, known.rows, known_side, [&](const Chunk& chunk) {
            for (Index i = chunk.begin; i < chunk.end; ++i) pack(known.row(i), rows_.data() + i * columns_);
        });
    }

    bool usable() const { return usable_; }
    const float* row(Index i) const { return rows_.data() + i * columns_; }
    void pack(const double* row, float* out) const { dense_search_loops::scale(row, scale_, columns_, out); }
    double unit() const { return 1.0 / scale_ / scale_; }

    // With u = 2⁻²⁴: rounding both rows 2·u·N, the products (columns)·u·N in any order of summation; 16
    // instead of 2 covers the terms of second order and all that is rounded in double. Underflow: see the
    // scale.
    Rounding rounding() const {
        const double terms = static_cast<double>(columns_ + 16) * 0x1.0p-24;
        return {terms / (1.0 - terms), 4.0 * static_cast<double>(columns_ + 16) * 0x1.0p-95 * unit()};
    }

  private:
    Index columns_;
    bool usable_ = true;
    double scale_ = 1.0;
    std::vector<float> rows_;
};

// Products in tiles by BLAS: in single precision where that tells neighbors apart, else in double.
class DenseSearch {
  public:
    DenseSearch(const DenseView& known, const DenseView& asked, std::span<const Index> counts, bool others,
                const Context& context)
        : known_(known),
          asked_(asked),
          counts_(counts),
          scan_(known, asked, counts, rounding_in_double(known.cols, counts.size()), others) {
        const Index columns = counts.empty() ? 0 : counts.back();
        if (columns < fewest_columns || columns > Index{1} << 18U || known.rows * columns > most_cells)
            return;
        single_ = std::make_unique<SingleRows>(known, asked, columns, context);
        if (!single_->usable()) {
            single_.reset();
            return;
        }
        single_scan_ =
            std::make_unique<PrefixScan>(known, asked, counts, single_->rounding(), others, single_->unit());
    }

    void search(Index begin, Index end, std::vector<std::vector<Index>>& nearest) const {
        Tile<double> doubles;
        Tile<float> singles;
        bool in_single = single_ != nullptr;
        if (in_single) {
            singles.rows.resize(at((end - begin) * counts_.back()));
            for (Index i = begin; i < end; ++i)
                single_->pack(asked_.row(i), singles.rows.data() + (i - begin) * counts_.back());
        }
        std::vector<std::vector<NearestSample>> best(counts_.size(),
                                                     std::vector<NearestSample>(at(end - begin)));
        for (Index first = 0; first < known_.rows; first += known_side) {
            if (!in_single) {
                meet(scan_, doubles, begin, end, first, best);
                continue;
            }
            const Index measured = meet(*single_scan_, singles, begin, end, first, best);
            // More than a few measured distances per sample cost more than products in double.
            in_single = measured <= 4 * (end - begin) * static_cast<Index>(counts_.size());
        }
        for (std::size_t c = 0; c < counts_.size(); ++c)
            for (Index i = begin; i < end; ++i) nearest[c][at(i)] = best[c][at(i - begin)].index;
    }

  private:
    template <class Number>
    struct Tile {
        std::vector<Number> products = std::vector<Number>(at(asked_side * known_side));
        std::vector<double> bounds = std::vector<double>(at(known_side));
        std::vector<Number> rows;  // the asked ones, packed
    };

    void multiply(Index begin, Index end, Index first, Index count, Index column, Index next,
                  Tile<double>& tile) const {
        blas::multiply(end - begin, count, next - column, -2.0, {asked_.row(begin) + column, asked_.stride},
                       {known_.row(first) + column, known_.stride, blas::Form::transposed},
                       column == 0 ? 0.0 : 1.0, tile.products.data(), known_side);
    }
    void multiply(Index begin, Index end, Index first, Index count, Index column, Index next,
                  Tile<float>& tile) const {
        blas::multiply_rows(end - begin, count, next - column, -2.0F,
                            {tile.rows.data() + column, counts_.back()},
                            {single_->row(first) + column, counts_.back()}, column == 0 ? 0.0F : 1.0F,
                            tile.products.data(), known_side);
    }

    // A block of asked samples meets a block of known ones; returns how many distances were measured.
    template <class Number>
    Index meet(const PrefixScan& scan, Tile<Number>& tile, Index begin, Index end, Index first,
               std::vector<std::vector<NearestSample>>& best) const {
        const Index count = std::min(known_side, known_.rows - first);
        Index column = 0, measured = 0;
        for (std::size_t c = 0; c < counts_.size(); ++c) {
            multiply(begin, end, first, count, column, counts_[c], tile);
            column = counts_[c];
            for (Index i = begin; i < end; ++i) {
                const auto measure = [&](Index j) {
                    return squared_distance(asked_.row(i), known_.row(j), counts_[c]);
                };
                const Number* products = tile.products.data() + (i - begin) * known_side;
                measured += scan.look(i, first, c, std::span<const Number>(products, at(count)), tile.bounds,
                                      best[c][at(i - begin)], measure);
            }
        }
        return measured;
    }

    const DenseView& known_;
    const DenseView& asked_;
    std::span<const Index> counts_;
    PrefixScan scan_;
    std::unique_ptr<SingleRows> single_;
    std::unique_ptr<PrefixScan> single_scan_;
};

}  // namespace

void search_dense(const DenseView& known, const DenseView& asked, std::span<const Index> counts, bool others,
                  std::vector<std::vector<Index>>& nearest, const Context& context) {
    const blas::SingleThreaded guard;
    const DenseSearch dense(known, asked, counts, others, context);
    parallel_chunks(context, asked.rows, asked_side,
                    [&](const Chunk& chunk) { dense.search(chunk.begin, chunk.end, nearest); });
}

}  // namespace tamis::detail
