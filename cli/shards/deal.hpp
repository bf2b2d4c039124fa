// Which rank has which shards: runs of neighbors, as even as can be; the first rank has the first shard.
#pragma once

#include <algorithm>

#include "tamis/core/index.hpp"

namespace tamis::cli {

struct Deal {
    Index shards = 1;
    int ranks = 1;

    // The shards of a rank are begin(rank) … begin(rank + 1) - 1; none where there are more ranks than
    // shards.
    Index begin(int rank) const { return (rank * shards + ranks - 1) / ranks; }
    // The shards of one rank are a run; ranks without shards have none.
    Deal of_runs() const { return {std::min<Index>(shards, ranks), ranks}; }
    int owner(Index shard) const { return static_cast<int>(shard * ranks / shards); }
};

}  // namespace tamis::cli
