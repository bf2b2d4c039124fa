// Coarse tiles of cells that are rounded to 16-bit integers: twice as fast as those in single precision,
// where the machine has the instructions.
#pragma once

#include <memory>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/graph/coarse/coarse_tiles.hpp"
#include "tamis/graph/coarse/integer_products.hpp"
#include "tamis/graph/sample_rows.hpp"

namespace tamis::detail {

// The unit of the cells is such that the longest row is a little shorter than 2¹⁵.
class IntegerTiles : public CoarseTiles {
  public:
    // As those of FloatTiles.
    IntegerTiles(const SampleRows& rows, const std::vector<double>& shift,
                 const std::vector<double>& squared_norms, bool integers, const Context& context);

    // Whether they pay for data of so many columns on this machine.
    static bool pay(Index columns);

    Precision precision() const override { return Precision::integer; }
    void fill(const TileRows& rows, Index j_begin, Index j_end, float* tile,
              Workspace& workspace) const override;
    Sizes sizes() const override { return {32, 16}; }

  private:
    using Cell = std::int16_t;

    // The pairs of cells of a sample; the last one may hold a cell and 0.
    Index pairs() const { return (rows_.columns() + 1) / 2; }
    // Some cells of up to one panel of samples. `lost`: adds what rounding changed, squared, per sample.
    void pack_panel(const TileRows& samples, Index column, Index count, Cell* out, double* lost) const;
    // Packs all samples; returns the length of the longest vector of what rounding changed.
    double pack_all(const Context& context);
    integer_products::Panels packed(const TileRows& rows, Index column, Index count,
                                    std::vector<Cell>& buffer) const;

    const SampleRows& rows_;
    const std::vector<double>& shift_;
    std::unique_ptr<Cell[]> all_;  // every sample packed, unless the data are large
};

}  // namespace tamis::detail
