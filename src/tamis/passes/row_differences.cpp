#include "tamis/passes/row_differences.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/rows/sorted_numbers.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/merge_rows.hpp"
#include "tamis/passes/moments/dense_moments.hpp"
#include "tamis/passes/rounds/shard_differences.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace row_difference_loops {

struct Absolute {
    [[gnu::always_inline]] static double of(double gap) { return std::abs(gap); }
};
struct Squared {
    [[gnu::always_inline]] static double of(double gap) { return gap * gap; }
};

// sums += Σ_p weight_p·Size(row - other_p), with up to four other rows per sweep so that `row` and `sums` are
// read and written once for all of them.
template <class Size>
[[gnu::always_inline]] inline void add(const double* __restrict row, const double* const* others,
                                       const double* weights, Index count, Index columns,
                                       double* __restrict sums) {
    Index p = 0;
    for (; p + 4 <= count; p += 4) {
        const double* __restrict a = others[p];
        const double* __restrict b = others[p + 1];
        const double* __restrict c = others[p + 2];
        const double* __restrict d = others[p + 3];
        const double wa = weights[p], wb = weights[p + 1], wc = weights[p + 2], wd = weights[p + 3];
        for (Index j = 0; j < columns; ++j) {
            const double x = row[j];
            sums[j] += (wa * Size::of(x - a[j]) + wb * Size::of(x - b[j])) +
                       (wc * Size::of(x - c[j]) + wd * Size::of(x - d[j]));
        }
    }
    if (p + 2 <= count) {
        const double* __restrict a = others[p];
        const double* __restrict b = others[p + 1];
        const double wa = weights[p], wb = weights[p + 1];
        for (Index j = 0; j < columns; ++j)
            sums[j] += wa * Size::of(row[j] - a[j]) + wb * Size::of(row[j] - b[j]);
        p += 2;
    }
    if (p < count) {
        const double* __restrict a = others[p];
        const double wa = weights[p];
        for (Index j = 0; j < columns; ++j) sums[j] += wa * Size::of(row[j] - a[j]);
    }
}

TAMIS_SIMD void add_absolute(const double* row, const double* const* others, const double* weights,
                             Index count, Index columns, double* sums) {
    add<Absolute>(row, others, weights, count, columns, sums);
}

// sums += scale·(Σ_p weight_p·(other_p - row))²; `space` is as long as the row.
TAMIS_SIMD void add_combined(const double* __restrict row, const double* const* others, const double* weights,
                             Index count, Index columns, double scale, double* __restrict space,
                             double* __restrict sums) {
    for (Index j = 0; j < columns; ++j) space[j] = 0.0;
    for (Index p = 0; p < count; ++p) {
        const double* __restrict other = others[p];
        const double weight = weights[p];
        for (Index j = 0; j < columns; ++j) space[j] += weight * (other[j] - row[j]);
    }
    for (Index j = 0; j < columns; ++j) sums[j] += scale * (space[j] * space[j]);
}

TAMIS_SIMD void add_squared(const double* row, const double* const* others, const double* weights,
                            Index count, Index columns, double* sums) {
    add<Squared>(row, others, weights, count, columns, sums);
}

}  // namespace row_difference_loops

namespace {

constexpr Index strip_columns = 2048;        // their sums stay in the first-level cache
constexpr Index moment_strip_columns = 512;  // and so do those of the moments
constexpr Index gathered_at_once = 256;      // lists whose other rows are fetched together

using PairsOf = FunctionRef<void(Index list, RowPairs& pairs)>;

// Lists per partial sum. Depends on the shape alone; bounds the partial sums to 128 MB.
Index lists_per_part(Index lists, Index columns) {
    const Index parts = std::clamp<Index>((Index{1} << 24) / std::max<Index>(columns, 1), 1, 64);
    return std::max<Index>(16, chunk_count(lists, parts));
}

void read_pairs(PairsOf pairs_of, Index list, RowPairs& pairs) {
    pairs.others.clear();
    pairs.weights.clear();
    pairs.scale = 1.0;
    pairs_of(list, pairs);
}

// The rows that a block of lists needs: all of them in memory, or the block and what was gathered for it.
class RowsAtHand {
  public:
    RowsAtHand(const Rows& x, Index lists, PairsOf pairs_of, const OtherRows* beyond)
        : x_(x), rows_(x.rows()), lists_(lists), pairs_of_(pairs_of), beyond_(beyond) {
        if (x.matrix() != nullptr) block_ = {0, *x.matrix()};
    }

    // Fetches the other rows of the lists whose row is in the block.
    void fetch(const RowBlock& block) {
        block_ = block;
        numbers_.clear();
        RowPairs pairs;
        for (; next_list_ < lists_; ++next_list_) {
            read_pairs(pairs_of_, next_list_, pairs);
            if (pairs.row >= block.end()) break;
            for (const Index other : pairs.others)
                if ((other < block.first || other >= block.end()) && other < rows_) numbers_.push_back(other);
        }
        sort_once(numbers_);
        if (!numbers_.empty()) gathered_ = x_.gather(numbers_);
    }

    const double* dense(Index i) const {
        if (i >= block_.first && i < block_.end()) return block_.cells.dense().row(i - block_.first);
        if (i >= rows_) return beyond_->dense(i - rows_);
        return gathered_.dense().row(place_of(numbers_, i));
    }
    SparseRow sparse(Index i) const {
        if (i >= block_.first && i < block_.end()) return block_.cells.sparse().row(i - block_.first);
        if (i >= rows_) return beyond_->sparse(i - rows_);
        return gathered_.sparse().view().row(place_of(numbers_, i));
    }

  private:
    const Rows& x_;
    Index rows_;
    Index lists_;
    PairsOf pairs_of_;
    const OtherRows* beyond_;
    RowBlock block_{0, DenseView{}};
    std::vector<Index> numbers_;  // of the gathered rows, ascending
    Matrix gathered_;
    Index next_list_ = 0;
};

// What all parts share.
struct Task {
    const RowsAtHand& rows;
    PairsOf pairs_of;
    Difference kind;
    const RowMoments* moments;
    bool sparse;
};

// The sums of some lists, in a strip of columns.
class PairSums {
  public:
    PairSums(const Task& task, Index begin, Index end, const Strip& strip)
        : task_(&task), next_(begin), end_(end), strip_(strip) {
        RowPairs pairs;
        read_pairs(task.pairs_of, begin, pairs);
        rows_.begin = pairs.row;
        read_pairs(task.pairs_of, end - 1, pairs);
        rows_.end = pairs.row + 1;
    }

    const RowRange& rows() const { return rows_; }
    const Strip& strip() const { return strip_; }

    void add(const RowBlock& block) {
        if (difference_.empty()) {
            difference_.resize(at(strip_.width()));
            if (task_->moments != nullptr) sum_ = square_ = difference_;
        }
        RowPairs pairs;
        std::vector<const double*> others;
        for (; next_ < end_; ++next_) {
            read_pairs(task_->pairs_of, next_, pairs);
            if (pairs.row >= block.end()) return;
            if (task_->sparse)
                add_sparse(pairs);
            else
                add_dense(pairs, others);
        }
    }

    // The lists that follow.
    void merge(const PairSums& later) {
        const auto add_up = [](std::vector<double>& sums, const std::vector<double>& more) {
            for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += more[j];
        };
        add_up(difference_, later.difference_);
        add_up(sum_, later.sum_);
        add_up(square_, later.square_);
    }

    void write(double* difference) const {
        std::copy(difference_.begin(), difference_.end(), difference + strip_.begin);
        if (task_->moments == nullptr) return;
        std::copy(sum_.begin(), sum_.end(), task_->moments->sum + strip_.begin);
        std::copy(square_.begin(), square_.end(), task_->moments->square + strip_.begin);
    }

  private:
    void add_dense(const RowPairs& pairs, std::vector<const double*>& others) {
        others.clear();
        for (const Index other : pairs.others) others.push_back(task_->rows.dense(other) + strip_.begin);
        const double* row = task_->rows.dense(pairs.row) + strip_.begin;
        if (task_->kind == Difference::combined) {
            space_.resize(difference_.size());
            row_difference_loops::add_combined(row, others.data(), pairs.weights.data(),
                                               static_cast<Index>(others.size()), strip_.width(), pairs.scale,
                                               space_.data(), difference_.data());
            return;
        }
        const auto add = task_->kind == Difference::absolute ? row_difference_loops::add_absolute
                                                             : row_difference_loops::add_squared;
        add(row, others.data(), pairs.weights.data(), static_cast<Index>(others.size()), strip_.width(),
            difference_.data());
        if (task_->moments == nullptr || !(task_->moments->weights[at(pairs.row)] > 0.0)) return;
        add_moments(row, task_->moments->weights[at(pairs.row)], task_->moments->shift + strip_.begin,
                    sum_.data(), square_.data(), strip_.width());
    }

    void add_sparse(const RowPairs& pairs) {
        const SparseRow row = task_->rows.sparse(pairs.row);
        if (task_->kind == Difference::combined) return combine_sparse(row, pairs);
        for (std::size_t p = 0; p < pairs.others.size(); ++p)
            merge_rows(
                row, task_->rows.sparse(pairs.others[p]), [&](Small column, double left, double right) {
                    const double gap = left - right;
                    difference_[at(column)] +=
                        pairs.weights[p] * (task_->kind == Difference::absolute ? std::abs(gap) : gap * gap);
                });
    }

    // Only the columns that some row stores are looked at.
    void combine_sparse(const SparseRow& row, const RowPairs& pairs) {
        space_.resize(difference_.size(), 0.0);
        std::vector<Small> touched;
        for (std::size_t p = 0; p < pairs.others.size(); ++p)
            merge_rows(row, task_->rows.sparse(pairs.others[p]),
                       [&](Small column, double left, double right) {
                           space_[at(column)] += pairs.weights[p] * (right - left);
                           touched.push_back(column);
                       });
        std::sort(touched.begin(), touched.end());
        touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
        for (const Small column : touched) {
            difference_[at(column)] += pairs.scale * (space_[at(column)] * space_[at(column)]);
            space_[at(column)] = 0.0;
        }
    }

    const Task* task_;
    Index next_;  // list
    Index end_;
    Strip strip_;
    RowRange rows_;
    std::vector<double> difference_, sum_, square_;
    std::vector<double> space_;  // combined differences of one list
};

}  // namespace

std::vector<double> weighted_differences(const Rows& x, Index lists, Difference kind, PairsOf pairs_of,
                                         const Context& context, const RowMoments* moments,
                                         const OtherRows* beyond) {
    std::vector<double> result(at(x.cols()));
    if (lists == 0) return result;
    if (const Shards* shards = x.shards())
        return shard_differences(x, *shards, lists, kind, pairs_of, context, moments);
    RowsAtHand at_hand(x, lists, pairs_of, beyond);
    const Task task{at_hand, pairs_of, kind, moments, x.sparse()};
    const Index width = x.sparse() ? std::max<Index>(1, x.cols())
                                   : (moments != nullptr ? moment_strip_columns : strip_columns);
    const Index part_lists = lists_per_part(lists, x.cols());
    std::vector<PairSums> parts;  // strip by strip
    std::vector<RowRange> ranges;
    for (const Strip& strip : strips_of(x.cols(), width))
        for (Index begin = 0; begin < lists; begin += part_lists) {
            parts.emplace_back(task, begin, std::min(begin + part_lists, lists), strip);
            ranges.push_back(parts.back().rows());
        }
    const auto fetch = [&](const RowBlock& block) { at_hand.fetch(block); };
    const BeforeBlock before{gathered_at_once, fetch};
    run_parts(
        x, ranges, [&](Index p, const RowBlock& block) { parts[at(p)].add(block); }, context, &before);
    const std::size_t per_strip = at(chunk_count(lists, part_lists));
    for (std::size_t first = 0; first < parts.size(); first += per_strip) {
        for (std::size_t p = first + 1; p < first + per_strip; ++p) parts[first].merge(parts[p]);
        parts[first].write(result.data());
    }
    return result;
}

}  // namespace tamis::detail
