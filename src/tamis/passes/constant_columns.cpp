#include "tamis/passes/constant_columns.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/rounds/cell_rounds.hpp"
#include "tamis/passes/run_pass.hpp"

namespace tamis::detail {

namespace {

constexpr Index looked_at_first = 512;  // rows
constexpr Index held_at_most = 16;      // partial results

// What the cells are compared with.
struct Wanted {
    std::span<const double> values;
    const std::vector<char>& candidates;
    std::vector<Index> columns;     // the candidates
    std::span<const int> group_of;  // negative: takes no part; empty: all do

    bool takes_part(Index i) const { return group_of.empty() || group_of[at(i)] >= 0; }
};

class EqualCells {
  public:
    EqualCells(const Wanted& wanted, bool sparse)
        : wanted_(wanted), differs_(wanted.values.size(), 0), stored_(sparse ? wanted.values.size() : 0, 0) {}

    void add(const RowBlock& block) {
        for (Index i = 0; i < block.cells.rows(); ++i)
            if (wanted_.takes_part(block.first + i)) add_row(block.cells, i);
    }

    void add_row(const MatrixView& x, Index i) {
        ++rows_;
        if (!x.is_sparse()) {
            const double* row = x.dense().row(i);
            for (const Index j : wanted_.columns)
                if (row[j] != wanted_.values[at(j)]) differs_[at(j)] = 1;
            return;
        }
        for_each_cell(x, i, [&](Index j, double value) {
            if (wanted_.candidates[at(j)] == 0) return;
            ++stored_[at(j)];
            if (value != wanted_.values[at(j)]) differs_[at(j)] = 1;
        });
    }

    void merge(const EqualCells& later) {
        rows_ += later.rows_;
        for (std::size_t j = 0; j < differs_.size(); ++j)
            if (later.differs_[j] != 0) differs_[j] = 1;
        for (std::size_t j = 0; j < stored_.size(); ++j) stored_[j] += later.stored_[j];
    }

    // A column that is not stored in every row holds a zero.
    bool equal(Index j) const {
        if (differs_[at(j)] != 0) return false;
        return stored_.empty() || stored_[at(j)] == rows_ || wanted_.values[at(j)] == 0.0;
    }

  private:
    const Wanted& wanted_;
    std::vector<char> differs_;
    std::vector<Index> stored_;  // cells per column of sparse data
    Index rows_ = 0;             // that take part
};

void keep_equal(const EqualCells& cells, const Wanted& wanted, std::vector<char>& marks) {
    for (const Index j : wanted.columns)
        if (!cells.equal(j)) marks[at(j)] = 0;
}

std::vector<Index> marked(const std::vector<char>& marks) {
    std::vector<Index> columns;
    for (std::size_t j = 0; j < marks.size(); ++j)
        if (marks[j] != 0) columns.push_back(static_cast<Index>(j));
    return columns;
}

}  // namespace

std::vector<char> columns_equal_to(std::span<const double> values, const Rows& x,
                                   std::span<const int> group_of, std::vector<char> candidates,
                                   const Context& context) {
    const Wanted wanted{values, candidates, marked(candidates), group_of};
    if (wanted.columns.empty()) return candidates;
    if (const Shards* shards = x.shards()) {
        const EqualColumnsRound::Request request{{values.begin(), values.end()}, candidates};
        const auto own = [&](Index shard) {
            return EqualColumnsRound::Own{of_shard(group_of, shards->shape(), shard)};
        };
        return run_round<EqualColumnsRound>(*shards, request, own, context).equal;
    }
    const Index chunk_rows = std::max(looked_at_first, chunk_count(x.rows(), held_at_most));
    const EqualCells all = run_pass(
        x, chunk_rows, [&](const Piece&) { return EqualCells(wanted, x.sparse()); }, context);
    std::vector<char> equal = candidates;
    keep_equal(all, wanted, equal);
    return equal;
}

std::vector<char> constant_columns(const Rows& x, const Context& context) {
    std::vector<char> constant(at(x.cols()), 1);
    if (x.rows() == 0) return constant;
    // Rows that are elsewhere cost more to fetch than to look at.
    const Index looked_at = x.shards() != nullptr ? 1 : std::min(x.rows(), looked_at_first);
    std::vector<Index> first(at(looked_at));
    std::iota(first.begin(), first.end(), Index{0});
    std::vector<double> values(constant.size());
    const std::vector<char> all = constant;
    const Wanted wanted{values, all, marked(all), {}};
    EqualCells few(wanted, x.sparse());
    x.for_each_row(first, [&](std::size_t position, const MatrixView& cells, Index i) {
        if (position == 0) copy_cells(cells, i, 0, x.cols(), values.data());
        few.add_row(cells, i);
    });
    keep_equal(few, wanted, constant);
    if (x.rows() <= looked_at) return constant;
    return columns_equal_to(values, x, {}, std::move(constant), context);
}

}  // namespace tamis::detail
