#include "tamis/io/utf8.hpp"

namespace tamis::detail {

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

bool decode_utf8(std::string_view text, std::u32string& characters) {
    characters.clear();
    for (std::size_t i = 0; i < text.size();) {
        const auto first = static_cast<unsigned char>(text[i]);
        const std::size_t length = first < 0x80U   ? 1
                                   : first < 0xc2U ? 0
                                   : first < 0xe0U ? 2
                                   : first < 0xf0U ? 3
                                   : first < 0xf5U ? 4
                                                   : 0;
        if (length == 0 || length > text.size() - i) return false;
        std::uint32_t code = length == 1 ? first : first & (0xffU >> (length + 1));
        for (std::size_t k = 1; k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            if ((next & 0xc0U) != 0x80U) return false;
            code = (code << 6U) | (next & 0x3fU);
        }
        characters += static_cast<char32_t>(code);
        i += length;
    }
    return true;
}

}  // namespace tamis::detail
