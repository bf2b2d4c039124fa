#include "tamis/core/options/value.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <type_traits>

namespace tamis {

using namespace detail;

namespace {

// Shortest text that reads back as the same number.
std::string shortest(double number) {
    char buffer[32];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, number);
    return {buffer, result.ptr};
}

template <class Element>
std::string list_text(const std::vector<Element>& list) {
    std::string text;
    for (const Element& element : list) {
        if (!text.empty()) text += ',';
        text += to_text(Value(element));
    }
    return text;
}

}  // namespace

const Value* find(const Record& record, std::string_view name) {
    const auto found =
        std::find_if(record.begin(), record.end(), [&](const auto& entry) { return entry.first == name; });
    return found == record.end() ? nullptr : &found->second;
}

const Value& value_at(const Record& record, std::string_view name) {
    const Value* value = find(record, name);
    if (value == nullptr) throw std::out_of_range("no '" + std::string(name) + "' in the record");
    return *value;
}

std::string to_text(const Value& value) {
    return std::visit(
        [](const auto& held) -> std::string {
            using Held = std::remove_cvref_t<decltype(held)>;
            if constexpr (std::is_same_v<Held, std::nullptr_t>)
                return "";
            else if constexpr (std::is_same_v<Held, bool>)
                return held ? "true" : "false";
            else if constexpr (std::is_same_v<Held, Index>)
                return std::to_string(held);
            else if constexpr (std::is_same_v<Held, double>)
                return shortest(held);
            else if constexpr (std::is_same_v<Held, std::string>)
                return held;
            else
                return list_text(held);
        },
        value);
}

std::string detail::real_text(double number) {
    std::string text = shortest(number);
    if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
    return text;
}

}  // namespace tamis
