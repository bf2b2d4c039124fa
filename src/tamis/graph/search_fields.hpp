// The options of a neighbor search, described once for all that have them.
#pragma once

#include "tamis/core/options/fields.hpp"
#include "tamis/graph/found_by.hpp"

namespace tamis::detail {

template <class Options>
Fields<Options>& add_search_fields(Fields<Options>& fields) {
    return fields
        .choice("search", &Options::search,
                {{"auto", Search::automatic}, {"exact", Search::exact}, {"approximate", Search::approximate}},
                "how neighbors are found; auto is exact up to 5e12 products (samples^2 x features), "
                "approximate beyond")
        .real("recall", &Options::recall, {.low = 0.0, .high = 1.0, .low_open = true},
              "share of the neighbors that an approximate search must find; 1 makes every search exact");
}

}  // namespace tamis::detail
