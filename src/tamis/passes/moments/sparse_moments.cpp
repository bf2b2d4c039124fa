#include "tamis/passes/moments/sparse_moments.hpp"

#include <algorithm>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/rounds/moments_round.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/passes/survey/first_rows.hpp"

namespace tamis::detail {

namespace {

// All that one column needs, side by side: a stored cell costs one access to memory. The cells of one group
// fit into the cache where those of all groups would not, so samples are visited group by group.
struct ColumnSums {
    double shift = 0.0, sum = 0.0, square = 0.0;
    double stored = 0.0;  // weight of the stored cells
};

// If every shift is zero the implicit zeros add nothing, and half as much is needed.
struct PlainSums {
    double sum = 0.0, square = 0.0;
};

// How many cells the samples of each group store.
class StoredCells {
  public:
    explicit StoredCells(const Grouping& grouping) : grouping_(grouping), count_(at(grouping.groups), 0) {}

    void add(const RowBlock& block) {
        const SparseView& x = block.cells.sparse();
        for (Index i = 0; i < x.rows; ++i) {
            const int group = grouping_.group_of[at(block.first + i)];
            if (group >= 0) count_[at(group)] += x.row_start[i + 1] - x.row_start[i];
            all_ += x.row_start[i + 1] - x.row_start[i];
        }
    }
    void merge(const StoredCells& later) {
        for (std::size_t g = 0; g < count_.size(); ++g) count_[g] += later.count_[g];
        all_ += later.all_;
    }

    Index of(Index group) const { return count_[at(group)]; }
    Index all() const { return all_; }

  private:
    const Grouping& grouping_;
    std::vector<Index> count_;
    Index all_ = 0;
};

// Sums over some neighboring samples of one group.
class StoredSums {
  public:
    StoredSums(Index group, std::span<const Index> members, const Grouping& grouping,
               const DenseMatrix& shift)
        : group_(group), members_(members), grouping_(grouping), shift_(shift) {}

    Index group() const { return group_; }
    RowRange rows() const { return {members_.front(), members_.back() + 1}; }

    void add(const RowBlock& block) {
        const SparseView& x = block.cells.sparse();
        if (columns_.empty() && plain_.empty()) start(x.cols);
        const auto first = std::lower_bound(members_.begin(), members_.end(), block.first);
        const std::span<const Index> here(first, std::lower_bound(first, members_.end(), block.end()));
        if (columns_.empty())
            add_plain(x, block.first, here);
        else
            add_shifted(x, block.first, here);
    }

    // The samples of the same group that follow.
    void merge(const StoredSums& later) {
        for (std::size_t j = 0; j < columns_.size(); ++j) {
            columns_[j].sum += later.columns_[j].sum;
            columns_[j].square += later.columns_[j].square;
            columns_[j].stored += later.columns_[j].stored;
        }
        for (std::size_t j = 0; j < plain_.size(); ++j) {
            plain_[j].sum += later.plain_[j].sum;
            plain_[j].square += later.plain_[j].square;
        }
        for (std::size_t j = 0; j < cells_.size(); ++j) cells_[j] += later.cells_[j];
    }

    // The sums of a group of this many samples, all of which were added; gives the memory back. The weight of
    // the implicit zeros is what the stored cells leave; a full column has none, exactly.
    void write(Index samples, double group_weight, double* sum, double* square) {
        for (std::size_t j = 0; j < plain_.size(); ++j) {
            sum[j] = plain_[j].sum;
            square[j] = plain_[j].square;
        }
        for (std::size_t j = 0; j < columns_.size(); ++j) {
            const ColumnSums& column = columns_[j];
            const bool full =
                cells_.empty() ? column.stored == static_cast<double>(samples) : cells_[j] == samples;
            const double zeros = full ? 0.0 : std::max(0.0, group_weight - column.stored);
            sum[j] = column.sum - zeros * column.shift;
            square[j] = column.square + zeros * column.shift * column.shift;
        }
        columns_ = {};
        plain_ = {};
    }

  private:
    void start(Index columns) {
        const double* shift = shift_.row(group_);
        if (std::all_of(shift, shift + columns, [](double value) { return value == 0.0; })) {
            plain_.resize(at(columns));
            return;
        }
        columns_.resize(at(columns));
        if (!grouping_.weights.empty()) cells_.assign(at(columns), 0);
        for (Index j = 0; j < columns; ++j) columns_[at(j)].shift = shift[j];
    }

    double weight_of(Index i) const { return grouping_.weights.empty() ? 1.0 : grouping_.weights[at(i)]; }

    void add_plain(const SparseView& x, Index first, std::span<const Index> members) {
        for (const Index i : members) {
            const SparseRow row = x.row(i - first);
            const double weight = weight_of(i);
            for (std::size_t p = 0; p < row.columns.size(); ++p) {
                PlainSums& column = plain_[at(row.columns[p])];
                const double weighted = weight * row.values[p];
                column.sum += weighted;
                column.square += weighted * row.values[p];
            }
        }
    }

    void add_shifted(const SparseView& x, Index first, std::span<const Index> members) {
        for (const Index i : members) {
            const SparseRow row = x.row(i - first);
            const double weight = weight_of(i);
            for (std::size_t p = 0; p < row.columns.size(); ++p) {
                ColumnSums& column = columns_[at(row.columns[p])];
                const double difference = row.values[p] - column.shift;
                column.sum += weight * difference;
                column.square += weight * difference * difference;
                column.stored += weight;
            }
            if (!cells_.empty())
                for (const Small j : row.columns) ++cells_[at(j)];
        }
    }

    Index group_;
    std::span<const Index> members_;
    const Grouping& grouping_;
    const DenseMatrix& shift_;
    std::vector<ColumnSums> columns_;
    std::vector<PlainSums> plain_;  // instead of `columns_` if every shift is zero
    std::vector<Index> cells_;      // stored cells per column; only if samples have weights
};

std::vector<std::vector<Index>> members_of_groups(const Grouping& grouping, Index samples) {
    std::vector<std::vector<Index>> members(at(grouping.groups));
    for (Index i = 0; i < samples; ++i)
        if (grouping.group_of[at(i)] >= 0) members[at(grouping.group_of[at(i)])].push_back(i);
    return members;
}

// A part holds a table of columns, so there are only as many as the data pay for, and no more than it takes
// to keep the cores busy: 16 and one per group.
std::vector<StoredSums> cut_groups(const std::vector<std::vector<Index>>& members, const Grouping& grouping,
                                   const DenseMatrix& shift, const StoredCells& stored) {
    std::vector<StoredSums> parts;
    const Index share = std::max<Index>(1, chunk_count(stored.all(), 16));
    for (Index g = 0; g < grouping.groups; ++g) {
        const auto samples = static_cast<Index>(members[at(g)].size());
        const Index paid_for = stored.of(g) / (4 * std::max<Index>(1, shift.cols()));
        const Index wanted = std::max<Index>(1, std::min(paid_for, chunk_count(stored.of(g), share)));
        const Index size = std::max<Index>(1, chunk_count(samples, wanted));
        for (Index begin = 0; begin < samples; begin += size) {
            const auto own =
                std::span(members[at(g)]).subspan(at(begin), at(std::min(size, samples - begin)));
            parts.emplace_back(g, own, grouping, shift);
        }
    }
    return parts;
}

}  // namespace

DenseMatrix sparse_shift(const Rows& x, const Grouping& grouping) {
    std::vector<unsigned char> seen(at(grouping.groups), 0);
    std::vector<Index> looked;
    std::vector<char> first;  // of its group
    for (Index i = 0; i < x.rows(); ++i) {
        const int group = grouping.group_of[at(i)];
        if (group < 0 || seen[at(group)] == first_of_sparse_groups) continue;
        looked.push_back(i);
        first.push_back(seen[at(group)]++ == 0 ? 1 : 0);
    }
    DenseMatrix shift(grouping.groups, x.cols());
    std::vector<unsigned char> hits(at(grouping.groups * x.cols()), 0);
    x.for_each_row(looked, [&](std::size_t position, const MatrixView& cells, Index i) {
        const Index group = grouping.group_of[at(looked[position])];
        for_each_cell(cells, i, [&](Index j, double value) {
            if (first[position] != 0) shift(group, j) = value;
            ++hits[at(group * x.cols() + j)];
        });
    });
    for (Index g = 0; g < grouping.groups; ++g)
        for (Index j = 0; j < x.cols(); ++j)
            if (hits[at(g * x.cols() + j)] < seen[at(g)]) shift(g, j) = 0.0;
    return shift;
}

void add_sparse_moments(const Rows& x, const Grouping& grouping, GroupMoments& moments,
                        const Context& context) {
    if (const Shards* shards = x.shards()) {
        const Strip all{0, x.cols()};
        return add_shard_moments(*shards, grouping, {&all, 1}, moments, context);
    }
    const std::vector<std::vector<Index>> members = members_of_groups(grouping, x.rows());
    const StoredCells stored = run_pass(
        x, x.rows(), [&](const Piece&) { return StoredCells(grouping); }, context);
    std::vector<StoredSums> parts = cut_groups(members, grouping, moments.shift, stored);
    std::vector<RowRange> ranges;
    ranges.reserve(parts.size());
    for (const StoredSums& part : parts) ranges.push_back(part.rows());
    const auto write = [&](StoredSums& part) {
        const Index g = part.group();
        part.write(static_cast<Index>(members[at(g)].size()), moments.weight[at(g)], moments.sum.row(g),
                   moments.square.row(g));
    };
    // A group that is in one part is written at once, so that not all tables are held at a time.
    const auto is_whole = [&](std::size_t p) {
        return ranges[p].begin == members[at(parts[p].group())].front() &&
               ranges[p].end == members[at(parts[p].group())].back() + 1;
    };
    run_parts(
        x, ranges,
        [&](Index p, const RowBlock& block) {
            parts[at(p)].add(block);
            if (is_whole(at(p)) && block.end() == ranges[at(p)].end) write(parts[at(p)]);
        },
        context);
    for (std::size_t first = 0, next = 0; first < parts.size(); first = next) {
        for (next = first + 1; next < parts.size() && parts[next].group() == parts[first].group(); ++next)
            parts[first].merge(parts[next]);
        if (next > first + 1) write(parts[first]);
    }
}

}  // namespace tamis::detail
