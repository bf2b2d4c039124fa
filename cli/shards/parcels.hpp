// Rows that the runs of shards of different ranks send each other, without passing through the driver.
#pragma once

#include <optional>
#include <vector>

#include "../mpi/ranks.hpp"
#include "deal.hpp"
#include "tamis/core/shards/bytes.hpp"

namespace tamis::cli {

using namespace detail;

// Sends parcels[to] to every other run and gets what they have for run `mine`; all runs call this, also with
// nothing to send. `parcels` has an entry per run. Without them this run has failed, and the others hear of
// it. Nothing if another run has.
std::optional<std::vector<Bytes>> exchange_parcels(Ranks& ranks, const Deal& runs, Index mine,
                                                   const std::optional<std::vector<Bytes>>& parcels);

}  // namespace tamis::cli
