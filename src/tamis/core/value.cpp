#include "tamis/core/value.hpp"

#include <charconv>
#include <type_traits>

namespace tamis {

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

}  // namespace tamis
