#include "tamis/report/escape.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tamis::detail {

namespace {

using Replacement = std::pair<std::string_view, std::string_view>;

// The replacement whose text begins at `at`, or null.
template <std::size_t Count>
const Replacement* replacement_at(const std::array<Replacement, Count>& all, std::string_view text,
                                  std::size_t at) {
    for (const Replacement& one : all)
        if (text.substr(at).starts_with(one.first)) return &one;
    return nullptr;
}

template <std::size_t Count>
std::string replaced(std::string_view text, const std::array<Replacement, Count>& all) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        if (const Replacement* found = replacement_at(all, text, at)) {
            result += found->second;
            at += found->first.size();
        } else {
            result += text[at++];
        }
    }
    return result;
}

// How many bytes a character of UTF-8 takes that begins here; 0 if it is none.
std::size_t length_of(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) return 0;
    return length;
}

std::string hexadecimal(unsigned code, int digits) {
    std::string text;
    for (int d = digits - 1; d >= 0; --d) text += "0123456789abcdef"[(code >> (4 * d)) & 0xFU];
    return text;
}

// Empty for a character that may be shown as it is.
std::string escape_of(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character == "\n") return "\\n";
    if (character == "\t") return "\\t";
    if (character == "\r") return "\\r";
    if (character.size() == 1)
        return byte(0) < 0x20 || byte(0) == 0x7F ? "\\x" + hexadecimal(byte(0), 2) : "";
    // U+0080 … U+009F, and the marks that turn the direction of writing.
    if (character.size() == 2 && byte(0) == 0xC2 && byte(1) < 0xA0) return "\\u" + hexadecimal(byte(1), 4);
    if (character.size() != 3) return "";
    const unsigned code = ((byte(0) & 0x0FU) << 12U) | ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU);
    const bool turns = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return turns ? "\\u" + hexadecimal(code, 4) : "";
}

std::string made_visible(std::string_view text, std::string_view kept) {
    std::string result;
    while (!text.empty()) {
        const std::size_t length = length_of(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(1, length));
        if (length == 0) {
            result += "\\x" + hexadecimal(static_cast<unsigned char>(text.front()), 2);
        } else {
            const std::string escape = kept.find(character) != kept.npos ? "" : escape_of(character);
            result += escape.empty() ? std::string(character) : escape;
        }
        text.remove_prefix(character.size());
    }
    return result;
}

constexpr std::array html_marks = {Replacement{"&", "&amp;"}, Replacement{"<", "&lt;"},
                                   Replacement{">", "&gt;"}, Replacement{"\"", "&quot;"},
                                   Replacement{"'", "&#39;"}};

constexpr std::array markdown_marks = {
    Replacement{"\\", "\\\\"}, Replacement{"|", "\\|"}, Replacement{"*", "\\*"}, Replacement{"_", "\\_"},
    Replacement{"`", "\\`"},   Replacement{"<", "\\<"}, Replacement{"#", "\\#"}, Replacement{"[", "\\["}};

constexpr std::array latex_marks = {
    Replacement{"\\", "\\textbackslash{}"},
    Replacement{"&", "\\&"},
    Replacement{"%", "\\%"},
    Replacement{"$", "\\$"},
    Replacement{"#", "\\#"},
    Replacement{"_", "\\_"},
    Replacement{"{", "\\{"},
    Replacement{"}", "\\}"},
    Replacement{"~", "\\textasciitilde{}"},
    Replacement{"^", "\\textasciicircum{}"},
    Replacement{"<", "$<$"},
    Replacement{">", "$>$"},
    Replacement{"|", "$|$"},
    Replacement{"±", "$\\pm$"},
    Replacement{"µ", "$\\mu$"},
    Replacement{"…", "\\dots{}"},
};

}  // namespace

std::string visible(std::string_view text) { return made_visible(text, ""); }

std::string visible_lines(std::string_view text, bool tabs) {
    return made_visible(text, tabs ? "\n\t" : "\n");
}

std::string html_text(std::string_view text) { return replaced(visible(text), html_marks); }

std::string markdown_text(std::string_view text) { return replaced(visible_lines(text), markdown_marks); }

std::string latex_text(std::string_view text) { return replaced(visible_lines(text), latex_marks); }

std::string delimited_text(std::string_view text, char delimiter) {
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    const bool quoted =
        !text.empty() && (blank(text.front()) || blank(text.back()) ||
                          text.find_first_of("\"\r\n") != text.npos || text.find(delimiter) != text.npos);
    if (!quoted) return std::string(text);
    std::string result = "\"";
    for (const char letter : text) {
        if (letter == '"') result += '"';
        result += letter;
    }
    return result + '"';
}

}  // namespace tamis::detail
