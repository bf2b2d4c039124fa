// Working memory of the exact neighbor search.
#pragma once

#include <type_traits>
#include <vector>

#include "tamis/core/threads/pool.hpp"
#include "tamis/graph/coarse/coarse_tiles.hpp"
#include "tamis/graph/tiles.hpp"

namespace tamis::detail {

// What one tile needs; kept from tile to tile because fresh memory is slow to touch.
struct TileBuffers {
    template <class Number>
    struct Numbers {
        std::vector<Number> tile;
        std::vector<Number> row_limits, column_limits;  // group by group
        std::vector<Number> limit_per_column;
    };
    struct Hit {
        Small row, column;  // within the tile
        double lower;
    };

    template <class Number>
    Numbers<Number>& numbers() {
        if constexpr (std::is_same_v<Number, float>)
            return prepared(coarse);
        else
            return prepared(fine);
    }

    Numbers<double> fine;
    Numbers<float> coarse;
    std::vector<Small> columns = std::vector<Small>(at(tile_rows));
    std::vector<Hit> hits;
    TileSource::Workspace workspace;
    CoarseTiles::Workspace coarse_workspace;

  private:
    template <class Number>
    static Numbers<Number>& prepared(Numbers<Number>& numbers) {
        numbers.tile.resize(at(tile_rows * tile_rows));
        numbers.limit_per_column.resize(at(tile_rows));
        return numbers;
    }
};

using BufferPool = Pool<TileBuffers>;

}  // namespace tamis::detail
