// What is asked of data before any method sees them, found in one read: whether all cells can be worked with,
// which columns vary, which rows may repeat others, and, if a result will be saved, the hash.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tamis/core/data_hash.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/core/validate.hpp"
#include "tamis/passes/repeated/packed_signatures.hpp"
#include "tamis/passes/run_pass.hpp"

namespace tamis::detail {

class Survey {
  public:
    enum class Hash { no, yes };

    explicit Survey(Hash hash = Hash::no) : hash_(hash == Hash::yes) {}
    // One of many that are merged in order: the first of them makes room for all rows.
    Survey(Hash hash, const Piece& piece, Index all_rows) : Survey(hash) {
        signatures_.reserve(at(piece.rows.begin == 0 ? all_rows : piece.rows.end - piece.rows.begin));
    }
    // That of sharded rows, from what all shards found.
    Survey(Survey of_shards, SharedSignatures shared) : Survey(std::move(of_shards)) {
        shared_ = std::move(shared);
    }

    // Adds the rows of a block, which come after those added before.
    void add(const RowBlock& block);
    // Adds what another survey found in the rows that come after these. Sparse ones may have more columns:
    // the cells that these rows lack are zero.
    void merge(const Survey& later);

    // One hash for all rows, as it leaves a shard.
    void shorten_hash();
    // The rows that were looked at come this many later.
    void move_rows(Index by);

    Index rows() const { return rows_; }
    bool hashed() const { return hash_; }
    // The first cell in row order that is NaN, infinite or too large to be squared.
    const std::optional<UnusableCell>& unusable() const { return unusable_; }
    // Per column, non-zero where max == min over all rows; implicit zeros of sparse data count.
    std::vector<char> constant() const;
    // Of every row (row_signature.hpp), if the rows are not sharded.
    const std::vector<std::uint64_t>& signatures() const { return signatures_; }
    // Of sharded rows: the signatures that several of them have. None if there are too many rows.
    const SharedSignatures& shared_signatures() const { return shared_; }
    // As data_hash; only if the survey was asked for it. That of sharded rows is made of the hashes of the
    // shards in their order.
    std::string hash(const Labels& labels) const;

    // All but the signatures, which leave a shard in another form.
    template <class Archive>
    void fields(Archive& archive) {
        archive(hash_, rows_, cols_, sparse_, unusable_, same_, nonzero_, row_hashes_);
    }

  private:
    using Cell = std::pair<Index, double>;  // column and value

    void start(const MatrixView& block);
    void add_dense_row(const double* row);
    void add_sparse_row(const SparseRow& row);

    bool hash_;
    Index rows_ = 0, cols_ = 0;
    bool sparse_ = false;
    std::optional<UnusableCell> unusable_;
    std::vector<Cell>
        same_;  // columns, ascending, that had this value in every row so far; not zero if sparse
    std::vector<char> nonzero_;  // sparse: columns with a cell that is not zero
    std::vector<std::uint64_t> signatures_;
    SharedSignatures shared_;
    RowHasher hasher_;
    std::vector<std::uint64_t> row_hashes_;
};

// Which sums over groups of samples come along from shards, because whatever follows needs them.
enum class SumsAlong { none, of_all, of_classes };

// All rows of x, on several threads. If they are sharded, the rows that work on them begins with come along,
// and sums if these are wanted; they are known from then on. `labels` are theirs, if there are any.
Survey survey(const Rows& x, Survey::Hash hash = Survey::Hash::no, const Context& context = {},
              const Labels& labels = {}, SumsAlong sums = SumsAlong::none);

}  // namespace tamis::detail
