#include "tamis/core/projection.hpp"

#include <charconv>
#include <cmath>

#include "tamis/core/error.hpp"

namespace tamis {

using namespace detail;

namespace {

[[noreturn]] void refuse_dimension(const std::string& text) {
    throw UsageError(
        "a number of dimensions is a whole number from 1 on (3), a share of the variance between "
        "0 and 1 (0.95) or 'auto', not '" +
        text + "'");
}

bool is_share(double number) { return number > 0.0 && number < 1.0; }

}  // namespace

Dimension Dimension::parse(const std::string& text) {
    if (text == "auto") return {};
    const char* const end = text.data() + text.size();
    Index count = 0;
    if (const auto [rest, error] = std::from_chars(text.data(), end, count);
        error == std::errc() && rest == end && count >= 1)
        return count;
    double share = 0.0;
    if (const auto [rest, error] = std::from_chars(text.data(), end, share);
        error == std::errc() && rest == end && is_share(share))
        return share;
    refuse_dimension(text);
}

Dimension Dimension::from(const Value& value) {
    if (std::holds_alternative<std::nullptr_t>(value)) return {};
    if (const auto* text = std::get_if<std::string>(&value)) return parse(*text);
    if (const auto* count = std::get_if<Index>(&value); count != nullptr && *count >= 1) return *count;
    const auto* share = std::get_if<double>(&value);
    if (share != nullptr && is_share(*share)) return *share;
    refuse_dimension(share != nullptr ? real_text(*share) : to_text(value));
}

std::string to_text(const Dimension& dimension) {
    if (dimension.usual()) return "auto";
    return to_text(dimension.count() ? Value(*dimension.count()) : Value(*dimension.share()));
}

}  // namespace tamis
