#include "tamis/graph/approximate/quick_squares.hpp"

#include <array>
#include <cmath>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace quick_square_loops {

// Σ(a-b)². `width` is a multiple of 32, which spares the loop an end of its own.
TAMIS_SIMD std::int64_t squares(const std::uint8_t* __restrict a, const std::uint8_t* __restrict b,
                                Index width) {
    constexpr Index at_once = 32768;  // the sum fits into 32 bits
    width &= ~Index{31};
    std::int64_t total = 0;
    for (Index begin = 0; begin < width; begin += at_once) {
        const Index end = begin + at_once < width ? begin + at_once : width;
        std::int32_t sum = 0;
        for (Index j = begin; j < end; ++j) {
            const int gap = static_cast<int>(a[j]) - static_cast<int>(b[j]);
            sum += gap * gap;
        }
        total += sum;
    }
    return total;
}

// Writes the bytes of a row, those of in_byte and Packing::cell, and returns the squared length of what they
// leave out.
TAMIS_SIMD double pack(const double* row, const double* centers, double unit, Index count,
                       std::uint8_t* bytes) {
    PartialSums lost{};
    const auto add = [&](Index begin, Index width) __attribute__((always_inline)) {
        std::array<std::int32_t, 8> levels{};
        for (Index l = 0; l < width; ++l) {
            const double value = drawn_in((row[begin + l] - centers[begin + l]) / unit, Packing::most);
            levels[at(l)] = static_cast<std::int32_t>(128.5 + byte_levels * drawn_in(value, 1.0));
            const double gap = value - (static_cast<double>(levels[at(l)]) - 128.0) / byte_levels;
            lost[at(l)] += gap * gap;
        }
        for (Index l = 0; l < width; ++l) bytes[begin + l] = static_cast<std::uint8_t>(levels[at(l)]);
    };
    Index j = 0;
    for (; j + 8 <= count; j += 8) add(j, 8);
    add(j, count - j);
    return total(lost);
}

}  // namespace quick_square_loops

QuickSquares::QuickSquares(const DenseView& x, const Context& context)
    : QuickSquares(x, PackingScale::of(x, {}, PackingScale::Unit::usual), context) {}

QuickSquares::QuickSquares(const DenseView& x, const PackingScale& scale, const Context& context)
    : width_(padded(x.cols, 32)), rows_(at(x.rows * width_)), lost_(at(x.rows)) {
    unit_ = scale.unit / byte_levels * (scale.unit / byte_levels);
    parallel_chunks(context, x.rows, 256, [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            const double lost = quick_square_loops::pack(x.row(i), scale.centers.data(), scale.unit, x.cols,
                                                         rows_.data() + i * width_);
            lost_[at(i)] = static_cast<float>(lost * byte_levels * byte_levels);
        }
    });
}

// In levels of 8 bits: what is lost has no direction, so on average it makes a squared distance of bytes
// larger by its own squared length, and scatters it by 2·|a-b|·√(2/12). The margin is five times that. A
// sample far out, whose cells were drawn in, has lost so much that nothing is ruled out.
bool QuickSquares::may_be_within(Index i, Index j, double limit) const {
    constexpr double scatter = 0.8165, margin = 5.0;
    const auto squares = static_cast<double>(
        quick_square_loops::squares(rows_.data() + i * width_, rows_.data() + j * width_, width_));
    const double lost = static_cast<double>(lost_[at(i)]) + static_cast<double>(lost_[at(j)]);
    return (squares - lost - margin * scatter * std::sqrt(squares)) * unit_ <= limit;
}

}  // namespace tamis::detail
