#include "tamis/io/text/number.hpp"

#include <locale.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace tamis::detail {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_nan_word(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return text.size() == 3 && lower(text[0]) == 'n' && lower(text[1]) == 'a' && lower(text[2]) == 'n';
}

// from_chars leaves open whether a number was too large or too small; strtod tells.
double out_of_range(std::string_view text) {
    static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
    return strtod_l(std::string(text).c_str(), nullptr, plain);
}

}  // namespace

bool parse_number(std::string_view text, double& number, char decimal) {
    if (decimal != '.') {
        if (text.find('.') != std::string_view::npos) return false;
        std::string pointed(text);
        if (const std::size_t comma = pointed.find(decimal); comma != std::string::npos) pointed[comma] = '.';
        return parse_number(pointed, number);
    }
    if (text.starts_with('+') && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    if (result.ptr != end || result.ec == std::errc::invalid_argument) return false;
    if (result.ec == std::errc::result_out_of_range) number = out_of_range(text);
    return !std::isnan(number);
}

bool is_missing(std::string_view text) {
    static constexpr std::array<std::string_view, 15> markers = {
        "?",    "NA",  "N/A",      "n/a",     "NULL",   "null",     "None",   "<NA>",
        "#N/A", "#NA", "#N/A N/A", "-1.#IND", "1.#IND", "-1.#QNAN", "1.#QNAN"};
    if (text.empty()) return true;
    if (text.size() > 8) return false;
    return is_nan_word(text) || std::find(markers.begin(), markers.end(), text) != markers.end();
}

MissingMarkers::MissingMarkers(std::string_view list) {
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        std::string_view marker = list.substr(0, comma);
        while (marker.starts_with(' ')) marker.remove_prefix(1);
        while (marker.ends_with(' ')) marker.remove_suffix(1);
        double number = 0.0;
        if (parse_number(marker, number)) numbers_.push_back(number);
        if (!marker.empty()) texts_.emplace_back(marker);
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
}

bool MissingMarkers::operator()(std::string_view text) const {
    return is_missing(text) || std::find(texts_.begin(), texts_.end(), text) != texts_.end();
}

}  // namespace tamis::detail
