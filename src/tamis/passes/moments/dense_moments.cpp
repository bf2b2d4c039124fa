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

}  // namespace

DenseMoments::DenseMoments(const Grouping& grouping, const DenseMatrix& shift, const Piece& piece)
    : grouping_(grouping),
      shift_(shift),
      piece_(piece),
      sum_(grouping.groups, piece.columns.width()),
      square_(grouping.groups, piece.columns.width()) {}

void DenseMoments::add(const RowBlock& block) {
    add_part(block);
    end_block(piece_.ends_with(block));
}

void DenseMoments::add_part(const RowBlock& part) {
    // Rows of one group only follow one another, and the memory gives one long run of addresses fastest.
    if (grouping_.groups == 1) return add_one_by_one(part);
    sort_by_group(part);
    waiting_.resize(at(grouping_.groups));
    for (Index g = 0; g < grouping_.groups; ++g)
        add_of_group(g, part, {members_.data() + start_[at(g)], at(start_[at(g) + 1] - start_[at(g)])});
}

void DenseMoments::end_block(bool last) {
    for (std::size_t g = 0; g < waiting_.size(); ++g) {
        Waiting& waiting = waiting_[g];
        if (!last) {
            keep_copies(waiting);
            continue;
        }
        for (std::size_t p = 0; p < waiting.count; ++p) add_rows(static_cast<Index>(g), {waiting.rows[p]});
    }
    if (last) waiting_ = {};  // pieces are kept until all are merged
}

void DenseMoments::merge(const DenseMoments& later) {
    for (Index g = 0; g < grouping_.groups; ++g)
        for (Index j = 0; j < piece_.columns.width(); ++j) {
            sum_(g, j) += later.sum_(g, j);
            square_(g, j) += later.square_(g, j);
        }
}

void DenseMoments::write(GroupMoments& moments) const {
    for (Index g = 0; g < grouping_.groups; ++g) {
        std::copy_n(sum_.row(g), sum_.cols(), moments.sum.row(g) + piece_.columns.begin);
        std::copy_n(square_.row(g), square_.cols(), moments.square.row(g) + piece_.columns.begin);
    }
}

void DenseMoments::add_one_by_one(const RowBlock& part) {
    const double* shift = shift_.row(0) + piece_.columns.begin;
    for (Index i = part.first; i < part.end(); ++i) {
        if (grouping_.group_of[at(i)] < 0) continue;
        const WeightedRow row = row_of(part, i);
        dense_moment_loops::add_row(row.cells, row.weight, shift, sum_.data(), square_.data(),
                                    piece_.columns.width());
    }
}

// The samples of the part that take part, by group and then by row.
void DenseMoments::sort_by_group(const RowBlock& part) {
    start_.assign(at(grouping_.groups) + 1, 0);
    for (Index i = part.first; i < part.end(); ++i)
        if (grouping_.group_of[at(i)] >= 0) ++start_[at(grouping_.group_of[at(i)]) + 1];
    for (std::size_t g = 1; g < start_.size(); ++g) start_[g] += start_[g - 1];
    members_.resize(at(start_.back()));
    std::vector<Index> next = start_;
    for (Index i = part.first; i < part.end(); ++i)
        if (grouping_.group_of[at(i)] >= 0) members_[at(next[at(grouping_.group_of[at(i)])]++)] = i;
}

void DenseMoments::add_of_group(Index group, const RowBlock& part, std::span<const Index> own) {
    Waiting& waiting = waiting_[at(group)];
    std::size_t p = 0;
    const auto wait = [&](std::size_t upto) {
        while (waiting.count < upto && p < own.size()) waiting.rows[waiting.count++] = row_of(part, own[p++]);
    };
    if (waiting.count > 0) {
        wait(3);
        if (p == own.size()) return;
        add_rows(group, {waiting.rows[0], waiting.rows[1], waiting.rows[2], row_of(part, own[p++])});
        waiting.count = 0;
    }
    for (; p + 4 <= own.size(); p += 4)
        add_rows(group, {row_of(part, own[p]), row_of(part, own[p + 1]), row_of(part, own[p + 2]),
                         row_of(part, own[p + 3])});
    wait(3);
}

// One row, or four rows at once.
void DenseMoments::add_rows(Index group, std::initializer_list<WeightedRow> members) {
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

void DenseMoments::keep_copies(Waiting& waiting) const {
    const std::size_t width = at(piece_.columns.width());
    std::vector<double> copies(waiting.count * width);  // some are copies already
    for (std::size_t p = 0; p < waiting.count; ++p) {
        std::copy_n(waiting.rows[p].cells, width, copies.data() + p * width);
        waiting.rows[p].cells = copies.data() + p * width;
    }
    waiting.copies = std::move(copies);
}

void add_moments(const double* x, double weight, const double* shift, double* sum, double* square,
                 Index width) {
    dense_moment_loops::add_row(x, weight, shift, sum, square, width);
}

std::vector<Strip> moment_strips(Index columns) { return strips_of(columns, strip_columns); }

Index moment_chunk_rows(const Rows& x) {
    return rows_per_chunk(x.rows(), static_cast<Index>(moment_strips(x.cols()).size()));
}

void add_dense_moments(const Rows& x, const Grouping& grouping, std::span<const Strip> strips,
                       GroupMoments& moments, const Context& context) {
    if (const Shards* shards = x.shards())
        return add_shard_moments(*shards, grouping, strips, moments, context);
    const auto make = [&](const Piece& piece) { return DenseMoments(grouping, moments.shift, piece); };
    for (const DenseMoments& part : run_pass(x, moment_chunk_rows(x), strips, make, context))
        part.write(moments);
}

}  // namespace tamis::detail
