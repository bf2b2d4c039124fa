// The options of a configured method, as texts.
#pragma once

#include <string>

#include "tamis/methods/method.hpp"

namespace tamis::detail {

// The value of an option as a user would type it; "" if the method has no such option.
inline std::string setting(const ConfiguredMethod& method, const char* name) {
    const Record params = method.params();
    const Value* value = find(params, name);
    return value == nullptr ? "" : to_text(*value);
}

}  // namespace tamis::detail
