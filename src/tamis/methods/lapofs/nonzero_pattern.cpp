#include "tamis/methods/lapofs/nonzero_pattern.hpp"

#include <algorithm>
#include <bit>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/threads/work.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/strips.hpp"
#include "tamis/passes/vector_groups.hpp"

namespace tamis::detail {

namespace nonzero_loops {

constexpr Index block_rows = 128;  // of all vectors: they stay in the first-level cache
static_assert(block_rows <= 256 && widest_strip <= 256, "places are bytes");

// The cells of one strip in a block of rows. `values` is null if they have to be read from x.
struct Cells {
    const double* x;
    Index stride;
    const std::uint8_t* rows;
    const float* values;
    const Index* start;  // per column
    Index columns;
};

// sums += Σ x[row]·vectors[row] over the rows of every column; 4·fours vectors side by side.
template <int fours, bool stored>
[[gnu::always_inline]] inline void add_cells(const Cells& cells, const double* vectors, double* sums) {
    for (Index j = 0; j < cells.columns; ++j, sums += 4 * fours) {
        Four sum[fours];
        for (int q = 0; q < fours; ++q) sum[q] = four_at(sums + 4 * q).numbers;
        for (Index p = cells.start[j]; p < cells.start[j + 1]; ++p) {
            const Index row = cells.rows[p];
            const double value = stored ? double{cells.values[p]} : cells.x[row * cells.stride + j];
            const double* vector = vectors + row * 4 * fours;
            for (int q = 0; q < fours; ++q) sum[q] += value * four_at(vector + 4 * q).numbers;
        }
        for (int q = 0; q < fours; ++q) four_at(sums + 4 * q).numbers = sum[q];
    }
}

template <bool stored>
[[gnu::always_inline]] inline void add_group(const Cells& cells, const double* vectors, int fours,
                                             double* sums) {
    if (fours == 1) return add_cells<1, stored>(cells, vectors, sums);
    if (fours == 2) return add_cells<2, stored>(cells, vectors, sums);
    if (fours == 3) return add_cells<3, stored>(cells, vectors, sums);
    add_cells<4, stored>(cells, vectors, sums);
}

TAMIS_SIMD void add_block(const Cells& cells, const double* vectors, int fours, double* sums) {
    if (cells.values != nullptr) return add_group<true>(cells, vectors, fours, sums);
    add_group<false>(cells, vectors, fours, sums);
}

// The columns of a row that are not zero; returns how many. Groups of zeros are passed over, in the others a
// place is written in any case and kept only where the cell is not zero.
TAMIS_SIMD Index write_places(const double* row, Index width, std::uint8_t* places) {
    constexpr Index group = 8;
    Index filled = 0;
    const auto look_at = [&](Index j) {
        places[filled] = static_cast<std::uint8_t>(j);
        filled += row[j] != 0.0 ? 1 : 0;
    };
    Index j = 0;
    for (; j + group <= width; j += group) {
        std::uint64_t bits = 0;
        for (Index q = 0; q < group; ++q) bits |= std::bit_cast<std::uint64_t>(row[j + q]) << 1U;  // no sign
        if (bits == 0) continue;
        for (Index q = 0; q < group; ++q) look_at(j + q);
    }
    for (; j < width; ++j) look_at(j);
    return filled;
}

}  // namespace nonzero_loops

namespace {

using nonzero_loops::block_rows;

constexpr Index most_filled = 4;  // one cell in this many may be nonzero

// Looks at all rows, or at about a hundred of them.
bool pays(const DenseView& x) {
    const Index step = std::max<Index>(1, x.rows / 100);
    Index filled = 0, seen = 0;
    for (Index i = 0; i < x.rows; i += step, seen += x.cols)
        filled += x.cols - std::count(x.row(i), x.row(i) + x.cols, 0.0);
    return filled * most_filled <= seen;
}

}  // namespace

// Whether single precision holds the values of the last block of rows, whose places are in the strip; if so
// they are appended.
bool NonzeroPattern::append_values(Strip& strip, const DenseView& x, Index first_row, Index begin,
                                   Index end) {
    const auto known = static_cast<Index>(strip.values.size());
    const auto width = end - begin;
    strip.values.resize(strip.rows.size());
    const Index* start = strip.start.data() + (static_cast<Index>(strip.start.size()) - 1 - width);
    bool is_single = true;
    Index p = known;
    for (Index j = 0; j < width; ++j)
        for (; p < start[j + 1]; ++p) {
            const double value = x(first_row + strip.rows[at(p)], begin + j);
            const auto single = static_cast<float>(value);
            strip.values[at(p)] = single;
            is_single &= double{single} == value;
        }
    return is_single;
}

NonzeroPattern::Strip NonzeroPattern::strip_of(const DenseView& x, Index begin, Index end) {
    const Index width = end - begin;
    Strip strip{{}, {}, {0}};
    bool is_single = true;
    std::vector<std::uint8_t> lists(at(width * block_rows));
    for (Index first = 0; first < x.rows; first += block_rows) {
        Index counts[widest_strip] = {};
        for (Index i = first; i < std::min(first + block_rows, x.rows); ++i) {
            std::uint8_t places[widest_strip];
            const Index filled = nonzero_loops::write_places(x.row(i) + begin, width, places);
            for (Index p = 0; p < filled; ++p)
                lists[at(places[p] * block_rows + counts[places[p]]++)] =
                    static_cast<std::uint8_t>(i - first);
        }
        for (Index j = 0; j < width; ++j) {
            const auto list = lists.begin() + j * block_rows;
            strip.rows.insert(strip.rows.end(), list, list + counts[j]);
            strip.start.push_back(static_cast<Index>(strip.rows.size()));
        }
        if (is_single) is_single = append_values(strip, x, first, begin, end);
    }
    if (!is_single) strip.values = {};
    return strip;
}

std::optional<NonzeroPattern> NonzeroPattern::find(const DenseView& x, const Context& context) {
    if (!pays(x)) return std::nullopt;
    NonzeroPattern pattern;
    pattern.strip_columns_ = strip_width(x.cols);
    pattern.strips_.resize(at(chunk_count(x.cols, pattern.strip_columns_)));
    parallel_chunks(context, x.cols, pattern.strip_columns_, [&](const Chunk& columns) {
        pattern.strips_[at(columns.number)] = strip_of(x, columns.begin, columns.end);
    });
    return pattern;
}

template <class Entry>
void NonzeroPattern::for_column(const DenseView& x, Index block, Index column, Entry&& entry) const {
    const Strip& strip = strips_[at(column / strip_columns_)];
    const Index begin = column / strip_columns_ * strip_columns_;
    const Index width = std::min(strip_columns_, x.cols - begin);
    const Index* start = strip.start.data() + block * width + (column - begin);
    for (auto p = at(start[0]); p < at(start[1]); ++p) {
        const Index row = block * block_rows + strip.rows[p];
        entry(row, strip.values.empty() ? x(row, column) : double{strip.values[p]});
    }
}

std::vector<double> NonzeroPattern::squared_columns(const DenseView& x, const Context& context) const {
    std::vector<double> sums(at(x.cols));
    parallel_chunks(context, x.cols, strip_columns_, [&](const Chunk& columns) {
        for (Index block = 0; block < chunk_count(x.rows, block_rows); ++block)
            for (Index j = columns.begin; j < columns.end; ++j)
                for_column(x, block, j, [&](Index, double value) { sums[at(j)] += value * value; });
    });
    return sums;
}

void NonzeroPattern::gather_columns(const DenseView& x, std::span<const Index> columns, double* block,
                                    const Context& context) const {
    const auto count = static_cast<Index>(columns.size());
    const Index all = chunk_count(x.rows, block_rows);
    parallel_chunks(context, all, chunk_of_work(all, 4 * block_rows * count), [&](const Chunk& blocks) {
        const Index end = std::min(blocks.end * block_rows, x.rows);
        std::fill(block + blocks.begin * block_rows * count, block + end * count, 0.0);
        for (Index b = blocks.begin; b < blocks.end; ++b)
            for (Index c = 0; c < count; ++c)
                for_column(x, b, columns[at(c)],
                           [&](Index row, double value) { block[row * count + c] = value; });
    });
}

void NonzeroPattern::left_products(const DenseView& x, const double* block, Index count, double* out,
                                   const Context& context) const {
    for_vector_groups(block, x.rows, count, [&](const VectorGroup& group) {
        parallel_chunks(context, x.cols, strip_columns_, [&](const Chunk& columns) {
            const Strip& strip = strips_[at(columns.number)];
            const Index width = columns.end - columns.begin;
            std::vector<double> sums(at(width * group.width()));
            nonzero_loops::Cells cells{
                x.data + columns.begin, x.stride,
                strip.rows.data(),      strip.values.empty() ? nullptr : strip.values.data(),
                strip.start.data(),     width};
            for (Index i = 0; i < x.rows; i += block_rows) {
                nonzero_loops::add_block(cells, group.vectors + i * group.width(), group.fours, sums.data());
                cells.x += block_rows * x.stride;
                cells.start += width;
            }
            write_sums(group, sums, detail::Strip{columns.begin, columns.end}, x.cols, out);
        });
    });
}

}  // namespace tamis::detail
