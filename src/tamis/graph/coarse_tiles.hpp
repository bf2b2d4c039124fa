// Tiles of distances in single precision: twice as fast as those in double, and exact enough to rule out
// nearly all pairs. A rigorous bound says how far they can be off.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/graph/sample_rows.hpp"
#include "tamis/graph/tiles.hpp"

namespace tamis::detail {

// Everything here is in units of `unit()`: a power of two that keeps squared lengths far from the ends of the
// range of single precision. With b = bases(), tile(i, j) + (b(i) + b(j)), added in single precision, is a
// lower bound of the squared distance, and lower + margin(i) + margin(j) an upper one.
class CoarseTiles {
  public:
    struct Workspace {
        std::vector<float> left, right;  // packed rows
        std::vector<float> part;         // the products of one strip of columns
        Index left_first = -1;           // which rows `left` holds; -1 for none
        Index left_count = 0;
    };

    // Dense rows less `shift` (empty: 0), whose squared lengths are `squared_norms`. `integers`: all cells
    // are integers.
    CoarseTiles(const SampleRows& rows, const std::vector<double>& shift,
                const std::vector<double>& squared_norms, bool integers, const Context& context);

    // False if the data have so many columns that the bound is worth nothing.
    bool usable() const { return usable_; }

    // tile[r·tile_rows + (j - j_begin)] = -2 · product of samples rows[r] and j. `workspace` remembers the
    // rows, so that the same rows are packed once for several calls.
    void fill(const TileRows& rows, Index j_begin, Index j_end, float* tile, Workspace& workspace) const;

    const float* bases() const { return bases_.data(); }
    float base(Index i) const { return bases_[at(i)]; }
    double margin(Index i) const { return margins_[at(i)]; }  // of squared distances as they are
    const std::vector<double>& margins() const { return margins_; }

    // A squared distance as it is from a bound in units, never above it, and a limit in units, never below
    // it.
    double real(float bound) const {
        const double value = static_cast<double>(bound) * unit_;
        return value < std::numeric_limits<double>::min() ? 0.0 : value;
    }
    float limit(double squared_distance) const;

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
    double scale_ = 1.0;  // of the cells
    double unit_ = 1.0;   // of squared distances: 1 / scale²
    std::vector<float> bases_;
    std::vector<double> margins_;
    std::vector<float> all_;  // every row packed, if the data are small
};

}  // namespace tamis::detail
