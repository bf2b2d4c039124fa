#include "tamis/core/feature_count.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr Index usual_count = 10;

template <class Number>
std::optional<Number> whole_text_as(const std::string& text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

[[noreturn]] void refuse_count(const std::string& text) {
    throw UsageError("k takes a number of features (25), a fraction between 0 and 1 (0.1) or 'all', not '" +
                     text + "'");
}

}  // namespace

FeatureCount::FeatureCount(Wanted wanted) : wanted_(wanted) {
    if (const auto* count = std::get_if<Index>(&wanted_); count != nullptr && *count < 1)
        throw UsageError("k must be at least 1, not " + std::to_string(*count));
    if (const auto* share = std::get_if<double>(&wanted_);
        share != nullptr && !(*share > 0.0 && *share < 1.0))
        refuse_count(real_text(*share));
}

FeatureCount FeatureCount::all() { return FeatureCount(Wanted(All{})); }

FeatureCount FeatureCount::parse(const std::string& text) {
    if (text == "all") return all();
    if (const auto count = whole_text_as<Index>(text)) return *count;
    const auto share = whole_text_as<double>(text);
    if (!share || !(*share > 0.0 && *share < 1.0)) refuse_count(text);
    return *share;
}

FeatureCount FeatureCount::from(const Value& value) {
    if (std::holds_alternative<std::nullptr_t>(value)) return {};
    if (const auto* text = std::get_if<std::string>(&value)) return parse(*text);
    if (const auto* count = std::get_if<Index>(&value)) return *count;
    if (const auto* share = std::get_if<double>(&value)) return *share;
    refuse_count(to_text(value));
}

Index FeatureCount::of(Index features) const {
    if (std::holds_alternative<All>(wanted_)) return features;
    if (std::holds_alternative<Usual>(wanted_)) return std::min(usual_count, features);
    if (const auto* share = std::get_if<double>(&wanted_))
        return std::max<Index>(1, std::llround(*share * static_cast<double>(features)));
    const Index count = std::get<Index>(wanted_);
    require_k(count, features);
    return count;
}

std::string to_text(const FeatureCount& count) {
    if (const auto* number = std::get_if<Index>(&count.wanted_)) return to_text(Value(*number));
    if (const auto* share = std::get_if<double>(&count.wanted_)) return to_text(Value(*share));
    return std::holds_alternative<FeatureCount::All>(count.wanted_) ? "all" : std::to_string(usual_count);
}

}  // namespace tamis
