// Numbers from -1 to 1 in place of the cells of dense data, for distances in few bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// What stands for cell (i, j): (x - center of the column) · factor / unit. A center is the median of some
// samples.
class Packing {
  public:
    // The unit is the largest of all such numbers of some samples, or the one that most of them are below.
    enum class Unit { largest, usual };

    // `factors` may be empty for 1.
    Packing(const DenseView& x, std::span<const double> factors, Unit kind);

    // From -1 to 1 if it is as usual, and never far beyond.
    double cell(Index i, Index j) const {
        const double value = (x_.row(i)[j] - centers_[at(j)]) * factor(j) / unit_;
        return value > -most ? (value < most ? value : most) : -most;  // also if it is not a number
    }
    Index columns() const { return x_.cols; }
    double unit() const { return unit_; }

  private:
    static constexpr double most = 0x1.0p40;  // squares and their sums stay finite in single precision

    double factor(Index j) const { return factors_.empty() ? 1.0 : factors_[at(j)]; }

    DenseView x_;
    std::span<const double> factors_;
    std::vector<double> centers_;
    double unit_ = 1.0;
};

// In 8 bits; what is beyond -1 or 1 is drawn in.
constexpr double byte_levels = 127.0;  // from 0 to 1
inline std::uint8_t in_byte(double value) {
    return static_cast<std::uint8_t>(128.5 +
                                     byte_levels * (value > -1.0 ? (value < 1.0 ? value : 1.0) : -1.0));
}
inline double from_byte(std::uint8_t byte) { return (static_cast<double>(byte) - 128.0) / byte_levels; }

// Packed rows are as long as a whole number of registers.
inline Index padded(Index columns, Index multiple) { return (columns + multiple - 1) / multiple * multiple; }

}  // namespace tamis::detail
