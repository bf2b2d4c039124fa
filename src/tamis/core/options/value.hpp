// Small typed values for option settings and certificates: what ends up in JSON, as plain data.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

using Value =
    std::variant<std::nullptr_t, bool, Index, double, std::string, std::vector<Index>, std::vector<double>>;

// Named values in a stated order.
using Record = std::vector<std::pair<std::string, Value>>;

// The value of that name, or null if the record has none; the first one if it has several.
const Value* find(const Record& record, std::string_view name);
// The same for a name that must be there; throws std::out_of_range otherwise.
const Value& value_at(const Record& record, std::string_view name);

// The value as a user would type it; null is the empty text.
std::string to_text(const Value& value);

namespace detail {

// The shortest text that reads back as the same number and shows that it is not an integer: "10.0", "0.1".
std::string real_text(double number);

}  // namespace detail

}  // namespace tamis
