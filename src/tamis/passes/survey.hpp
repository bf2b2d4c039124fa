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
#include "tamis/core/shards/round.hpp"
#include "tamis/core/validate.hpp"

namespace tamis::detail {

class Survey {
  public:
    enum class Hash { no, yes };

    // What leaves a worker: one hash for all rows, and their signatures if they are not too many.
    void shorten(bool keep_signatures);
    // The rows that were looked at come this many later.
    void move_rows(Index by);

    explicit Survey(Hash hash = Hash::no) : hash_(hash == Hash::yes) {}

    // Adds the rows of a block, which come after those added before.
    void add(const RowBlock& block);
    // Adds what another survey found in the rows that come after these. Sparse ones may have more columns:
    // the cells that these rows lack are zero.
    void merge(const Survey& later);

    Index rows() const { return rows_; }
    bool hashed() const { return hash_; }
    // The first cell in row order that is NaN, infinite or too large to be squared.
    const std::optional<UnusableCell>& unusable() const { return unusable_; }
    // Per column, non-zero where max == min over all rows; implicit zeros of sparse data count.
    std::vector<char> constant() const;
    // Of every row (row_signature.hpp); none if there are too many sharded rows to hold them.
    const std::vector<std::uint64_t>& signatures() const { return signatures_; }
    // As data_hash; only if the survey was asked for it. That of sharded rows is made of the hashes of the
    // shards in their order.
    std::string hash(const Labels& labels) const;

    template <class Archive>
    void fields(Archive& archive) {
        archive(hash_, rows_, cols_, sparse_, unusable_, same_, nonzero_, signatures_, row_hashes_);
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
    RowHasher hasher_;
    std::vector<std::uint64_t> row_hashes_;
};

struct SurveyRound {
    static constexpr std::string_view name = "survey";
    struct Request {
        bool hash = false;
        bool signatures = false;

        template <class Archive>
        void fields(Archive& archive) {
            archive(hash, signatures);
        }
    };
    using Own = Nothing;
    using Partial = Survey;
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

// All rows of x, on several threads.
Survey survey(const Rows& x, Survey::Hash hash = Survey::Hash::no, const Context& context = {});

}  // namespace tamis::detail
