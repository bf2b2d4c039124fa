// Settings worth trying, read from the descriptions of the options, so that a new option is tried by itself.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tamis/core/options/fields.hpp"

namespace tamis::testing {

using namespace detail;

// What stands for an end that a range does not have, or does not include.
enum class Ends {
    usual,    // numbers that a user might choose: 0.0001, 10000, 12 if only whole numbers go
    extreme,  // the last number of the type
};

inline std::string text_of(const Record& options) {
    std::string text;
    for (const auto& [name, value] : options) text += (text.empty() ? "" : " ") + name + "=" + to_text(value);
    return text;
}

// Both ends of the range of a number.
inline std::vector<Value> range_ends(const FieldInfo& field, Ends ends) {
    const Range& range = field.range;
    const bool usual = ends == Ends::usual;
    if (field.kind == FieldKind::integer) {
        const Index far = usual ? 12 : std::numeric_limits<Index>::max();
        const Index low = std::isinf(range.low) ? -far : static_cast<Index>(range.low) + range.low_open;
        return {low, std::isinf(range.high) ? far : static_cast<Index>(range.high)};
    }
    const double far = usual ? 1e4 : std::numeric_limits<double>::max();
    const double near = usual ? 1e-4 : std::numeric_limits<double>::denorm_min();
    const double low = std::isinf(range.low) ? -far : range.low + (range.low_open ? near : 0.0);
    return {low, std::isinf(range.high) ? far : range.high};
}

// Every value to try of one option, without its default.
inline std::vector<Value> values_to_try(const FieldInfo& field) {
    std::vector<Value> values;
    if (field.kind == FieldKind::boolean)
        values = {true, false};
    else if (field.kind == FieldKind::choice)
        values.assign(field.choices.begin(), field.choices.end());
    else
        values = range_ends(field, Ends::usual);
    if (!field.keyword.empty()) values.emplace_back(field.keyword);
    std::erase(values, field.fallback);
    return values;
}

// Every option at each of its values, one at a time.
inline std::vector<Record> single_options(const std::vector<FieldInfo>& fields) {
    std::vector<Record> sweep;
    for (const FieldInfo& field : fields)
        for (const Value& value : values_to_try(field)) sweep.push_back({{field.name, value}});
    return sweep;
}

// A search for the exact optimum would go on for long, and a short time limit would end it anywhere: such
// settings get few nodes, and no time limit of less than a second.
inline void keep_short(std::vector<Record>& sweep) {
    const auto is_exact = [](const Record& options) {
        const Value* solver = find(options, "solver");
        return solver != nullptr && *solver == Value(std::string("exact"));
    };
    std::erase_if(sweep, [&](const Record& options) {
        const Value* limit = find(options, "time_limit");
        return is_exact(options) && limit != nullptr && std::holds_alternative<double>(*limit) &&
               std::get<double>(*limit) < 1.0;
    });
    for (Record& options : sweep)
        if (is_exact(options) && find(options, "max_nodes") == nullptr)
            options.emplace_back("max_nodes", Index{100});
}

// The defaults; every option at each of its values; every two options of which one is a choice.
inline std::vector<Record> option_sweep(const std::vector<FieldInfo>& fields) {
    std::vector<Record> sweep = single_options(fields);
    sweep.insert(sweep.begin(), Record{});
    for (std::size_t a = 0; a < fields.size(); ++a)
        for (std::size_t b = a + 1; b < fields.size(); ++b) {
            if (fields[a].kind != FieldKind::choice && fields[b].kind != FieldKind::choice) continue;
            for (const Value& one : values_to_try(fields[a]))
                for (const Value& other : values_to_try(fields[b]))
                    sweep.push_back({{fields[a].name, one}, {fields[b].name, other}});
        }
    keep_short(sweep);
    return sweep;
}

// Every number at the last values that its range and its type allow, alone and with every choice of another
// option.
inline std::vector<Record> extreme_options(const std::vector<FieldInfo>& fields) {
    std::vector<Record> sweep;
    for (const FieldInfo& number : fields) {
        if (number.kind != FieldKind::integer && number.kind != FieldKind::real) continue;
        for (const Value& value : range_ends(number, Ends::extreme)) {
            sweep.push_back({{number.name, value}});
            for (const FieldInfo& other : fields) {
                if (other.kind != FieldKind::choice) continue;
                for (const Value& choice : values_to_try(other))
                    sweep.push_back({{number.name, value}, {other.name, choice}});
            }
        }
    }
    return sweep;
}

}  // namespace tamis::testing
