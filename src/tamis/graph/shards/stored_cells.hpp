// How many cells sharded rows store.
#pragma once

#include "tamis/core/rows.hpp"
#include "tamis/core/shards/round.hpp"

namespace tamis::detail {

struct StoredCellsRound {
    static constexpr std::string_view name = "stored cells";
    using Request = Nothing;
    using Own = Nothing;
    struct Partial {
        Index cells = 0;

        template <class Archive>
        void fields(Archive& archive) {
            archive(cells);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later) { partial.cells += later.cells; }
};

// The rows are sharded. Dense ones need no round.
Index stored_cells(const Rows& x, const Context& context);

}  // namespace tamis::detail
