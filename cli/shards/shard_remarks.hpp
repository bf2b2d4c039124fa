// What the user is told of shards by whoever sees all of them.
#pragma once

#include "shard_head.hpp"

namespace tamis::cli {

// What the shards say of themselves, once if several say the same; which have no rows; which lost some.
void remark_on_shards(Dataset& data, const std::vector<ShardHead>& heads, const Context& context);

}  // namespace tamis::cli
