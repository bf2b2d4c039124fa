#include "tamis/core/shards/round.hpp"

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

void require_entries(std::size_t entries, Index wanted, const char* what) {
    if (entries != at(wanted))
        throw Error("a request with entries for " + std::to_string(entries) + " " + what +
                        " came to a shard of " + std::to_string(wanted),
                    "the shards must stay as they are while a run lasts");
}

}  // namespace

void require_per_row(std::size_t entries, const Rows& shard) {
    require_entries(entries, shard.rows(), "rows");
}

void require_per_column(std::size_t entries, const Rows& shard) {
    require_entries(entries, shard.cols(), "columns");
}

void require_below(std::span<const int> numbers, Index count) {
    for (const int number : numbers)
        if (number >= count)
            throw Error("a request holds group " + std::to_string(number) + " of " + std::to_string(count) +
                        " (counted from 0)");
}

}  // namespace tamis::detail
