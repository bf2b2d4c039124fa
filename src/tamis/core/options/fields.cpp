#include "tamis/core/options/fields.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"

namespace tamis {

using namespace detail;

namespace {

std::string number_text(double value) { return to_text(Value(value)); }

// "an integer >= 1", "a number > 0 or 'auto'", "true or false", "one of l1, squared"
std::string wanted(const FieldInfo& field) {
    switch (field.kind) {
        case FieldKind::boolean:
            return "true or false";
        case FieldKind::choice:
            return "one of " + joined(field.choices);
        case FieldKind::integer:
        case FieldKind::real:
            break;
    }
    std::string text = field.kind == FieldKind::integer ? "an integer" : "a number";
    if (!field.range.text().empty()) text += " " + field.range.text();
    if (!field.keyword.empty()) text += " or '" + field.keyword + "'";
    return text;
}

[[noreturn]] void refuse(const FieldInfo& field, std::string_view text) {
    Message message = OptionMention{field.owner, field.name, ""};
    message += " takes " + wanted(field) + ", not '" + std::string(text) + "'";
    if (field.kind == FieldKind::choice) message += suggestion(text, field.choices);
    throw UsageError(message);
}

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace

std::string to_text(FieldKind kind) {
    switch (kind) {
        case FieldKind::integer:
            return "integer";
        case FieldKind::real:
            return "real";
        case FieldKind::boolean:
            return "boolean";
        case FieldKind::choice:
            return "choice";
    }
    return "";
}

std::string Range::text() const {
    if (std::isinf(low) && std::isinf(high)) return "";
    if (std::isinf(high)) return (low_open ? "> " : ">= ") + number_text(low);
    if (std::isinf(low)) return "<= " + number_text(high);
    return (low_open ? "above " : "") + number_text(low) + " to " + number_text(high);
}

void detail::check_field(const FieldInfo& field, const Value& value) {
    if (!field.keyword.empty() && value == Value(field.keyword)) return;
    bool good = true;
    if (const auto* integer = std::get_if<Index>(&value)) {
        good = field.range.contains(static_cast<double>(*integer));
    } else if (const auto* real = std::get_if<double>(&value)) {
        good = std::isfinite(*real) && field.range.contains(*real);
    } else {
        good = !std::holds_alternative<std::nullptr_t>(value);  // an enum value without a name
    }
    if (!good) refuse(field, to_text(value));
}

Value detail::parse_field(const FieldInfo& field, std::string_view text) {
    Value value = nullptr;
    if (!field.keyword.empty() && (text == field.keyword || text.empty())) return field.keyword;
    switch (field.kind) {
        case FieldKind::integer:
            if (const auto number = parse_number<Index>(text)) value = *number;
            break;
        case FieldKind::real:
            if (const auto number = parse_number<double>(text)) value = *number;
            break;
        case FieldKind::boolean:
            if (text == "true" || text == "1" || text == "yes") value = true;
            if (text == "false" || text == "0" || text == "no") value = false;
            break;
        case FieldKind::choice:
            if (std::find(field.choices.begin(), field.choices.end(), text) != field.choices.end())
                value = std::string(text);
            break;
    }
    if (std::holds_alternative<std::nullptr_t>(value)) refuse(field, text);
    check_field(field, value);
    return value;
}

Value detail::field_value(const FieldInfo& field, const Value& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return parse_field(field, *text);
    if (std::holds_alternative<std::nullptr_t>(value)) return parse_field(field, "");
    Value taken = nullptr;
    switch (field.kind) {
        case FieldKind::integer:
            if (std::holds_alternative<Index>(value)) taken = value;
            break;
        case FieldKind::real:
            if (std::holds_alternative<double>(value)) taken = value;
            if (const auto* whole = std::get_if<Index>(&value)) taken = static_cast<double>(*whole);
            break;
        case FieldKind::boolean:
            if (std::holds_alternative<bool>(value)) taken = value;
            if (const auto* whole = std::get_if<Index>(&value);
                whole != nullptr && (*whole == 0 || *whole == 1))
                taken = *whole == 1;
            break;
        case FieldKind::choice:
            break;
    }
    if (std::holds_alternative<std::nullptr_t>(taken)) {
        const auto* number = std::get_if<double>(&value);
        refuse(field, number != nullptr ? real_text(*number) : to_text(value));
    }
    check_field(field, taken);
    return taken;
}

Record detail::as_values(const Settings& settings) {
    Record values;
    for (const auto& [name, text] : settings) values.emplace_back(name, text);
    return values;
}

void detail::throw_unknown_field(std::string_view name, const std::vector<std::string>& known) {
    if (known.empty())
        throw UsageError("unknown option '" + std::string(name) + "': this method has no options of its own");
    throw UsageError(unknown_name("option", name, known));
}

}  // namespace tamis
