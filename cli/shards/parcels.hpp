// Rows that the runs of shards of different ranks send each other, without passing through the driver.
#pragma once

#include <optional>
#include <vector>

#include "../mpi/ranks.hpp"
#include "deal.hpp"
#include "tamis/core/shards/bytes.hpp"

namespace tamis::cli {

using namespace detail;

// In which order runs meet: in each of `turns` turns every run meets one other run, or nobody, and every two
// meet once. Everyone goes through the turns in order, so nobody waits for a run that waits for somebody else
// in return.
struct Tournament {
    Index runs = 1;

    Index turns() const { return runs < 2 ? 0 : even() - 1; }
    // Nothing if the run has nobody to meet in this turn.
    std::optional<Index> met(Index run, Index turn) const;

  private:
    Index even() const { return runs + runs % 2; }
};

// Sends parcels[to] to every other run and gets what they have for run `mine`; all runs call this, also with
// nothing to send. `parcels` has an entry per run. Without them this run has failed, and the others hear of
// it. Nothing if another run has.
std::optional<std::vector<Bytes>> exchange_parcels(Ranks& ranks, const Deal& runs, Index mine,
                                                   const std::optional<std::vector<Bytes>>& parcels);

}  // namespace tamis::cli
