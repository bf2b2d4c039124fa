// Tiles of distances in fewer bits than double: faster, and exact enough to rule out nearly all pairs. A
// rigorous bound says how far they can be off.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "tamis/graph/candidates.hpp"
#include "tamis/graph/tiles.hpp"

namespace tamis::detail {

// Everything here is in units of its own. With b = bases(), tile(i, j) + (b(i) + b(j)), added in single
// precision, is a lower bound of the squared distance, and lower + margin(i) + margin(j) an upper one.
class CoarseTiles {
  public:
    // Packed rows, the left ones remembered from call to call.
    template <class Number>
    struct Sides {
        std::vector<Number> left, right;
        Index left_first = -1;  // which rows `left` holds; -1 for none
        Index left_count = 0;

        bool has_left(const TileRows& rows) const {
            return rows.listed == nullptr && left_first == rows.first && left_count == rows.count;
        }
        void note_left(const TileRows& rows) {
            left_first = rows.listed == nullptr ? rows.first : -1;
            left_count = rows.count;
        }
    };
    struct Workspace {
        Sides<float> floats;
        std::vector<float> part;  // the products of one strip of columns
        Sides<std::int16_t> integers;
    };

    virtual ~CoarseTiles() = default;
    virtual Precision precision() const = 0;

    // tile[r·tile_rows + (j - j_begin)] = -2 · product of samples rows[r] and j. What lies beyond rows.count
    // or j_end in the tile may be overwritten.
    virtual void fill(const TileRows& rows, Index j_begin, Index j_end, float* tile,
                      Workspace& workspace) const = 0;

    // So many samples per tile at least, or one in `parts` of them: few samples get smaller tiles, so that
    // all threads have some and little of a tile on the diagonal is computed twice.
    struct Sizes {
        Index smallest, parts;
    };
    virtual Sizes sizes() const = 0;

    const float* bases() const { return bases_.data(); }
    float base(Index i) const { return bases_[at(i)]; }
    double margin(Index i) const { return margins_[at(i)]; }  // of squared distances as they are
    const std::vector<double>& margins() const { return margins_; }

    // A squared distance as it is from a bound in units, never above it, and a limit in units, never below
    // it: what is rounded here is part of the margins.
    double real(float bound) const {
        const double value = static_cast<double>(bound) * unit_;
        return value < std::numeric_limits<double>::min() ? 0.0 : value;
    }
    float limit(double squared_distance) const;

    // Whether the bounds single out not many more than the `wanted` nearest in some rows of a tile on the
    // diagonal: that of the samples begin … begin+count-1.
    bool tell_apart(const float* tile, Index begin, Index count, Index wanted) const;

  protected:
    // The unit of the cells is 1 / scale.
    void set_scale(double scale) {
        scale_ = scale;
        unit_ = 1.0 / (scale * scale);
    }
    // `error`: how far a squared distance in units can be off on behalf of a sample of this squared length.
    template <class Error>
    void set_bounds(const std::vector<double>& squared_norms, const Error& error) {
        bases_.resize(squared_norms.size());
        margins_.resize(squared_norms.size());
        for (std::size_t i = 0; i < bases_.size(); ++i) {
            const double norm = squared_norms[i] * scale_ * scale_;
            const double off = error(norm);
            bases_[i] = static_cast<float>(norm - off);
            margins_[i] = off == 0.0 ? 0.0 : 2.0 * off * unit_ + std::numeric_limits<double>::min();
        }
    }

    double scale_ = 1.0;  // of the cells
    double unit_ = 1.0;   // of squared distances: 1 / scale²

  private:
    std::vector<float> bases_;
    std::vector<double> margins_;
};

// Whole numbers whose squared lengths are at most this: nothing is ever rounded in single precision.
inline bool single_precision_is_exact(double largest_norm) { return 4.0 * largest_norm <= 0x1.0p24; }

}  // namespace tamis::detail
