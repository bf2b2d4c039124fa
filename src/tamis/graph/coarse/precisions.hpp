// Which bounds a tile is looked at with: the coarsest that say enough.
#pragma once

#include <atomic>
#include <vector>

#include "tamis/graph/tile_bounds.hpp"

namespace tamis::detail {

class Precisions {
  public:
    explicit Precisions(const TileSource& tiles) : coarse_(tiles.coarse().size()), fine_(tiles) {
        for (std::size_t c = 0; c < coarse_.size(); ++c) coarse_[c].tiles = tiles.coarse()[c];
    }

    // Calls look(bounds) with coarse bounds until one of them says enough, and with fine ones otherwise;
    // returns the precision it ended with. Coarse bounds are tried until they have failed on a quarter of the
    // tiles. What is tried does not change the result, only the time. From any number of threads.
    template <class Look>
    Precision lowest(const Look& look) {
        for (Coarse& coarse : coarse_) {
            if (coarse.weak.load(std::memory_order_relaxed)) continue;
            const Index tried = 1 + coarse.tried.fetch_add(1, std::memory_order_relaxed);
            if (look(CoarseBounds(*coarse.tiles))) return coarse.tiles->precision();
            const Index failed = 1 + coarse.failed.fetch_add(1, std::memory_order_relaxed);
            if (failed > 2 && 4 * failed > tried) coarse.weak.store(true, std::memory_order_relaxed);
        }
        look(fine_);
        return Precision::fine;
    }

  private:
    struct Coarse {
        const CoarseTiles* tiles = nullptr;
        std::atomic<Index> tried{0}, failed{0};
        std::atomic<bool> weak{false};
    };

    std::vector<Coarse> coarse_;
    FineBounds fine_;
};

}  // namespace tamis::detail
