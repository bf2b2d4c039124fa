#include "tamis/report/escape.hpp"

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

std::string markdown_text(std::string_view text) { return replaced(text, markdown_marks); }

std::string latex_text(std::string_view text) { return replaced(text, latex_marks); }

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
