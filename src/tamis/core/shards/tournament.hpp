// In which order workers meet that have something for each other.
#pragma once

#include <optional>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// In each turn every worker meets one other, or nobody, and every two meet once. Everyone goes through the
// turns in order, so nobody waits for a worker that waits for somebody else in return.
struct Tournament {
    Index workers = 1;

    Index turns() const { return workers < 2 ? 0 : places() - 1; }
    // Nothing if the worker has nobody to meet in this turn. The circle method: i meets j if i + j is the
    // turn modulo places - 1; who would meet itself meets the last one.
    std::optional<Index> met(Index worker, Index turn) const {
        const Index last = places() - 1;
        Index other = worker == last ? turn * (places() / 2) % last : (turn - worker + last) % last;
        if (other == worker) other = last;
        if (other >= workers) return std::nullopt;
        return other;
    }

  private:
    Index places() const { return workers + workers % 2; }
};

}  // namespace tamis::detail
