// Rows that repeat an earlier row, cell by cell.
#pragma once

#include <cstdint>
#include <span>

#include "tamis/core/rows.hpp"
#include "tamis/core/shards/sharded_rows.hpp"

namespace tamis::detail {

// The hash of all cells of some rows of a shard.
struct RowKeysRound {
    static constexpr std::string_view name = "row keys";
    using Request = Nothing;
    using Own = GatherRound::Own;
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

// How many rows equal an earlier one, however they are stored; a missing cell equals a missing cell. One pass
// over the data for the signature of every row, and a comparison of those that agree in it.
Index count_repeated_rows(const Rows& x, const Context& context = {});
// The same where another pass has the signatures (row_signature.hpp) already: only rows that agree in them
// are read. No signatures: none is known to be repeated.
Index count_repeated_rows(const Rows& x, std::span<const std::uint64_t> signatures);

}  // namespace tamis::detail
