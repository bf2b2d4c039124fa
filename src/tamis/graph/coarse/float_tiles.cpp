#include "tamis/graph/coarse/float_tiles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/threads/work.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace float_tile_loops {

// out = ((row / length) - shift) · scale; `shift` may be null.
TAMIS_SIMD void transform(const double* row, double length, const double* shift, double scale, Index count,
                          float* out) {
    if (shift == nullptr && length == 1.0)
        for (Index j = 0; j < count; ++j) out[j] = static_cast<float>(row[j] * scale);
    else if (shift == nullptr)
        for (Index j = 0; j < count; ++j) out[j] = static_cast<float>(row[j] / length * scale);
    else if (length == 1.0)
        for (Index j = 0; j < count; ++j) out[j] = static_cast<float>((row[j] - shift[j]) * scale);
    else
        for (Index j = 0; j < count; ++j) out[j] = static_cast<float>((row[j] / length - shift[j]) * scale);
}

TAMIS_SIMD void add(const float* row, Index count, float* sums) {
    for (Index j = 0; j < count; ++j) sums[j] += row[j];
}

}  // namespace float_tile_loops

namespace {

constexpr Index widest_strip = 512;             // columns that BLAS sums up, in whatever order
constexpr Index whole_rows = 2048;              // up to so many columns a block of rows is packed as a whole
constexpr Index small_cells = Index{1} << 23U;  // data of so many cells are packed once and for all (32 MiB)

}  // namespace

FloatTiles::FloatTiles(const SampleRows& rows, const std::vector<double>& shift,
                       const std::vector<double>& squared_norms, bool integers, bool at_once,
                       const Context& context)
    : rows_(rows), shift_(shift), strips_(std::max<Index>(1, chunk_count(rows.columns(), widest_strip))) {
    set_bound(squared_norms, integers);
    const Index count = rows.count(), columns = rows.columns();
    if (!usable_ || !at_once || count * columns > small_cells) return;
    all_.resize(at(count * columns));
    parallel_chunks(context, count, chunk_of_work(count, columns), [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i) pack(i, 0, columns, all_.data() + i * columns);
    });
}

// With u = 2⁻²⁴, N = |a|² + |b|², strips of at most w columns and s of them, to first order (2|ab| <= N):
//     a and b rounded to float          2·u·N
//     products within a strip           w·u·N     in any order of summation
//     adding the strips                 s·u·N
//     the two bases rounded               u·N
//     adding the three              1 + 2·u·N
// Together (w + s + 6)·u·N; 16 instead of 6 and the division by 1 - e also cover terms of second order and
// all that is rounded in double (less than u/2 for fewer than 2²⁶ columns). A cell or a product may
// underflow: at most 2⁻¹²⁶ times the largest cell of the other row, which is below 2³¹ in our unit.
void FloatTiles::set_bound(const std::vector<double>& squared_norms, bool integers) {
    const Index columns = rows_.columns();
    const double largest = *std::max_element(squared_norms.begin(), squared_norms.end());
    if (integers && shift_.empty() && single_precision_is_exact(largest)) {
        set_bounds(squared_norms, [](double) { return 0.0; });
        return;
    }
    if (columns >= Index{1} << 26U) {
        usable_ = false;
        return;
    }
    if (largest > 0.0) {
        int exponent = 0;
        std::frexp(largest, &exponent);
        set_scale(std::ldexp(1.0, std::clamp((60 - exponent) / 2, -500, 500)));
    }
    constexpr double unit_roundoff = std::numeric_limits<float>::epsilon() / 2;
    const auto terms = static_cast<double>(strip_width(0) + strips_ + 16);
    const double relative = terms * unit_roundoff / (1.0 - terms * unit_roundoff);
    const double absolute = 4.0 * static_cast<double>(columns + 16) * 0x1.0p-95;
    usable_ = relative < 0x1.0p-6;
    set_bounds(squared_norms, [&](double norm) { return relative * norm + absolute; });
}

Index FloatTiles::strip_width(Index number) const {
    const Index columns = rows_.columns();
    // About equal, except where that would leave nothing for the last one.
    const Index width = strips_ > widest_strip / 2 ? widest_strip : (columns + strips_ - 1) / strips_;
    return std::min(width, columns - number * width);
}

void FloatTiles::pack(Index sample, Index column, Index count, float* out) const {
    float_tile_loops::transform(rows_.dense().row(sample) + column, rows_.length(sample),
                                shift_.empty() ? nullptr : shift_.data() + column, scale_, count, out);
}

const float* FloatTiles::packed(const TileRows& rows, Index column, Index count, std::vector<float>& buffer,
                                Index& stride) const {
    if (!all_.empty() && rows.listed == nullptr) {
        stride = rows_.columns();
        return all_.data() + rows.first * stride + column;
    }
    buffer.resize(std::max(buffer.size(), at(rows.count * count)));
    for (Index r = 0; r < rows.count; ++r) pack(rows[r], column, count, buffer.data() + r * count);
    stride = count;
    return buffer.data();
}

void FloatTiles::fill(const TileRows& rows, Index j_begin, Index j_end, float* tile,
                      Workspace& workspace) const {
    const Index columns = rows_.columns(), count = j_end - j_begin;
    if (columns == 0) {
        for (Index r = 0; r < rows.count; ++r) std::fill_n(tile + r * tile_rows, count, 0.0F);
        return;
    }
    const TileRows right{j_begin, count};
    Sides<float>& sides = workspace.floats;
    const bool whole = columns <= whole_rows;
    const float *a = nullptr, *b = nullptr;
    Index a_stride = 0, b_stride = 0;
    if (whole) {
        const bool kept = all_.empty() && sides.has_left(rows);
        a = kept ? sides.left.data() : packed(rows, 0, columns, sides.left, a_stride);
        if (kept) a_stride = columns;
        sides.note_left(rows);
        b = packed(right, 0, columns, sides.right, b_stride);
    }
    Index column = 0;
    for (Index strip = 0; strip < strips_; ++strip) {
        const Index width = strip_width(strip);
        if (!whole) {
            a = packed(rows, column, width, sides.left, a_stride);
            b = packed(right, column, width, sides.right, b_stride);
        }
        const Index offset = whole ? column : 0;
        float* out = tile;
        if (strip > 0) {
            workspace.part.resize(at(tile_rows * tile_rows));
            out = workspace.part.data();
        }
        blas::multiply_rows(rows.count, count, width, -2.0F, {a + offset, a_stride}, {b + offset, b_stride},
                            0.0F, out, tile_rows);
        if (strip > 0)
            for (Index r = 0; r < rows.count; ++r)
                float_tile_loops::add(out + r * tile_rows, count, tile + r * tile_rows);
        column += width;
    }
}

}  // namespace tamis::detail
