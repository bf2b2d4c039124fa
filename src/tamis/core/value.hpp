// Small typed values for option settings and certificates: what ends up in JSON, as plain data.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

using Value =
    std::variant<std::nullptr_t, bool, Index, double, std::string, std::vector<Index>, std::vector<double>>;

// Named values in a stated order.
using Record = std::vector<std::pair<std::string, Value>>;

// The value as a user would type it; null is the empty text.
std::string to_text(const Value& value);

}  // namespace tamis
