#include "tamis/io/utf8.hpp"

#include <optional>

namespace tamis::detail {

namespace {

// The character at `place`, which moves behind it; nothing if the bytes there are not UTF-8: overlong forms,
// halves of surrogate pairs and numbers beyond Unicode are not.
std::optional<std::uint32_t> next_character(std::string_view text, std::size_t& place) {
    const auto first = static_cast<unsigned char>(text[place]);
    const std::size_t length = first < 0x80U   ? 1
                               : first < 0xc2U ? 0
                               : first < 0xe0U ? 2
                               : first < 0xf0U ? 3
                               : first < 0xf5U ? 4
                                               : 0;
    if (length == 0 || length > text.size() - place) return std::nullopt;
    std::uint32_t code = length == 1 ? first : first & (0xffU >> (length + 1));
    for (std::size_t k = 1; k < length; ++k) {
        const auto next = static_cast<unsigned char>(text[place + k]);
        if ((next & 0xc0U) != 0x80U) return std::nullopt;
        code = (code << 6U) | (next & 0x3fU);
    }
    const bool too_long = (length == 3 && code < 0x800U) || (length == 4 && code < 0x10000U);
    if (too_long || code > 0x10ffffU || (code >= 0xd800U && code < 0xe000U)) return std::nullopt;
    place += length;
    return code;
}

}  // namespace

void append_utf8(std::string& text, std::uint32_t code) {
    const auto byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
    const auto tail = [&](std::uint32_t shift) { byte(0x80U | ((code >> shift) & 0x3fU)); };
    if (code < 0x80U) return byte(code);
    if (code < 0x800U) {
        byte(0xc0U | (code >> 6U));
    } else {
        if (code < 0x10000U) {
            byte(0xe0U | (code >> 12U));
        } else {
            byte(0xf0U | ((code >> 18U) & 7U));
            tail(12);
        }
        tail(6);
    }
    tail(0);
}

std::string utf8_of(std::u16string_view units) {
    std::string text;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const std::uint32_t unit = units[i];
        const bool pair = unit >= 0xd800U && unit < 0xdc00U && i + 1 < units.size() &&
                          units[i + 1] >= 0xdc00U && units[i + 1] < 0xe000U;
        if (pair) {
            append_utf8(text, 0x10000U + ((unit - 0xd800U) << 10U) + (units[i + 1] - 0xdc00U));
            ++i;
        } else {
            append_utf8(text, unit);
        }
    }
    return text;
}

bool is_utf8(std::string_view text) {
    for (std::size_t place = 0; place < text.size();)
        if (!next_character(text, place)) return false;
    return true;
}

bool decode_utf8(std::string_view text, std::u32string& characters) {
    characters.clear();
    for (std::size_t place = 0; place < text.size();) {
        const auto code = next_character(text, place);
        if (!code) return false;
        characters += static_cast<char32_t>(*code);
    }
    return true;
}

}  // namespace tamis::detail
