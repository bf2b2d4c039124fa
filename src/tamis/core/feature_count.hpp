// How many features to select.
#pragma once

#include <concepts>
#include <string>
#include <variant>

#include "tamis/core/options/value.hpp"

namespace tamis {

// A number, a fraction of the features, or all of them. The value is always valid: at least
// one feature, a fraction between 0 and 1.
class FeatureCount {
  public:
    FeatureCount() = default;  // the usual number: 10, or all features if there are fewer
    // Throws UsageError if the count is below 1.
    template <std::integral Number>
    FeatureCount(Number count) : FeatureCount(Wanted(static_cast<Index>(count))) {}  // implicit: .k = 25
    // Throws UsageError if the fraction is not between 0 and 1.
    template <std::floating_point Number>
    FeatureCount(Number share) : FeatureCount(Wanted(static_cast<double>(share))) {}  // implicit: .k = 0.1

    static FeatureCount all();  // every feature
    // "25", "0.1" or "all"; throws UsageError for anything else.
    static FeatureCount parse(const std::string& text);
    // The same from a value: an integer, a real number or a string; null is the default.
    static FeatureCount from(const Value& value);

    // The number for data with this many features; a fraction gives at least one. Throws Error if there are
    // not enough features.
    Index of(Index features) const;

    bool operator==(const FeatureCount&) const = default;
    friend std::string to_text(const FeatureCount& count);  // as `parse` reads it

  private:
    struct Usual {
        bool operator==(const Usual&) const = default;
    };
    struct All {
        bool operator==(const All&) const = default;
    };
    using Wanted = std::variant<Usual, All, Index, double>;

    explicit FeatureCount(Wanted wanted);

    Wanted wanted_;
};

}  // namespace tamis
