// The options of a method as an estimate reads them.
#pragma once

#include <string>

#include "tamis/core/options/value.hpp"

namespace tamis::detail {

struct ChosenOptions {
    const Record& options;

    double number(const std::string& name, double otherwise) const {
        const Value* value = find(options, name);
        if (value == nullptr) return otherwise;
        if (const auto* real = std::get_if<double>(value)) return *real;
        if (const auto* whole = std::get_if<Index>(value)) return static_cast<double>(*whole);
        return otherwise;
    }
    bool is(const std::string& name, const std::string& text) const {
        const Value* value = find(options, name);
        return value != nullptr && to_text(*value) == text;
    }
};

}  // namespace tamis::detail
