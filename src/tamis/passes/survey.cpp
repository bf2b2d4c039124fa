#include "tamis/passes/survey.hpp"

#include <algorithm>
#include <iterator>

#include "tamis/core/error.hpp"
#include "tamis/core/shards/parcels_round.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/first_rows.hpp"
#include "tamis/passes/first_unusable.hpp"
#include "tamis/passes/repeated/row_signature.hpp"
#include "tamis/passes/run_pass.hpp"

namespace tamis::detail {

namespace {

// Of sharded rows in the memory of the driver: 512 MB.
constexpr Index most_signatures = Index{1} << 26;
// Of the rows that come along, from one shard: 1 MB.
constexpr Index most_first_cells = Index{1} << 17;

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

Index stored_cells(const Matrix& x) {
    return x.is_sparse() ? static_cast<Index>(x.sparse().values().size()) : x.rows() * x.cols();
}

KnownRows unpack_known(const std::vector<Index>& rows, const std::vector<Bytes>& packed) {
    Matrix cells = unpack_rows(packed.front());
    for (std::size_t p = 1; p < packed.size(); ++p) cells.append_rows(unpack_rows(packed[p]));
    if (cells.rows() != static_cast<Index>(rows.size())) throw Error("rows from another shard are damaged");
    return {rows, std::move(cells)};
}

Survey survey_of_shards(const Rows& x, const Shards& shards, Survey::Hash hash, const Context& context,
                        const Labels& labels) {
    SurveyRound::Request request{.hash = hash == Survey::Hash::yes, .bucket_bits = {}};
    if (x.rows() <= most_signatures) request.bucket_bits = bucket_bits(x.rows(), shards.shape().count());
    const std::vector<Index> first = first_rows(x, labels);
    auto next = first.begin();
    const auto own = [&](Index shard) {
        SurveyRound::Own part;
        for (; next != first.end() && *next < shards.shape().end(shard); ++next)
            part.rows.push_back(*next - shards.shape().begin(shard));
        return part;
    };
    SurveyRound::Partial found = run_round<SurveyRound>(shards, request, own, context);
    if (found.all_rows && !found.rows.empty()) shards.know(unpack_known(first, found.rows));
    return {std::move(found.survey), std::move(found.shared)};
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

SurveyRound::Partial SurveyRound::partial(const Request& request, const Own& own, const Rows& shard,
                                          const Context& context) {
    return answer(request, own, shard,
                  survey(shard, request.hash ? Survey::Hash::yes : Survey::Hash::no, context));
}

SurveyRound::Partial SurveyRound::answer(const Request& request, const Own& own, const Rows& shard,
                                         Survey found) {
    Partial partial;
    if (request.bucket_bits) {
        if (*request.bucket_bits < 0 || *request.bucket_bits > most_bucket_bits)
            throw Error("a request asks for too many buckets of signatures");
        partial.signatures.push_back(pack_signatures(found.signatures(), *request.bucket_bits));
    }
    if (!own.rows.empty()) {
        require_rows_of(shard, own.rows);
        const Matrix rows = shard.gather(own.rows);
        partial.all_rows = stored_cells(rows) <= most_first_cells;
        if (partial.all_rows) partial.rows.push_back(pack_rows(rows));
    }
    found.shorten_hash();
    partial.survey = std::move(found);
    return partial;
}

void SurveyRound::merge(Partial& partial, Partial&& later) {
    later.survey.move_rows(partial.survey.rows());
    partial.survey.merge(later.survey);
    std::move(later.signatures.begin(), later.signatures.end(), std::back_inserter(partial.signatures));
    std::move(later.rows.begin(), later.rows.end(), std::back_inserter(partial.rows));
    partial.all_rows = partial.all_rows && later.all_rows;
}

void SurveyRound::finish(Partial& all) {
    if (all.signatures.empty()) return;
    all.shared = shared_signatures(all.signatures);
    all.signatures.clear();
}

Survey survey(const Rows& x, Survey::Hash hash, const Context& context, const Labels& labels) {
    if (const Shards* shards = x.shards()) return survey_of_shards(x, *shards, hash, context, labels);
    return run_pass(
        x, survey_rows(x), [&](const Piece&) { return Survey(hash); }, context);
}

}  // namespace tamis::detail
