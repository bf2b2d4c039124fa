// Columns that repeat an earlier column, cell by cell.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tamis/core/rows.hpp"
#include "tamis/core/shards/round.hpp"

namespace tamis::detail {

// A sum over the rows of every column that equal columns share.
struct ColumnHashRound {
    static constexpr std::string_view name = "column hashes";
    using Request = Nothing;
    struct Own {
        Index first = 0;  // number of the shard's first row among all rows

        template <class Archive>
        void fields(Archive& archive) {
            archive(first);
        }
    };
    struct Partial {
        std::vector<std::uint64_t> hashes;

        template <class Archive>
        void fields(Archive& archive) {
            archive(hashes);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

// Which pairs of columns have the same cells.
struct SameColumnsRound {
    static constexpr std::string_view name = "same columns";
    struct Request {
        std::vector<std::pair<Index, Index>> pairs;

        template <class Archive>
        void fields(Archive& archive) {
            archive(pairs);
        }
    };
    using Own = Nothing;
    struct Partial {
        std::vector<char> same;

        template <class Archive>
        void fields(Archive& archive) {
            archive(same);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

// Per column, the lowest column with the same cells: itself if there is none before it. One pass over the
// data for a hash of every column, and a comparison of those that agree in it.
std::vector<Index> first_equal_columns(const Rows& x, const Context& context = {});

// Non-zero where all cells of a column equal those of a column with a lower index.
std::vector<char> repeated_columns(const Rows& x, const Context& context = {});

// A method that treats equal columns alike leaves it to rounding which of them gets what. Among equal columns
// the larger score goes to the lower index, and the lower index comes first in `selected`. `first` is as
// first_equal_columns returns it; `selected` may be empty.
void settle_equal_columns(std::span<const Index> first, std::vector<double>& scores,
                          std::vector<Index>& selected);

}  // namespace tamis::detail
