// Tiles of either precision as the exact search reads them.
#pragma once

#include <vector>

#include "tamis/graph/candidates.hpp"
#include "tamis/graph/coarse/coarse_tiles.hpp"
#include "tamis/graph/tile_buffers.hpp"
#include "tamis/graph/tiles.hpp"

namespace tamis::detail {

// A range of neighboring samples; the search cuts the data into such blocks.
struct Block {
    Index number, begin, end;

    Index count() const { return end - begin; }
    TileRows rows() const { return {begin, count()}; }
};

// The two kinds of tiles, as the search reads them: lower bounds are tile + (base(i) + base(j)).
class FineBounds {
  public:
    using Number = double;
    static constexpr bool coarse = false;

    explicit FineBounds(const TileSource& tiles) : tiles_(tiles), bases_(tiles.squared_norms()) {
        for (double& base : bases_) base = base - tiles.relative_error() * base - tiles.absolute_error();
    }
    void fill(const TileRows& rows, const Block& columns, TileBuffers& buffers) const {
        tiles_.fill(rows, columns.begin, columns.end, buffers.numbers<double>().tile.data(),
                    buffers.workspace);
    }
    Precision precision() const { return Precision::fine; }
    const double* bases() const { return bases_.data(); }
    double real(double bound) const { return bound; }
    double limit(double distance) const { return distance; }

  private:
    const TileSource& tiles_;
    std::vector<double> bases_;
};

class CoarseBounds {
  public:
    using Number = float;
    static constexpr bool coarse = true;

    explicit CoarseBounds(const CoarseTiles& tiles) : tiles_(tiles) {}
    void fill(const TileRows& rows, const Block& columns, TileBuffers& buffers) const {
        tiles_.fill(rows, columns.begin, columns.end, buffers.numbers<float>().tile.data(),
                    buffers.coarse_workspace);
    }
    Precision precision() const { return tiles_.precision(); }
    const CoarseTiles& tiles() const { return tiles_; }
    const float* bases() const { return tiles_.bases(); }
    double real(float bound) const { return tiles_.real(bound); }
    float limit(double distance) const { return tiles_.limit(distance); }

  private:
    const CoarseTiles& tiles_;
};

}  // namespace tamis::detail
