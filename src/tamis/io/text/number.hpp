// Decimal text to double, exactly rounded.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::detail {

// Reads a plain short decimal ("-12.375") at `text`, which must be followed by a byte that is no digit.
// Returns where it ends, or null when the text is none, is too long or has an exponent: `parse_number` knows.
//
// Exact: an integer up to 2^53 and a power of ten up to 10^22 are both doubles without error, so their
// quotient is rounded once (Clinger 1990).
template <char decimal = '.'>
const char* parse_short_number(const char* text, double& number) {
    static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                        1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
    const bool negative = *text == '-';
    text += negative ? 1 : 0;
    std::uint64_t digits = 0;
    const auto take_digits = [&] {
        for (;; ++text) {
            const auto digit = static_cast<unsigned>(*text) - unsigned{'0'};
            if (digit > 9) return;
            digits = digits * 10 + digit;
        }
    };
    const char* start = text;
    take_digits();
    auto count = text - start;
    std::ptrdiff_t decimals = 0;
    if (*text == decimal) {
        const char* point = text++;
        take_digits();
        decimals = text - point - 1;
        count += decimals;
    }
    // 19 digits cannot have wrapped around.
    if (count == 0 || count > 19 || digits > (std::uint64_t{1} << 53U)) return nullptr;
    if ((*text | 0x20) == 'e') return nullptr;
    const double value = static_cast<double>(digits) / powers[decimals];
    number = negative ? -value : value;
    return text;
}

// Reads one to seven digits at `text`, of which eight bytes must be readable; returns where they end, or null
// when there are none or more. Without a branch per digit, because how many digits the next cell has is what
// a processor cannot guess.
inline const char* parse_few_digits(const char* text, double& number) {
    if constexpr (std::endian::native != std::endian::little) return nullptr;
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text, sizeof bytes);
    const std::uint64_t values = bytes ^ 0x3030303030303030U;  // a digit becomes its value, 0 to 9
    const std::uint64_t others = (values | ((values & 0x7F7F7F7F7F7F7F7FU) + 0x7676767676767676U)) &
                                 0x8080808080808080U;  // the top bit of every byte that is above 9
    if (others == 0) return nullptr;
    const int count = std::countr_zero(others) / 8;
    if (count == 0) return nullptr;
    // The digits become the last ones of eight, led by zeros; then neighbors are joined to twos, fours,
    // eight.
    std::uint64_t digits = values << (64 - 8 * count);
    digits = (digits * 10 + (digits >> 8U)) & 0x00FF00FF00FF00FFU;
    digits = (digits * 100 + (digits >> 16U)) & 0x0000FFFF0000FFFFU;
    digits = (digits * 10000 + (digits >> 32U)) & 0x00000000FFFFFFFFU;
    number = static_cast<double>(static_cast<std::int64_t>(digits));
    return text + count;
}

// The whole of `text` as a number: sign, decimals, exponent, "inf" and "infinity" in any case. A number
// beyond the range of doubles becomes an infinity, one too small becomes 0. "nan" is no number here.
bool parse_number(std::string_view text, double& number, char decimal = '.');

// What stands for a missing cell wherever there are tables: the list of pandas ("", "NA", "N/A", "null", …),
// "?", and "nan" in any case with or without a sign.
bool is_missing(std::string_view text);

// The same with markers of the user's own.
class MissingMarkers {
  public:
    MissingMarkers() = default;
    explicit MissingMarkers(std::string_view list);  // "n.d.,-999"

    bool operator()(std::string_view text) const;
    // Markers that read as numbers stand for every cell of that value, however it is written.
    std::span<const double> numbers() const { return numbers_; }

  private:
    std::vector<std::string> texts_;
    std::vector<double> numbers_;
};

}  // namespace tamis::detail
