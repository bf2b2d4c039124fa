// Numbers from -1 to 1 in place of the cells of dense data, for distances in few bits.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// The middle and the size of the cells of every column, as a few samples show them.
struct PackingScale {
    // The unit is the largest of all numbers of these samples, or the one that most of them are below.
    enum class Unit { largest, usual };

    std::vector<double> centers;  // per column: the median
    double unit = 1.0;

    // The samples, counted from 0, that the scale of so much data is made of.
    static std::vector<Index> samples(Index rows, Index cols);
    // `factors` may be empty for 1.
    static PackingScale of(const DenseView& x, std::span<const double> factors, Unit kind);
    // The same from the samples alone, which are all rows of `some`.
    static PackingScale of_samples(const DenseView& some, std::span<const double> factors, Unit kind);

    template <class Archive>
    void fields(Archive& archive) {
        archive(centers, unit);
    }
};

// The nearest number from -most to most; -most for what is not a number.
inline double drawn_in(double value, double most) {
    return value > -most ? (value < most ? value : most) : -most;
}

// What stands for cell (i, j): (x - center of the column) · factor / unit.
class Packing {
  public:
    // `factors` may be empty for 1.
    Packing(const DenseView& x, std::span<const double> factors, PackingScale scale)
        : x_(x), factors_(factors), scale_(std::move(scale)) {}

    // From -1 to 1 if it is as usual, and never far beyond.
    double cell(Index i, Index j) const {
        const double factor = factors_.empty() ? 1.0 : factors_[at(j)];
        return drawn_in((x_.row(i)[j] - scale_.centers[at(j)]) * factor / scale_.unit, most);
    }
    static constexpr double most = 0x1.0p40;  // squares and their sums stay finite in single precision
    Index columns() const { return x_.cols; }

  private:
    DenseView x_;
    std::span<const double> factors_;
    PackingScale scale_;
};

// In 8 bits; what is beyond -1 or 1 is drawn in.
constexpr double byte_levels = 127.0;  // from 0 to 1
inline std::uint8_t in_byte(double value) {
    return static_cast<std::uint8_t>(128.5 + byte_levels * drawn_in(value, 1.0));
}

// Packed rows are as long as a whole number of registers.
inline Index padded(Index columns, Index multiple) { return (columns + multiple - 1) / multiple * multiple; }

}  // namespace tamis::detail
