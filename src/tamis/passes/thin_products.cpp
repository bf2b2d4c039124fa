#include "tamis/passes/thin_products.hpp"

#include <algorithm>

#include "tamis/passes/run_pass.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/strips.hpp"
#include "tamis/passes/vector_groups.hpp"

namespace tamis::detail {

namespace thin_loops {

// Rows of a strip that are worked on together: few enough for the second-level cache, with the next ones on
// their way into it. Rows that are whole pages apart share the same few places of the caches and would push
// each other out; they are not called for early, and more of them are taken at a time.
constexpr Index early_rows = 32, late_rows = 128;
constexpr Index page = 512;  // numbers

// sums += Σ x[row]·vectors[row] for neighboring columns; 4·fours vectors side by side.
template <int fours, int columns, bool early>
[[gnu::always_inline]] inline void add_columns(const double* x, Index stride, Index rows,
                                               const double* vectors, double* sums) {
    Four sum[columns][fours];
    for (int c = 0; c < columns; ++c)
        for (int q = 0; q < fours; ++q) sum[c][q] = four_at(sums + 4 * (c * fours + q)).numbers;
    for (Index i = 0; i < rows; ++i, x += stride, vectors += 4 * fours) {
        if constexpr (early) __builtin_prefetch(x + early_rows * stride, 0, 2);
#pragma GCC unroll 4
        for (int q = 0; q < fours; ++q) {
            const Four vector = four_at(vectors + 4 * q).numbers;
#pragma GCC unroll 8
            for (int c = 0; c < columns; ++c) sum[c][q] += x[c] * vector;
        }
    }
    for (int c = 0; c < columns; ++c)
        for (int q = 0; q < fours; ++q) four_at(sums + 4 * (c * fours + q)).numbers = sum[c][q];
}

// `columns` at a time, so that twelve sums or a few less fill the registers.
template <int fours, int columns, bool early>
[[gnu::always_inline]] inline void add_strip(const double* x, Index stride, Index rows, Index width,
                                             const double* vectors, double* sums) {
    Index j = 0;
    for (; j + columns <= width; j += columns)
        add_columns<fours, columns, early>(x + j, stride, rows, vectors, sums + j * 4 * fours);
    for (; j < width; ++j) add_columns<fours, 1, early>(x + j, stride, rows, vectors, sums + j * 4 * fours);
}

template <bool early>
[[gnu::always_inline]] inline void add_group(const double* x, Index stride, Index rows, Index width,
                                             const double* vectors, int fours, double* sums) {
    if (fours == 1) return add_strip<1, 8, early>(x, stride, rows, width, vectors, sums);
    if (fours == 2) return add_strip<2, 6, early>(x, stride, rows, width, vectors, sums);
    if (fours == 3) return add_strip<3, 4, early>(x, stride, rows, width, vectors, sums);
    add_strip<4, 3, early>(x, stride, rows, width, vectors, sums);
}

TAMIS_FUSED void add_block(const double* x, Index stride, Index rows, Index width, const double* vectors,
                           int fours, bool early, double* sums) {
    if (early) return add_group<true>(x, stride, rows, width, vectors, fours, sums);
    add_group<false>(x, stride, rows, width, vectors, fours, sums);
}

}  // namespace thin_loops

namespace {

// Products of a strip of columns with one group of vectors.
class StripProducts {
  public:
    StripProducts(const VectorGroup& group, const Strip& strip)
        : group_(&group), strip_(strip), sums_(at(strip.width() * group.width())) {}

    void add(const RowBlock& block) {
        const DenseView& x = block.cells.dense();
        add_thin_products({x.data + strip_.begin, x.stride, x.rows, strip_.width()},
                          group_->vectors + block.first * group_->width(), group_->fours, sums_.data());
    }
    void merge(const StripProducts& later) {
        for (std::size_t p = 0; p < sums_.size(); ++p) sums_[p] += later.sums_[p];
    }

    void write(Index features, double* out) const { write_sums(*group_, sums_, strip_, features, out); }

  private:
    const VectorGroup* group_;
    Strip strip_;
    std::vector<double> sums_;
};

}  // namespace

void add_thin_products(const ThinBlock& x, const double* vectors, int fours, double* sums) {
    const bool early = x.stride % thin_loops::page != 0;
    const Index rows_at_once = early ? thin_loops::early_rows : thin_loops::late_rows;
    for (Index i = 0; i < x.rows; i += rows_at_once)
        thin_loops::add_block(x.data + i * x.stride, x.stride, std::min(rows_at_once, x.rows - i), x.width,
                              vectors + i * 4 * fours, fours, early, sums);
}

void thin_products(const Rows& x, const double* block, Index count, double* out, const Context& context) {
    const std::vector<Strip> strips = strips_of(x.cols(), strip_width(x.cols()));
    for_vector_groups(block, x.rows(), count, [&](const VectorGroup& group) {
        const auto make = [&](const Piece& piece) { return StripProducts(group, piece.columns); };
        for (const StripProducts& part : run_pass(x, x.rows(), strips, make, context))
            part.write(x.cols(), out);
    });
}

}  // namespace tamis::detail
