// One piece of work on all shards, folded in shard order: the same tree, and so the same bits, on any number
// of ranks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../mpi/ranks.hpp"
#include "deal.hpp"
#include "tamis/core/shards/bytes.hpp"
#include "tamis/core/threads/function_ref.hpp"

namespace tamis::cli {

using namespace detail;

inline constexpr int usage_exit_code = 2;

// What came of the work on some neighboring shards.
struct Folded {
    Index bytes = 0;             // of the partials before they were merged, and what else was sent for them
    int exit_code = 0;           // not 0: the work failed, and the text says on which rank and why
    std::vector<Bytes> results;  // one, if partials are merged; one per shard if they are kept

    bool failed() const { return exit_code != 0; }
};

// Ranks other than 0 get an empty part. A failure on one rank is the failure of the whole; the first one in
// shard order is told. `ranks` is null if there is but one process: exceptions then leave as they are.
struct FoldWork {
    FunctionRef<Bytes(Index shard)> partial;
    FunctionRef<Bytes(std::string_view earlier, std::string_view later)> merge;
    bool keep = false;            // partials are not merged
    const Index* sent = nullptr;  // bytes that the last partial has sent to other ranks, if it does that
};
Folded fold_shards(const Deal& deal, Ranks* ranks, const FoldWork& work);

}  // namespace tamis::cli
