#include "tamis/passes/survey/survey.hpp"

#include <algorithm>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/first_unusable.hpp"
#include "tamis/passes/repeated/row_signature.hpp"
#include "tamis/passes/survey/survey_round.hpp"

namespace tamis::detail {

namespace {

// Few enough chunks that what each of them keeps per column stays small compared with the data.
Index survey_rows(const Rows& x) {
    constexpr Index most_chunks = 64, usual_rows = 256, cells_worth_a_thread = Index{1} << 18U;
    const Index wanted =
        std::clamp<Index>(cells_worth_a_thread / std::max<Index>(1, x.cols()), 1, usual_rows);
    return std::max(wanted, chunk_count(x.rows(), most_chunks));
}

// Marks the columns of the cells that are not zero. All addresses are values of their own: a char may be part
// of anything, so an address behind a reference would be read again after every mark.
void mark_filled(const SparseRow row, bool all_filled, char* const marks) {
    const Small* const columns = row.columns.data();
    const double* const values = row.values.data();
    const std::size_t count = row.columns.size();
    if (all_filled)
        for (std::size_t p = 0; p < count; ++p) marks[columns[p]] = 1;
    else
        for (std::size_t p = 0; p < count; ++p)
            if (values[p] != 0.0) marks[columns[p]] = 1;
}

}  // namespace

void Survey::start(const MatrixView& block) {
    cols_ = block.cols();
    sparse_ = block.is_sparse();
    if (sparse_) {
        nonzero_.assign(at(cols_), 0);
        const SparseRow row = block.sparse().row(0);
        for (std::size_t p = 0; p < row.columns.size(); ++p)
            if (row.values[p] != 0.0) same_.emplace_back(row.columns[p], row.values[p]);
    } else {
        const double* row = block.dense().row(0);
        same_.reserve(at(cols_));
        for (Index j = 0; j < cols_; ++j) same_.emplace_back(j, row[j]);
    }
}

void Survey::add_dense_row(const double* row) {
    if (same_.empty()) return;
    std::erase_if(same_, [&](const Cell& cell) { return row[cell.first] != cell.second; });
}

void Survey::add_sparse_row(const SparseRow& row) {
    if (same_.empty()) return;
    std::size_t p = 0;
    std::erase_if(same_, [&](const Cell& cell) {
        while (p < row.columns.size() && row.columns[p] < cell.first) ++p;
        return p == row.columns.size() || row.columns[p] != cell.first || row.values[p] != cell.second;
    });
}

void Survey::add(const RowBlock& block) {
    const MatrixView& cells = block.cells;
    if (cells.rows() == 0) return;
    if (rows_ == 0) start(cells);
    const auto find_unusable = [&](Index i) {
        if (unusable_) return;
        unusable_ = unusable_in_row(cells, i);
        if (unusable_) unusable_->row += block.first;
    };
    for (Index i = 0; i < cells.rows(); ++i) {
        if (sparse_) {
            const SparseRow row = cells.sparse().row(i);
            const ValuesSeen seen = look_at_values(row.values);
            if (!seen.usable) find_unusable(i);
            mark_filled(row, seen.zeros == 0, nonzero_.data());
            add_sparse_row(row);
            signatures_.push_back(row_signature(row, static_cast<Index>(row.values.size()) - seen.zeros));
        } else {
            find_unusable(i);
            add_dense_row(cells.dense().row(i));
            signatures_.push_back(row_signature(cells, i));
        }
        if (hash_) row_hashes_.push_back(hasher_(cells, i));
    }
    rows_ += cells.rows();
}

void Survey::merge(const Survey& later) {
    if (later.rows_ == 0) return;
    if (rows_ == 0) {
        *this = later;
        return;
    }
    if (!unusable_) unusable_ = later.unusable_;
    if (later.cols_ > cols_) {  // sparse rows, whose cells in these columns were zero so far
        cols_ = later.cols_;
        nonzero_.resize(at(cols_), 0);
    }
    std::size_t p = 0;
    std::erase_if(same_, [&](const Cell& cell) {
        while (p < later.same_.size() && later.same_[p].first < cell.first) ++p;
        return p == later.same_.size() || later.same_[p] != cell;
    });
    for (std::size_t j = 0; j < later.nonzero_.size(); ++j) nonzero_[j] |= later.nonzero_[j];
    signatures_.insert(signatures_.end(), later.signatures_.begin(), later.signatures_.end());
    row_hashes_.insert(row_hashes_.end(), later.row_hashes_.begin(), later.row_hashes_.end());
    rows_ += later.rows_;
}

void Survey::move_rows(Index by) {
    if (unusable_) unusable_->row += by;
}

std::vector<char> Survey::constant() const {
    std::vector<char> constant(at(cols_), 0);
    if (sparse_)
        for (std::size_t j = 0; j < nonzero_.size(); ++j) constant[j] = nonzero_[j] == 0 ? 1 : 0;
    for (const Cell& cell : same_) constant[at(cell.first)] = 1;
    return constant;
}

std::string Survey::hash(const Labels& labels) const { return combined_hash(cols_, row_hashes_, labels); }

void Survey::shorten_hash() {
    if (hash_) row_hashes_ = {hash_of_rows(cols_, row_hashes_)};
}

Survey survey(const Rows& x, Survey::Hash hash, const Context& context, const Labels& labels,
              SumsAlong sums) {
    if (const Shards* shards = x.shards()) return survey_of_shards(x, *shards, hash, context, labels, sums);
    return run_pass(
        x, survey_rows(x), [&](const Piece& piece) { return Survey(hash, piece, x.rows()); }, context);
}

}  // namespace tamis::detail
