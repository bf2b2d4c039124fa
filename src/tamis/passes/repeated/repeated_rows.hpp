// Rows that repeat an earlier row, cell by cell.
#pragma once

#include <cstdint>
#include <vector>

#include "tamis/core/rows.hpp"
#include "tamis/core/shards/round.hpp"
#include "tamis/passes/survey/survey.hpp"

namespace tamis::detail {

// The hashes of all cells of the rows that have given signatures.
struct RowKeysRound {
    static constexpr std::string_view name = "row keys";
    struct Request {
        int bucket_bits = 0;
        std::vector<std::uint64_t> shortened;  // signatures (packed_signatures.hpp), ascending

        template <class Archive>
        void fields(Archive& archive) {
            archive(bucket_bits, shortened);
        }
    };
    using Own = Nothing;
    struct Partial {
        std::vector<std::uint64_t> hashes;  // ascending
        std::vector<Index> rows;            // how many have each

        template <class Archive>
        void fields(Archive& archive) {
            archive(hashes, rows);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

// How many rows equal an earlier one, however they are stored; a missing cell equals a missing cell. One pass
// over the data for the signature of every row, and a comparison of those that agree in it.
Index count_repeated_rows(const Rows& x, const Context& context = {});
// The same where the survey is known: only rows that agree in their signatures are read.
Index count_repeated_rows(const Rows& x, const Survey& found, const Context& context);

}  // namespace tamis::detail
