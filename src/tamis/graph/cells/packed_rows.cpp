#include "tamis/graph/cells/packed_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/cells/packing.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace packed_row_loops {

using Vector = float __attribute__((vector_size(32)));
using Bits = std::int32_t __attribute__((vector_size(32)));

// Four rows at a time. `width` is a multiple of 32, which spares the loops an end of their own.
TAMIS_SIMD void compare_bytes(const std::uint8_t* __restrict query, const std::uint8_t* __restrict rows,
                              Index count, Index width, float* __restrict out) {
    width &= ~Index{31};
    const auto gap = [](int a, int b) __attribute__((always_inline)) { return std::abs(a - b); };
    Index r = 0;
    for (; r + 4 <= count; r += 4) {
        const std::uint8_t* a = rows + r * width;
        const std::uint8_t *b = a + width, *c = b + width, *d = c + width;
        int sum_a = 0, sum_b = 0, sum_c = 0, sum_d = 0;
        for (Index j = 0; j < width; ++j) {
            const int value = query[j];
            sum_a += gap(value, a[j]);
            sum_b += gap(value, b[j]);
            sum_c += gap(value, c[j]);
            sum_d += gap(value, d[j]);
        }
        out[r] = static_cast<float>(sum_a);
        out[r + 1] = static_cast<float>(sum_b);
        out[r + 2] = static_cast<float>(sum_c);
        out[r + 3] = static_cast<float>(sum_d);
    }
    for (; r < count; ++r) {
        int sum = 0;
        for (Index j = 0; j < width; ++j) sum += gap(query[j], rows[r * width + j]);
        out[r] = static_cast<float>(sum);
    }
}

// `width` is a multiple of 8.
TAMIS_SIMD void compare_floats(const float* query, const float* rows, Index count, Index width, float* out) {
    const auto some_rows = [&]<int number>(Index r, std::integral_constant<int, number>)
        __attribute__((always_inline)) {
        Vector sums[number] = {};
        for (Index j = 0; j < width; j += 8) {
            Vector value;
            __builtin_memcpy(&value, query + j, sizeof value);
            for (int p = 0; p < number; ++p) {
                Vector gap;
                __builtin_memcpy(&gap, rows + (r + p) * width + j, sizeof gap);
                gap = value - gap;
                Bits bits;
                __builtin_memcpy(&bits, &gap, sizeof bits);
                bits &= 0x7fffffff;
                __builtin_memcpy(&gap, &bits, sizeof gap);
                sums[p] += gap;
            }
        }
        for (int p = 0; p < number; ++p) {
            float sum = 0.0F;
            for (int l = 0; l < 8; ++l) sum += sums[p][l];
            out[r + p] = sum;
        }
    };
    Index r = 0;
    for (; r + 4 <= count; r += 4) some_rows(r, std::integral_constant<int, 4>{});
    for (; r < count; ++r) some_rows(r, std::integral_constant<int, 1>{});
}

}  // namespace packed_row_loops

namespace {

// The rows of the samples and of the cells' means, each padded with equal numbers.
template <class Number, class Convert>
std::vector<Number> pack(const Packing& packing, const Cells& cells, Index width, const Context& context,
                         const Convert& convert) {
    const Index columns = packing.columns();
    std::vector<Number> rows(at((cells.samples() + cells.count()) * width));
    parallel_chunks(context, cells.count(), 16, [&](const Chunk& chunk) {
        std::vector<double> sums(at(columns));
        for (Index c = chunk.begin; c < chunk.end; ++c) {
            std::fill(sums.begin(), sums.end(), 0.0);
            for (Index p = cells.start[at(c)]; p < cells.start[at(c) + 1]; ++p) {
                Number* row = rows.data() + p * width;
                for (Index j = 0; j < columns; ++j) {
                    const double value = packing.cell(cells.order[at(p)], j);
                    row[j] = convert(value);
                    sums[at(j)] += value;
                }
            }
            Number* mean = rows.data() + (cells.samples() + c) * width;
            for (Index j = 0; j < columns; ++j)
                mean[j] = convert(sums[at(j)] / static_cast<double>(cells.size(c)));
        }
    });
    return rows;
}

float in_float(double value) { return static_cast<float>(value); }

// Squares double the range of the numbers: the largest stay finite, and what is 10³⁰ times smaller counts.
float to_be_squared(double value) { return static_cast<float>(std::clamp(value, -16.0, 16.0) * 0x1.0p48); }

class GapsInBytes : public PackedRows {
  public:
    GapsInBytes(const Packing& packing, const Cells& cells, const Context& context)
        : width_(padded(packing.columns(), 32)),
          rows_(pack<std::uint8_t>(packing, cells, width_, context, in_byte)) {}

    void compare(std::span<const Index> queries, Index begin, Index end, float* tile,
                 std::vector<float>&) const override {
        for (const Index query : queries) {
            packed_row_loops::compare_bytes(rows_.data() + query * width_, rows_.data() + begin * width_,
                                            end - begin, width_, tile);
            tile += end - begin;
        }
    }

  private:
    Index width_;
    std::vector<std::uint8_t> rows_;
};

class Gaps : public PackedRows {
  public:
    Gaps(const Packing& packing, const Cells& cells, const Context& context)
        : width_(padded(packing.columns(), 8)),
          rows_(pack<float>(packing, cells, width_, context, in_float)) {}

    void compare(std::span<const Index> queries, Index begin, Index end, float* tile,
                 std::vector<float>&) const override {
        for (const Index query : queries) {
            packed_row_loops::compare_floats(rows_.data() + query * width_, rows_.data() + begin * width_,
                                             end - begin, width_, tile);
            tile += end - begin;
        }
    }

  private:
    Index width_;
    std::vector<float> rows_;
};

// |b|² - 2ab: |a|² is the same for a whole row of the tile.
class Squares : public PackedRows {
  public:
    Squares(const Packing& packing, const Cells& cells, const Context& context)
        : width_(padded(packing.columns(), 8)),
          rows_(pack<float>(packing, cells, width_, context, to_be_squared)),
          norms_(at(cells.samples() + cells.count())) {
        parallel_chunks(context, static_cast<Index>(norms_.size()), 1024, [&](const Chunk& chunk) {
            for (Index p = chunk.begin; p < chunk.end; ++p) {
                double sum = 0.0;
                for (const float* value = row(p); value != row(p + 1); ++value)
                    sum += static_cast<double>(*value) * static_cast<double>(*value);
                norms_[at(p)] = static_cast<float>(sum);
            }
        });
    }

    void compare(std::span<const Index> queries, Index begin, Index end, float* tile,
                 std::vector<float>& space) const override {
        const auto count = static_cast<Index>(queries.size()), others = end - begin;
        space.resize(std::max(space.size(), at(count * width_)));
        for (Index q = 0; q < count; ++q)
            std::copy_n(row(queries[at(q)]), width_, space.begin() + q * width_);
        blas::multiply_rows(count, others, width_, -2.0F, {space.data(), width_}, {row(begin), width_}, 0.0F,
                            tile, others);
        for (Index q = 0; q < count; ++q, tile += others)
            for (Index r = 0; r < others; ++r) tile[r] += norms_[at(begin + r)];
    }

  private:
    const float* row(Index p) const { return rows_.data() + p * width_; }

    Index width_;
    std::vector<float> rows_;
    std::vector<float> norms_;
};

}  // namespace

std::unique_ptr<PackedRows> pack_gaps_in_bytes(const DenseView& x, std::span<const double> factors,
                                               const Cells& cells, const Context& context) {
    return std::make_unique<GapsInBytes>(
        Packing(x, factors, PackingScale::of(x, factors, PackingScale::Unit::usual)), cells, context);
}

std::unique_ptr<PackedRows> pack_gaps(const DenseView& x, std::span<const double> factors, const Cells& cells,
                                      const Context& context) {
    return std::make_unique<Gaps>(
        Packing(x, factors, PackingScale::of(x, factors, PackingScale::Unit::largest)), cells, context);
}

std::unique_ptr<PackedRows> pack_squares(const DenseView& x, const Cells& cells, const Context& context) {
    return std::make_unique<Squares>(Packing(x, {}, PackingScale::of(x, {}, PackingScale::Unit::largest)),
                                     cells, context);
}

}  // namespace tamis::detail
