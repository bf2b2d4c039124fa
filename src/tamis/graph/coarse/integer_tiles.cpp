#include "tamis/graph/coarse/integer_tiles.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tamis/core/threads/large_pages.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/threads/work.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace integer_tile_loops {

using Integers = std::int32_t __attribute__((vector_size(16)));
using Cells = std::int16_t __attribute__((vector_size(8)));

// out = cells · scale, rounded; `count` is a multiple of 4. Returns the sum of the squares of what rounding
// changed. Adding and taking away 1.5·2⁵² rounds to the nearest integer.
TAMIS_SIMD double round_cells(const double* cells, double scale, Index count, std::int16_t* out) {
    constexpr double rounder = 0x1.8p52;
    Four sums = {};
    for (Index j = 0; j < count; j += 4) {
        Four value;
        __builtin_memcpy(&value, cells + j, sizeof value);
        value *= scale;
        const Four rounded = (value + rounder) - rounder;
        const Four lost = value - rounded;
        sums += lost * lost;
        const auto integers = __builtin_convertvector(rounded, Integers);
        const auto narrow = __builtin_convertvector(integers, Cells);
        __builtin_memcpy(out + j, &narrow, sizeof narrow);
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace integer_tile_loops

namespace {

using integer_products::panel_samples;

constexpr double longest_row = 32767.0;          // no cell is larger, and products stay below 2³¹
constexpr Index fewest_columns = 16;             // below that double precision is fast enough
constexpr Index most_columns = Index{1} << 14U;  // beyond, what rounding changes hides the neighbors
constexpr Index packed_cells = 512;              // of a panel at a time, so that it stays in the cache
constexpr Index strip_cells = Index{1} << 13U;   // multiplied at a time, for the same reason
constexpr Index packed_once = Index{1} << 26U;  // data of so many cells are packed once and for all (128 MiB)

}  // namespace

bool IntegerTiles::pay(Index columns) {
    return integer_products::available() && columns >= fewest_columns && columns <= most_columns;
}

// With a = p + e and b = q + f, p and q rounded and |e|, |f| <= E, the product differs from ab by
//     p·f + e·q + e·f  <=  E(|a| + |b|) + 3E²
// to which twice, as 2ab counts, single precision adds, with u = 2⁻²⁴ and N = |a|² + |b|²:
//     products to float                 u·N
//     the two bases rounded             u·N
//     adding the three              1 + 2·u·N
// 16·u·N also covers terms of second order, what is rounded in double, and products of a little more than
// N/2.
IntegerTiles::IntegerTiles(const SampleRows& rows, const std::vector<double>& shift,
                           const std::vector<double>& squared_norms, bool integers, const Context& context)
    : rows_(rows), shift_(shift) {
    const double largest = *std::max_element(squared_norms.begin(), squared_norms.end());
    double lost = 0.5 * std::sqrt(static_cast<double>(rows.columns()));
    const bool unchanged = integers && shift.empty() && largest <= longest_row * longest_row;
    if (!unchanged && largest > 0.0)
        set_scale(std::min((longest_row - 1.0 - lost) / std::sqrt(largest), 0x1.0p500));
    if (rows.count() * rows.columns() <= packed_once) lost = std::min(lost, pack_all(context));
    if (unchanged) lost = 0.0;
    const bool exact = unchanged && single_precision_is_exact(largest);
    constexpr double relative = 16.0 * 0x1.0p-24, absolute = 0x1.0p-20;
    set_bounds(squared_norms, [&](double norm) {
        return exact ? 0.0 : 2.0 * lost * std::sqrt(norm) + 3.0 * lost * lost + relative * norm + absolute;
    });
}

double IntegerTiles::pack_all(const Context& context) {
    const Index panels = chunk_count(rows_.count(), panel_samples), size = pairs() * 2 * panel_samples;
    all_ = std::make_unique_for_overwrite<Cell[]>(at(panels * size));
    ask_for_large_pages(all_.get(), at(panels * size) * sizeof(Cell));
    std::vector<double> lost(at(panels * panel_samples));
    parallel_chunks(context, panels, chunk_of_work(panels, size), [&](const Chunk& chunk) {
        for (Index p = chunk.begin; p < chunk.end; ++p) {
            const Index first = p * panel_samples;
            pack_panel({first, std::min(panel_samples, rows_.count() - first)}, 0, rows_.columns(),
                       all_.get() + p * size, lost.data() + first);
        }
    });
    constexpr double rounding = 1.0 + 0x1.0p-30;  // of the sums
    return std::sqrt(*std::max_element(lost.begin(), lost.end())) * rounding;
}

void IntegerTiles::pack_panel(const TileRows& samples, Index column, Index count, Cell* out,
                              double* lost) const {
    std::array<double, packed_cells> numbers{};
    std::array<Cell, packed_cells> cells{};
    for (Index begin = 0; begin < count; begin += packed_cells) {
        const Index some = std::min(packed_cells, count - begin), first = column + begin;
        Cell* strip = out + begin * panel_samples;
        for (Index s = 0; s < panel_samples; ++s) {
            if (s < samples.count) {
                const double* row = rows_.dense().row(samples[s]) + first;
                const double length = rows_.length(samples[s]);
                const double* shift = shift_.empty() ? nullptr : shift_.data() + first;
                if (shift != nullptr || length != 1.0 || some % 4 != 0) {
                    centered_cells(row, length, shift, some, numbers.data());
                    std::fill(numbers.begin() + some, numbers.begin() + (some + 3) / 4 * 4, 0.0);
                    row = numbers.data();
                }
                const double changed =
                    integer_tile_loops::round_cells(row, scale_, (some + 3) / 4 * 4, cells.data());
                if (lost != nullptr) lost[s] += changed;
            } else {
                cells.fill(0);
            }
            for (Index j = 0; j < some; j += 2)
                __builtin_memcpy(strip + j * panel_samples + 2 * s, cells.data() + j, 2 * sizeof(Cell));
        }
    }
}

integer_products::Panels IntegerTiles::packed(const TileRows& rows, Index column, Index count,
                                              std::vector<Cell>& buffer) const {
    if (all_ != nullptr && rows.listed == nullptr && rows.first % panel_samples == 0) {
        const Index size = pairs() * 2 * panel_samples;
        return {all_.get() + rows.first / panel_samples * size + column * panel_samples, size};
    }
    const Index size = (count + 1) / 2 * 2 * panel_samples;
    const Index panels = chunk_count(rows.count, panel_samples);
    buffer.resize(std::max(buffer.size(), at(panels * size)));
    for (Index p = 0; p < panels; ++p) {
        const Index begin = p * panel_samples;
        const TileRows some{rows.first + begin, std::min(panel_samples, rows.count - begin),
                            rows.listed == nullptr ? nullptr : rows.listed + begin};
        pack_panel(some, column, count, buffer.data() + p * size, nullptr);
    }
    return {buffer.data(), size};
}

void IntegerTiles::fill(const TileRows& rows, Index j_begin, Index j_end, float* tile,
                        Workspace& workspace) const {
    Sides<Cell>& sides = workspace.integers;
    const Index columns = rows_.columns();
    const TileRows right{j_begin, j_end - j_begin};
    const bool kept = all_ == nullptr && columns <= strip_cells && sides.has_left(rows);
    for (Index begin = 0; begin < columns; begin += strip_cells) {
        const Index count = std::min(strip_cells, columns - begin);
        const integer_products::Panels a =
            kept ? integer_products::Panels{sides.left.data(), (count + 1) / 2 * 2 * panel_samples}
                 : packed(rows, begin, count, sides.left);
        const integer_products::Panels b = packed(right, begin, count, sides.right);
        integer_products::multiply(a, rows.count, b, right.count,
                                   {(count + 1) / 2, begin == 0, begin + count == columns}, tile, tile_rows);
    }
    sides.note_left(rows);
}

}  // namespace tamis::detail
