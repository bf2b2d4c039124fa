// The driver's side of differences of pairs of sharded rows (differences_round.hpp).
#pragma once

#include <optional>

#include "tamis/core/shards/shards.hpp"
#include "tamis/passes/row_differences.hpp"

namespace tamis::detail {

// How much of a job is done at a time.
struct DifferencesRoom {
    std::optional<Index> cells = {};  // of rows that travel to one run; nothing: as many as the shards allow
    Index entries = Index{1} << 24;   // of lists
    Index piece_cells = Index{1} << 20;  // of the rows whose lists are a piece
};

// As weighted_differences. All runs work at the same time, on as many pieces as there is room for.
std::vector<double> shard_differences(const Rows& x, const Shards& shards, Index lists, Difference kind,
                                      FunctionRef<void(Index list, RowPairs& pairs)> pairs_of,
                                      const Context& context, const RowMoments* moments,
                                      const DifferencesRoom& room = {});

}  // namespace tamis::detail
