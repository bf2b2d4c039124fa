// Coarse tiles in single precision: twice as fast as those in double.
#pragma once

#include "tamis/core/context.hpp"
#include "tamis/graph/coarse/coarse_tiles.hpp"
#include "tamis/graph/sample_rows.hpp"

namespace tamis::detail {

// The unit is a power of two that keeps squared lengths far from the ends of the range of single precision.
class FloatTiles : public CoarseTiles {
  public:
    // Dense rows less `shift` (empty: 0), whose squared lengths are `squared_norms`. `integers`: all cells
    // are integers. `at_once`: small data are packed here, for all tiles.
    FloatTiles(const SampleRows& rows, const std::vector<double>& shift,
               const std::vector<double>& squared_norms, bool integers, bool at_once, const Context& context);

    // False if the data have so many columns that the bound is worth nothing.
    bool usable() const { return usable_; }

    Precision precision() const override { return Precision::single; }
    void fill(const TileRows& rows, Index j_begin, Index j_end, float* tile,
              Workspace& workspace) const override;
    Sizes sizes() const override { return {64, 8}; }

  private:
    void set_bound(const std::vector<double>& squared_norms, bool integers);
    void pack(Index sample, Index column, Index count, float* out) const;
    // Where the packed rows begin; packs them into `buffer` unless all are packed already.
    const float* packed(const TileRows& rows, Index column, Index count, std::vector<float>& buffer,
                        Index& stride) const;
    Index strip_width(Index number) const;

    const SampleRows& rows_;
    const std::vector<double>& shift_;
    Index strips_ = 1;
    bool usable_ = true;
    std::vector<float> all_;  // every row packed, if the data are small
};

}  // namespace tamis::detail
