#include "tamis/graph/coarse/integer_products.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

namespace tamis::detail {
namespace {

// Cell (sample, column), packed in panels.
std::vector<std::int16_t> pack(const std::vector<std::vector<int>>& rows, Index width) {
    const auto panels = (static_cast<Index>(rows.size()) + 15) / 16;
    std::vector<std::int16_t> packed(at(panels * width * 16));
    for (std::size_t s = 0; s < rows.size(); ++s)
        for (std::size_t j = 0; j < rows[s].size(); ++j)
            packed[(s / 16) * at(width) * 16 + (j / 2) * 32 + (s % 16) * 2 + j % 2] =
                static_cast<std::int16_t>(rows[s][j]);
    return packed;
}

std::vector<std::vector<int>> random_rows(Index count, Index width, int largest, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> cell(-largest, largest);
    std::vector<std::vector<int>> rows(at(count), std::vector<int>(at(width)));
    for (std::vector<int>& row : rows)
        for (int& value : row) value = cell(random);
    return rows;
}

class IntegerProducts : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!integer_products::available()) GTEST_SKIP() << "this processor has no AVX-512 VNNI";
    }
};

TEST_F(IntegerProducts, AreThoseOfTheDefinition) {
    constexpr Index stride = 96;
    for (const auto& [left_count, right_count, width] :
         {std::array<Index, 3>{1, 1, 2}, {8, 16, 30}, {9, 17, 64}, {25, 33, 100}, {40, 96, 512}}) {
        const auto left = random_rows(left_count, width, 300, 1),
                   right = random_rows(right_count, width, 300, 2);
        const auto a = pack(left, width), b = pack(right, width);
        for (const Index cut : {width, width / 4 * 2}) {  // at once, or in two strips
            std::vector<float> tile(at(48 * stride), -1.0F);
            const Index size = width * 16;
            integer_products::multiply({a.data(), size}, left_count, {b.data(), size}, right_count,
                                       {cut / 2, true, cut == width}, tile.data(), stride);
            if (cut < width)
                integer_products::multiply({a.data() + cut * 16, size}, left_count,
                                           {b.data() + cut * 16, size}, right_count,
                                           {(width - cut) / 2, false, true}, tile.data(), stride);
            for (Index i = 0; i < left_count; ++i)
                for (Index j = 0; j < right_count; ++j) {
                    long long product = 0;
                    for (std::size_t c = 0; c < at(width); ++c)
                        product += static_cast<long long>(left[at(i)][c]) * right[at(j)][c];
                    ASSERT_EQ(tile[at(i * stride + j)], static_cast<float>(-2 * product)) << i << " " << j;
                }
        }
    }
}

// Rows of length 2¹⁵ - 1: sums reach 2³⁰, and parts of them more than that in both directions.
TEST_F(IntegerProducts, HoldTheLongestRows) {
    const std::vector<std::vector<int>> rows = {
        {32767, 0, 0, 0}, {-32767, 0, 0, 0}, {16383, 16383, 16383, 16383}, {-16383, 16383, -16383, 16383}};
    const auto packed = pack(rows, 4);
    std::vector<float> tile(at(8 * 16));
    integer_products::multiply({packed.data(), 64}, 4, {packed.data(), 64}, 4, {2, true, true}, tile.data(),
                               16);
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j) {
            long long product = 0;
            for (std::size_t c = 0; c < 4; ++c) product += static_cast<long long>(rows[i][c]) * rows[j][c];
            EXPECT_EQ(tile[i * 16 + j], static_cast<float>(-2 * product));
        }
}

}  // namespace
}  // namespace tamis::detail
