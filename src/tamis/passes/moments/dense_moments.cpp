#include "tamis/passes/moments/dense_moments.hpp"

#include <algorithm>

#include "tamis/passes/rounds/moments_round.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace dense_moment_loops {

TAMIS_SIMD void add_row(const double* __restrict x, double weight, const double* __restrict shift,
                        double* __restrict sum, double* __restrict square, Index width) {
    for (Index j = 0; j < width; ++j) {
        const double difference = x[j] - shift[j];
        const double weighted = weight * difference;
        sum[j] += weighted;
        square[j] += weighted * difference;
    }
}

// Four rows at once, so that the shift and the sums are read and written once for all of them.
TAMIS_SIMD void add_four_rows(const double* const* rows, const double* __restrict shift,
                              double* __restrict sum, double* __restrict square, Index width) {
    const double* __restrict a = rows[0];
    const double* __restrict b = rows[1];
    const double* __restrict c = rows[2];
    const double* __restrict d = rows[3];
    for (Index j = 0; j < width; ++j) {
        const double da = a[j] - shift[j], db = b[j] - shift[j], dc = c[j] - shift[j], dd = d[j] - shift[j];
        sum[j] += (da + db) + (dc + dd);
        square[j] += (da * da + db * db) + (dc * dc + dd * dd);
    }
}

TAMIS_SIMD void add_four_weighted_rows(const double* const* rows, const double* weights,
                                       const double* __restrict shift, double* __restrict sum,
                                       double* __restrict square, Index width) {
    const double* __restrict a = rows[0];
    const double* __restrict b = rows[1];
    const double* __restrict c = rows[2];
    const double* __restrict d = rows[3];
    const double wa = weights[0], wb = weights[1], wc = weights[2], wd = weights[3];
    for (Index j = 0; j < width; ++j) {
        const double da = a[j] - shift[j], db = b[j] - shift[j], dc = c[j] - shift[j], dd = d[j] - shift[j];
        const double va = wa * da, vb = wb * db, vc = wc * dc, vd = wd * dd;
        sum[j] += (va + vb) + (vc + vd);
        square[j] += (va * da + vb * db) + (vc * dc + vd * dd);
    }
}

}  // namespace dense_moment_loops

namespace {

// Four rows, the shift and both sums of a strip stay in the first-level cache.
constexpr Index strip_columns = 512;

// Sums of one piece. The rows of a group are added four at a time, in their order, and the last few one by
// one; rows that wait for others to make four are copied, which happens only if a block ends before the
// piece.
class DenseMoments {
  public:
    DenseMoments(const Grouping& grouping, const DenseMatrix& shift, const Piece& piece)
        : grouping_(grouping),
          shift_(shift),
          piece_(piece),
          sum_(grouping.groups, piece.columns.width()),
          square_(grouping.groups, piece.columns.width()) {}

    void add(const RowBlock& block) {
        // Rows of one group only follow one another, and the memory gives one long run of addresses fastest.
        if (grouping_.groups == 1) return add_one_by_one(block);
        sort_by_group(block);
        const bool last = piece_.ends_with(block);
        for (Index g = 0; g < grouping_.groups; ++g) {
            const std::span<const Index> own(members_.data() + start_[at(g)],
                                             at(start_[at(g) + 1] - start_[at(g)]));
            if (waiting_.empty() && (last || own.empty()))
                add_in_fours(block, g, own);
            else
                add_after_waiting(block, g, own, last);
        }
    }

    void merge(const DenseMoments& later) {
        for (Index g = 0; g < grouping_.groups; ++g)
            for (Index j = 0; j < piece_.columns.width(); ++j) {
                sum_(g, j) += later.sum_(g, j);
                square_(g, j) += later.square_(g, j);
            }
    }

    void write(GroupMoments& moments) const {
        for (Index g = 0; g < grouping_.groups; ++g) {
            std::copy_n(sum_.row(g), sum_.cols(), moments.sum.row(g) + piece_.columns.begin);
            std::copy_n(square_.row(g), square_.cols(), moments.square.row(g) + piece_.columns.begin);
        }
    }

  private:
    // A row of the block or a copy of an earlier one.
    struct WeightedRow {
        const double* cells;
        double weight;
    };
    struct Waiting {
        std::vector<std::vector<double>> cells;
        std::vector<double> weights;
    };

    double weight_of(Index i) const { return grouping_.weights.empty() ? 1.0 : grouping_.weights[at(i)]; }

    WeightedRow row_of(const RowBlock& block, Index i) const {
        return {block.cells.dense().row(i - block.first) + piece_.columns.begin, weight_of(i)};
    }

    void add_one_by_one(const RowBlock& block) {
        const double* shift = shift_.row(0) + piece_.columns.begin;
        for (Index i = block.first; i < block.end(); ++i) {
            if (grouping_.group_of[at(i)] < 0) continue;
            const WeightedRow row = row_of(block, i);
            dense_moment_loops::add_row(row.cells, row.weight, shift, sum_.data(), square_.data(),
                                        piece_.columns.width());
        }
    }

    // The samples of the block that take part, by group and then by row.
    void sort_by_group(const RowBlock& block) {
        start_.assign(at(grouping_.groups) + 1, 0);
        for (Index i = block.first; i < block.end(); ++i)
            if (grouping_.group_of[at(i)] >= 0) ++start_[at(grouping_.group_of[at(i)]) + 1];
        for (std::size_t g = 1; g < start_.size(); ++g) start_[g] += start_[g - 1];
        members_.resize(at(start_.back()));
        std::vector<Index> next = start_;
        for (Index i = block.first; i < block.end(); ++i)
            if (grouping_.group_of[at(i)] >= 0) members_[at(next[at(grouping_.group_of[at(i)])]++)] = i;
    }

    void add_in_fours(const RowBlock& block, Index group, std::span<const Index> own) {
        std::size_t p = 0;
        for (; p + 4 <= own.size(); p += 4)
            add_rows(group, {row_of(block, own[p]), row_of(block, own[p + 1]), row_of(block, own[p + 2]),
                             row_of(block, own[p + 3])});
        for (; p < own.size(); ++p) add_rows(group, {row_of(block, own[p])});
    }

    void add_after_waiting(const RowBlock& block, Index group, std::span<const Index> own, bool last) {
        waiting_.resize(at(grouping_.groups));
        Waiting& before = waiting_[at(group)];
        std::vector<WeightedRow> rows;
        for (std::size_t p = 0; p < before.cells.size(); ++p)
            rows.push_back({before.cells[p].data(), before.weights[p]});
        for (const Index i : own) rows.push_back(row_of(block, i));
        std::size_t p = 0;
        for (; p + 4 <= rows.size(); p += 4)
            add_rows(group, {rows[p], rows[p + 1], rows[p + 2], rows[p + 3]});
        Waiting after;
        for (; p < rows.size(); ++p) {
            if (last) {
                add_rows(group, {rows[p]});
                continue;
            }
            after.cells.emplace_back(rows[p].cells, rows[p].cells + piece_.columns.width());
            after.weights.push_back(rows[p].weight);
        }
        before = std::move(after);
    }

    // One row, or four rows at once.
    void add_rows(Index group, std::initializer_list<WeightedRow> members) {
        const double* shift = shift_.row(group) + piece_.columns.begin;
        double *sum = sum_.row(group), *square = square_.row(group);
        const Index width = piece_.columns.width();
        const double* rows[4];
        double weights[4];
        std::size_t count = 0;
        for (const WeightedRow& member : members) {
            rows[count] = member.cells;
            weights[count++] = member.weight;
        }
        if (count == 1)
            dense_moment_loops::add_row(rows[0], weights[0], shift, sum, square, width);
        else if (grouping_.weights.empty())
            dense_moment_loops::add_four_rows(rows, shift, sum, square, width);
        else
            dense_moment_loops::add_four_weighted_rows(rows, weights, shift, sum, square, width);
    }

    const Grouping& grouping_;
    const DenseMatrix& shift_;
    Piece piece_;
    DenseMatrix sum_, square_;      // groups × columns of the strip
    std::vector<Index> members_;    // of the block, by group
    std::vector<Index> start_;      // of each group among them
    std::vector<Waiting> waiting_;  // per group; empty while no row has had to wait
};

}  // namespace

void add_moments(const double* x, double weight, const double* shift, double* sum, double* square,
                 Index width) {
    dense_moment_loops::add_row(x, weight, shift, sum, square, width);
}

std::vector<Strip> moment_strips(Index columns) { return strips_of(columns, strip_columns); }

void add_dense_moments(const Rows& x, const Grouping& grouping, std::span<const Strip> strips,
                       GroupMoments& moments, const Context& context) {
    if (const Shards* shards = x.shards())
        return add_shard_moments(*shards, grouping, strips, moments, context);
    const Index chunk_rows = rows_per_chunk(x.rows(), static_cast<Index>(moment_strips(x.cols()).size()));
    const auto make = [&](const Piece& piece) { return DenseMoments(grouping, moments.shift, piece); };
    for (const DenseMoments& part : run_pass(x, chunk_rows, strips, make, context)) part.write(moments);
}

}  // namespace tamis::detail
