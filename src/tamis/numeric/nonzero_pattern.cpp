#include "tamis/numeric/nonzero_pattern.hpp"

#include <algorithm>

#include "tamis/core/parallel.hpp"
#include "tamis/numeric/simd.hpp"
#include "tamis/numeric/strips.hpp"

namespace tamis {

namespace nonzero_loops {

using Four = double __attribute__((vector_size(32), aligned(8), may_alias));

constexpr Index most_vectors = 16;  // at a time: their sums stay in registers
constexpr Index block_rows = 128;   // of so many vectors: they stay in the first-level cache
static_assert(block_rows <= 256 && widest_strip <= 256, "places are bytes");

// sums += Σ x[row]·vectors[row] over the rows of one column; 4·fours vectors side by side.
template <int fours>
[[gnu::always_inline]] inline void add_column(const double* x, Index stride, const std::uint8_t* rows,
                                              Index count, const double* vectors, double* sums) {
    Four sum[fours];
    for (int q = 0; q < fours; ++q) sum[q] = reinterpret_cast<const Four*>(sums)[q];
    for (Index p = 0; p < count; ++p) {
        const double value = x[rows[p] * stride];
        const Four* vector = reinterpret_cast<const Four*>(vectors + rows[p] * 4 * fours);
        for (int q = 0; q < fours; ++q) sum[q] += value * vector[q];
    }
    for (int q = 0; q < fours; ++q) reinterpret_cast<Four*>(sums)[q] = sum[q];
}

template <int fours>
[[gnu::always_inline]] inline void add_columns(const double* x, Index stride, const std::uint8_t* rows,
                                               const Index* start, Index columns, const double* vectors,
                                               double* sums) {
    for (Index j = 0; j < columns; ++j)
        add_column<fours>(x + j, stride, rows + start[j], start[j + 1] - start[j], vectors,
                          sums + j * 4 * fours);
}

// One block of rows, all columns of a strip.
TAMIS_SIMD void add_block(const double* x, Index stride, const std::uint8_t* rows, const Index* start,
                          Index columns, const double* vectors, int fours, double* sums) {
    if (fours == 1) return add_columns<1>(x, stride, rows, start, columns, vectors, sums);
    if (fours == 2) return add_columns<2>(x, stride, rows, start, columns, vectors, sums);
    if (fours == 3) return add_columns<3>(x, stride, rows, start, columns, vectors, sums);
    add_columns<4>(x, stride, rows, start, columns, vectors, sums);
}

}  // namespace nonzero_loops

namespace {

using nonzero_loops::block_rows;
using nonzero_loops::most_vectors;

constexpr Index most_filled = 4;  // one cell in so many may be different from zero

// Looks at all rows, or at about a hundred of them.
bool pays(const DenseView& x) {
    const Index step = std::max<Index>(1, x.rows / 100);
    Index filled = 0, seen = 0;
    for (Index i = 0; i < x.rows; i += step, seen += x.cols)
        filled += x.cols - std::count(x.row(i), x.row(i) + x.cols, 0.0);
    return filled * most_filled <= seen;
}

}  // namespace

NonzeroPattern::Strip NonzeroPattern::strip_of(const DenseView& x, Index begin, Index end) {
    const Index width = end - begin;
    Strip strip{{}, {0}};
    std::vector<std::uint8_t> lists(static_cast<std::size_t>(width * block_rows));
    for (Index first = 0; first < x.rows; first += block_rows) {
        Index counts[widest_strip] = {};
        for (Index i = first; i < std::min(first + block_rows, x.rows); ++i) {
            const double* row = x.row(i) + begin;
            // A place is written in any case, and kept only where the cell is not zero.
            std::uint8_t places[widest_strip];
            Index filled = 0;
            for (Index j = 0; j < width; ++j) {
                places[filled] = static_cast<std::uint8_t>(j);
                filled += row[j] != 0.0 ? 1 : 0;
            }
            for (Index p = 0; p < filled; ++p)
                lists[static_cast<std::size_t>(places[p] * block_rows + counts[places[p]]++)] =
                    static_cast<std::uint8_t>(i - first);
        }
        for (Index j = 0; j < width; ++j) {
            const auto list = lists.begin() + j * block_rows;
            strip.rows.insert(strip.rows.end(), list, list + counts[j]);
            strip.start.push_back(static_cast<Index>(strip.rows.size()));
        }
    }
    return strip;
}

std::optional<NonzeroPattern> NonzeroPattern::find(const DenseView& x, const Context& context) {
    if (!pays(x)) return std::nullopt;
    NonzeroPattern pattern;
    const Index width = strip_width(x.cols);
    pattern.strips_.resize(static_cast<std::size_t>(chunk_count(x.cols, width)));
    parallel_chunks(context, x.cols, width, [&](const Chunk& columns) {
        pattern.strips_[static_cast<std::size_t>(columns.number)] = strip_of(x, columns.begin, columns.end);
    });
    return pattern;
}

void NonzeroPattern::left_products(const DenseView& x, const double* block, Index count, double* out,
                                   const Context& context) const {
    for (Index first = 0; first < count; first += most_vectors) {
        const Index vectors = std::min(most_vectors, count - first);
        const int fours = static_cast<int>(chunk_count(vectors, 4));
        const Index width = 4 * fours;
        // Vectors side by side, filled up with zeros to whole fours.
        DenseMatrix padded;
        if (count != width) {
            padded = DenseMatrix(x.rows, width);
            for (Index i = 0; i < x.rows; ++i) std::copy_n(block + i * count + first, vectors, padded.row(i));
        }
        const double* side_by_side = count != width ? padded.data() : block;
        parallel_chunks(context, x.cols, strip_width(x.cols), [&](const Chunk& strip) {
            const auto& [rows, start] = strips_[static_cast<std::size_t>(strip.number)];
            const Index columns = strip.end - strip.begin;
            std::vector<double> sums(static_cast<std::size_t>(columns * width));
            const Index* block_start = start.data();
            for (Index i = 0; i < x.rows; i += block_rows, block_start += columns)
                nonzero_loops::add_block(x.row(i) + strip.begin, x.stride, rows.data(), block_start, columns,
                                         side_by_side + i * width, fours, sums.data());
            for (Index c = 0; c < vectors; ++c)
                for (Index j = 0; j < columns; ++j)
                    out[(first + c) * x.cols + strip.begin + j] =
                        sums[static_cast<std::size_t>(j * width + c)];
        });
    }
}

}  // namespace tamis
