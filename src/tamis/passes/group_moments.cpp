#include "tamis/passes/group_moments.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "tamis/core/error.hpp"
#include "tamis/core/parallel.hpp"
#include "tamis/core/validate.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/sparse_moments.hpp"

namespace tamis {

namespace group_moments_loops {

// Adds rows of one group to its sums over `width` neighboring columns: Σ w(x - shift) and Σ w(x - shift)².
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

}  // namespace group_moments_loops

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// Samples that take part in one range of rows, sorted by group and then by row.
std::vector<Index> members_by_group(const Grouping& grouping, Index begin, Index end) {
    std::vector<Index> next(at(grouping.groups) + 1, 0);
    for (Index i = begin; i < end; ++i)
        if (grouping.group_of[at(i)] >= 0) ++next[at(grouping.group_of[at(i)]) + 1];
    for (std::size_t g = 1; g < next.size(); ++g) next[g] += next[g - 1];
    std::vector<Index> members(at(next.back()));
    for (Index i = begin; i < end; ++i)
        if (grouping.group_of[at(i)] >= 0) members[at(next[at(grouping.group_of[at(i)])]++)] = i;
    return members;
}

struct Sums {
    DenseMatrix sum;
    DenseMatrix square;
};

constexpr Index strip_columns =
    512;  // four rows, the shift and both sums of a strip stay in the first-level cache
constexpr Index wanted_tasks = 32;
constexpr Index smallest_row_block = 1024;

// Dense data: tasks are strips of columns × blocks of rows, both cut by the shape alone.
class DensePass {
  public:
    DensePass(const DenseView& x, const Grouping& grouping, const Context& context)
        : x_(x), grouping_(grouping), context_(context), strips_(chunk_count(x.cols, strip_columns)) {
        const Index blocks = std::clamp<Index>(wanted_tasks / strips_, 1, wanted_tasks);
        block_rows_ = std::max(smallest_row_block, chunk_count(x.rows, blocks));
        blocks_ = std::max<Index>(1, chunk_count(x.rows, block_rows_));
    }

    // Sums over the strips for which `wanted` says so; an empty list means all of them.
    void run(const DenseMatrix& shift, Sums& total, const std::vector<char>& wanted) const {
        std::vector<Sums> partial(at(strips_ * blocks_));
        parallel_chunks(context_, strips_ * blocks_, 1, [&](const Chunk& task) {
            const Index strip = task.number / blocks_;
            if (!wanted.empty() && wanted[at(strip)] == 0) return;
            partial[at(task.number)] = sum_block(shift, strip, task.number % blocks_);
        });
        for (Index strip = 0; strip < strips_; ++strip) {
            if (!wanted.empty() && wanted[at(strip)] == 0) continue;
            for (Index block = 0; block < blocks_; ++block)
                add(partial[at(strip * blocks_ + block)], strip, block == 0, total);
        }
    }

    static Index strip_of(Index column) { return column / strip_columns; }
    Index strips() const { return strips_; }

  private:
    Sums sum_block(const DenseMatrix& shift, Index strip, Index block) const {
        const Index first = strip * strip_columns;
        const Index width = std::min(strip_columns, x_.cols - first);
        Sums sums{DenseMatrix(grouping_.groups, width), DenseMatrix(grouping_.groups, width)};
        const std::vector<Index> members =
            members_by_group(grouping_, block * block_rows_, std::min((block + 1) * block_rows_, x_.rows));
        std::size_t p = 0;
        while (p < members.size()) {
            const Index group = grouping_.group_of[at(members[p])];
            // Rows of one group only follow one another, and the memory gives one long run of addresses
            // fastest.
            const bool four = grouping_.groups > 1 && p + 4 <= members.size() &&
                              grouping_.group_of[at(members[p + 3])] == group;
            const std::size_t count = four ? 4 : 1;
            const std::span<const Index> now(members.data() + p, count);
            add_rows(now, first, width, shift.row(group) + first, sums.sum.row(group),
                     sums.square.row(group));
            p += count;
        }
        return sums;
    }

    // One row, or four rows at once.
    void add_rows(std::span<const Index> members, Index column, Index columns, const double* shift,
                  double* sum, double* square) const {
        const double* rows[4];
        double weights[4];
        for (std::size_t q = 0; q < members.size(); ++q) {
            rows[q] = x_.row(members[q]) + column;
            weights[q] = grouping_.weights.empty() ? 1.0 : grouping_.weights[at(members[q])];
        }
        if (members.size() == 1)
            group_moments_loops::add_row(rows[0], weights[0], shift, sum, square, columns);
        else if (grouping_.weights.empty())
            group_moments_loops::add_four_rows(rows, shift, sum, square, columns);
        else
            group_moments_loops::add_four_weighted_rows(rows, weights, shift, sum, square, columns);
    }

    void add(const Sums& part, Index strip, bool first_block, Sums& total) const {
        const Index first = strip * strip_columns;
        for (Index g = 0; g < grouping_.groups; ++g)
            for (Index j = 0; j < part.sum.cols(); ++j) {
                total.sum(g, first + j) = part.sum(g, j) + (first_block ? 0.0 : total.sum(g, first + j));
                total.square(g, first + j) =
                    part.square(g, j) + (first_block ? 0.0 : total.square(g, first + j));
            }
    }

    const DenseView& x_;
    const Grouping& grouping_;
    const Context& context_;
    Index strips_;
    Index block_rows_ = 0;
    Index blocks_ = 0;
};

// The first sample of each group becomes what its sums are taken about.
DenseMatrix first_samples(const DenseView& x, const Grouping& grouping) {
    DenseMatrix shift(grouping.groups, x.cols);
    std::vector<char> seen(at(grouping.groups));
    for (Index i = 0; i < x.rows; ++i) {
        const int group = grouping.group_of[at(i)];
        if (group < 0 || seen[at(group)] != 0) continue;
        seen[at(group)] = 1;
        std::copy_n(x.row(i), x.cols, shift.row(group));
    }
    return shift;
}

// Columns in which no group scatters and all groups stand at the same value. Squares of tiny differences can
// underflow, so each such column is compared cell by cell as well.
std::vector<char> find_constant(const MatrixView& x, const Grouping& grouping, const GroupMoments& moments) {
    Index reference = 0;
    while (reference + 1 < moments.groups() && moments.weight[at(reference)] == 0.0) ++reference;
    std::vector<char> constant(at(x.cols()), 1);
    for (Index g = 0; g < moments.groups(); ++g) {
        if (moments.weight[at(g)] == 0.0) continue;
        for (Index j = 0; j < x.cols(); ++j)
            if (moments.square(g, j) != 0.0 || moments.shift(g, j) != moments.shift(reference, j))
                constant[at(j)] = 0;
    }
    std::vector<Index> candidates;
    for (Index j = 0; j < x.cols(); ++j)
        if (constant[at(j)] != 0) candidates.push_back(j);
    for (Index i = 0; i < x.rows() && !candidates.empty(); ++i) {
        if (grouping.group_of[at(i)] < 0) continue;
        if (x.is_sparse()) {
            // A stored cell decides; implicit zeros are 0, and their squared distance r² underflows only
            // where r does.
            const SparseRow row = x.sparse().row(i);
            for (std::size_t p = 0; p < row.columns.size(); ++p)
                if (row.values[p] != moments.shift(reference, row.columns[p]))
                    constant[at(row.columns[p])] = 0;
        } else {
            for (const Index j : candidates)
                if (x.dense()(i, j) != moments.shift(reference, j)) constant[at(j)] = 0;
        }
    }
    return constant;
}

// Σ w(x-r)² is this many times the scatter: digits are being lost to the choice of r.
constexpr double cancellation_limit = 1e3;

}  // namespace

double GroupMoments::mean(Index group, Index feature) const {
    return shift(group, feature) + sum(group, feature) / weight[at(group)];
}

double GroupMoments::scatter(Index group, Index feature) const {
    const double total = sum(group, feature);
    return std::max(0.0, square(group, feature) - total * total / weight[at(group)]);
}

void GroupMoments::centered_means(Index feature, std::span<double> means) const {
    double center = 0.0, all = 0.0;
    for (Index g = 0; g < groups(); ++g) {
        means[at(g)] = 0.0;
        if (weight[at(g)] == 0.0) continue;
        // Relative to the first group's reference value.
        means[at(g)] = (shift(g, feature) - shift(0, feature)) + sum(g, feature) / weight[at(g)];
        center += weight[at(g)] * means[at(g)];
        all += weight[at(g)];
    }
    center /= all;
    for (Index g = 0; g < groups(); ++g)
        if (weight[at(g)] != 0.0) means[at(g)] -= center;
}

void add_moments(const double* x, double weight, const double* shift, double* sum, double* square,
                 Index width) {
    group_moments_loops::add_row(x, weight, shift, sum, square, width);
}

namespace {

// `first`: who takes the sums, where not this file.
GroupMoments moments_of(const MatrixView& x, const Grouping& grouping, const MomentPass* first,
                        const Context& context) {
    GroupMoments moments;
    moments.weight.assign(at(grouping.groups), 0.0);
    for (Index i = 0; i < x.rows(); ++i)
        if (grouping.group_of[at(i)] >= 0)
            moments.weight[at(grouping.group_of[at(i)])] +=
                grouping.weights.empty() ? 1.0 : grouping.weights[at(i)];
    moments.shift = x.is_sparse() ? sparse_shift(x.sparse(), grouping) : first_samples(x.dense(), grouping);
    Sums total{DenseMatrix(grouping.groups, x.cols()), DenseMatrix(grouping.groups, x.cols())};

    std::optional<DensePass> dense;
    if (!x.is_sparse()) dense.emplace(x.dense(), grouping, context);
    const auto run = [&](const std::vector<char>& strips) {
        if (dense)
            dense->run(moments.shift, total, strips);
        else
            sparse_moments(x.sparse(), grouping, moments.weight, moments.shift, total.sum, total.square,
                           context);
    };
    if (first != nullptr)
        (*first)(moments.shift.row(0), total.sum.row(0), total.square.row(0));
    else
        run({});
    moments.sum = std::move(total.sum);
    moments.square = std::move(total.square);
    const Index cells = grouping.groups * x.cols();
    if (!std::all_of(moments.square.data(), moments.square.data() + cells,
                     [](double q) { return std::isfinite(q); }))
        if (const auto cell = first_unusable(x, context)) throw Error(describe(*cell));
    moments.constant = find_constant(x, grouping, moments);

    std::vector<char> again(dense ? at(dense->strips()) : 1, 0);
    for (Index g = 0; g < grouping.groups; ++g) {
        if (moments.weight[at(g)] == 0.0) continue;
        for (Index j = 0; j < x.cols(); ++j) {
            if (moments.square(g, j) <= cancellation_limit * moments.scatter(g, j)) continue;
            if (moments.square(g, j) == 0.0) continue;
            moments.shift(g, j) = moments.mean(g, j);
            again[dense ? at(DensePass::strip_of(j)) : 0] = 1;
        }
    }
    if (std::find(again.begin(), again.end(), 1) != again.end()) {
        total = {std::move(moments.sum), std::move(moments.square)};
        run(again);
        moments.sum = std::move(total.sum);
        moments.square = std::move(total.square);
    }
    return moments;
}

}  // namespace

GroupMoments group_moments(const MatrixView& x, const Grouping& grouping, const Context& context) {
    return moments_of(x, grouping, nullptr, context);
}

GroupMoments group_moments(const MatrixView& x, const Grouping& grouping, MomentPass pass,
                           const Context& context) {
    return moments_of(x, grouping, &pass, context);
}

Scatter group_scatter(const GroupMoments& moments) {
    const Index features = moments.features();
    Scatter scatter{std::vector<double>(at(features)), std::vector<double>(at(features)), moments.constant};
    std::vector<double> offset(at(moments.groups()));
    for (Index j = 0; j < features; ++j) {
        if (moments.constant[at(j)] != 0) continue;
        moments.centered_means(j, offset);
        for (Index g = 0; g < moments.groups(); ++g) {
            const double weight = moments.weight[at(g)];
            if (weight == 0.0) continue;
            scatter.between[at(j)] += weight * offset[at(g)] * offset[at(g)];
            scatter.within[at(j)] += moments.scatter(g, j);
        }
    }
    return scatter;
}

Scatter class_scatter(const MatrixView& x, const Labels& labels, const Context& context) {
    return group_scatter(group_moments(x, {labels.of, labels.classes()}, context));
}

}  // namespace tamis
