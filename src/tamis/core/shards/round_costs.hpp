// What work on shards has cost so far.
#pragma once

#include "tamis/core/index.hpp"

namespace tamis {

struct RoundCosts {
    Index rounds = 0;
    Index bytes_out = 0;  // requests: from the driver, what all shards are told counted once per shard
    Index bytes_in = 0;   // partials: from the shards, before merging
};

}  // namespace tamis
