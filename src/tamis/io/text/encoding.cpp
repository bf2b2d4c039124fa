#include "tamis/io/text/encoding.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "tamis/core/error.hpp"
#include "tamis/io/utf8.hpp"

namespace tamis::detail {

namespace {

// Windows-1252, 0x80 … 0x9F; 0 stands for the five codes that it leaves out.
constexpr std::array<std::uint16_t, 32> windows = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

bool is_ascii(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

bool make_utf8(std::string& text, Encoding encoding, const std::string& place) {
    if (is_ascii(text) || (encoding != Encoding::latin1 && is_utf8(text))) return false;
    if (encoding == Encoding::utf8)
        throw Error(place + " is not valid UTF-8", "read the file with " + option("encoding", "latin-1"));
    std::string converted;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool special = byte >= 0x80 && byte < 0xA0 && windows[byte - 0x80U] != 0;
        append_utf8(converted, special ? windows[byte - 0x80U] : byte);
    }
    text = std::move(converted);
    return true;
}

}  // namespace tamis::detail
