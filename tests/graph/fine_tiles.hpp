// The tiles of dense data in double precision only, as the search uses them where single precision says too
// little.
#pragma once

#include "tamis/graph/search.hpp"

namespace tamis::testing {

using namespace detail;

class FineTiles : public TileSource {
  public:
    FineTiles(const SampleRows& rows, const Context& context) : tiles_(make_dense_tiles(rows, context)) {
        squared_norms_ = tiles_->squared_norms();
        set_error(rows.columns(), tiles_->relative_error() == 0.0);
    }
    void fill(const TileRows& rows, Index j_begin, Index j_end, double* tile,
              Workspace& workspace) const override {
        tiles_->fill(rows, j_begin, j_end, tile, workspace);
    }

  private:
    std::unique_ptr<TileSource> tiles_;
};

inline ClassNeighbors fine_search(const MatrixView& x, Metric metric, std::span<const int> group_of,
                                  Index groups, Index k, const Context& context = {}) {
    const SampleRows rows(x, metric, context);
    const FineTiles tiles(rows, context);
    return grouped_search(
        tiles, [&](Index i, Index j) { return rows.squared_distance(i, j); }, group_of, groups, k, x.cols(),
        context);
}

}  // namespace tamis::testing
