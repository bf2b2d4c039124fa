// Tiles of distances between blocks of samples: the expensive part of the neighbor search.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/graph/sample_rows.hpp"
#include "tamis/passes/column_block.hpp"

namespace tamis::detail {

class CoarseTiles;

constexpr Index tile_rows = 512;  // at most; also the stride of a tile

// The samples on one side of a tile: neighbors in the data, or any that are listed.
struct TileRows {
    Index first = 0, count = 0;
    const Index* listed = nullptr;

    Index operator[](Index r) const { return listed == nullptr ? first + r : listed[r]; }
};

// d² of two samples is squared_norm(i) + squared_norm(j) + tile(i, j), with an absolute error of at most
// relative_error · (squared_norm(i) + squared_norm(j)) + 2·absolute_error against the exact re-evaluation.
// For the Manhattan metric read d instead of d² and 1-norms instead of squared norms.
class TileSource {
  public:
    // Working memory of one tile, reused from tile to tile.
    struct Workspace {
        std::vector<double> left, right;  // packed rows
        ColumnBlock columns;              // of a sparse block
    };

    virtual ~TileSource() = default;
    // tile[r·tile_rows + (j - j_begin)] = -2 · product of samples rows[r] and j (Euclidean metric).
    virtual void fill(const TileRows& rows, Index j_begin, Index j_end, double* tile,
                      Workspace& workspace) const = 0;

    // The same distances in fewer bits, the fastest first.
    virtual std::span<const CoarseTiles* const> coarse() const { return {}; }

    const std::vector<double>& squared_norms() const { return squared_norms_; }
    double relative_error() const { return relative_error_; }
    double absolute_error() const { return absolute_error_; }

  protected:
    // Products of at most `terms` summands. `exact`: all sums are integers that doubles hold exactly.
    void set_error(Index terms, bool exact);

    std::vector<double> squared_norms_;

  private:
    double relative_error_ = 0.0;
    double absolute_error_ = 0.0;
};

std::unique_ptr<TileSource> make_dense_tiles(const SampleRows& rows, const Context& context);
std::unique_ptr<TileSource> make_sparse_tiles(const SampleRows& rows, const Context& context);
std::unique_ptr<TileSource> make_tiles(const SampleRows& rows, const Context& context);  // either kind

// Σ f|a-b|; `factors` has one number per column.
std::unique_ptr<TileSource> make_manhattan_tiles(const MatrixView& x, std::span<const double> factors,
                                                 const Context& context);

// Rows of integers whose squared norms all pass this have exact norms, products and distances.
inline bool norm_keeps_integers_exact(double squared_norm) { return 4.0 * squared_norm <= 0x1.0p53; }

// Integers below 2⁵¹: adding and taking away 1.5·2⁵² rounds to the nearest integer.
inline bool is_integer(double value) { return (value + 0x1.8p52) - 0x1.8p52 == value; }

}  // namespace tamis::detail
