// The pieces that JSON documents are made of. Private to this folder: it is not installed.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tamis/core/error.hpp"
#include "tamis/core/options/fields.hpp"

namespace tamis::detail::json {

using Json = nlohmann::ordered_json;

// On one line. Names that are not UTF-8 get replacement characters rather than an exception.
inline std::string compact(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// One line per top-level entry: readable, and long lists stay on one line.
inline std::string to_lines(const Json& document) {
    std::string text = "{";
    for (const auto& [key, value] : document.items())
        text += (text.size() > 1 ? ",\n  " : "\n  ") + compact(key) + ": " + compact(value);
    return text + "\n}\n";
}

inline Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

template <class Element>
Json list(const std::vector<Element>& elements) {
    Json array = Json::array();
    for (const Element& element : elements)
        if constexpr (std::is_same_v<Element, double>)
            array.push_back(number(element));
        else
            array.push_back(element);
    return array;
}

template <class Element>
Json list_or_null(const std::vector<Element>& elements) {
    return elements.empty() ? Json(nullptr) : list(elements);
}

inline Json to_object(const Value& value) {
    return std::visit(
        [](const auto& held) -> Json {
            using Held = std::remove_cvref_t<decltype(held)>;
            if constexpr (std::is_same_v<Held, double>)
                return number(held);
            else if constexpr (std::is_same_v<Held, std::vector<double>> ||
                               std::is_same_v<Held, std::vector<Index>>)
                return list(held);
            else
                return held;
        },
        value);
}

inline Json to_object(const Record& record) {
    Json object = Json::object();
    for (const auto& [name, value] : record) object[name] = to_object(value);
    return object;
}

inline Json to_object(const Settings& settings) {
    Json object = Json::object();
    for (const auto& [name, text] : settings) object[name] = text;
    return object;
}

// Numbers of a list; what was not finite and is null in JSON is NaN.
inline std::vector<double> numbers_of(const Json& json) {
    std::vector<double> numbers;
    for (const Json& element : json)
        numbers.push_back(element.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                            : element.get<double>());
    return numbers;
}

// An entry that is not what its place needs.
struct WrongKind {
    std::string what;
};

// No document of ours is nested deeper than this, and the library works through a document by recursion.
constexpr int deepest_nesting = 64;

inline bool is_nested_too_deep(const std::string& text) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') quoted = !quoted;
        if (quoted && c == '\\') ++i;  // what it escapes may be a quote
        if (quoted) continue;
        if (c == '[' || c == '{') ++depth;
        if (c == ']' || c == '}') --depth;
        if (depth > deepest_nesting) return true;
    }
    return false;
}

// The document in a text. Throws Json::parse_error, or WrongKind if it is nested too deep.
template <class Document = Json>
Document parse_text(const std::string& text) {
    if (is_nested_too_deep(text))
        throw WrongKind{"it is nested deeper than " + std::to_string(deepest_nesting) + " levels"};
    return Document::parse(text);
}

// Back from JSON: a single value or a list of numbers.
inline Value value_of(const Json& json) {
    if (json.is_object()) throw WrongKind{"it has an object where a value belongs"};
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_number_integer()) return json.get<Index>();
    if (json.is_number()) return json.get<double>();
    if (json.is_string()) return json.get<std::string>();
    if (!json.is_array()) return nullptr;
    const bool whole =
        std::all_of(json.begin(), json.end(), [](const Json& one) { return one.is_number_integer(); });
    return whole ? Value(json.get<std::vector<Index>>()) : Value(numbers_of(json));
}

inline Record record_of(const Json& json) {
    Record record;
    if (!json.is_object()) throw WrongKind{"it has a value where an object belongs"};
    for (const auto& [name, value] : json.items()) record.emplace_back(name, value_of(value));
    return record;
}

inline Settings settings_of(const Json& json) {
    Settings settings;
    for (const auto& [name, value] : json.items()) settings.emplace_back(name, value.get<std::string>());
    return settings;
}

// What a saved document has to be.
struct DocumentKind {
    std::string schema;
    std::string name;    // "saved selection"
    std::string remedy;  // what to do if it is not
};

// Calls read(document) on a checked document; what is absent or of the wrong type becomes an Error that names
// `source`, the file.
template <class Document, class Read>
auto read_document(const std::string& text, const std::string& source, const DocumentKind& kind, Read read) {
    const std::string trouble = source + " is not a " + kind.name + ": ";
    try {
        const auto document = parse_text<Document>(text);
        const std::string found = document.is_object() ? document.value("schema", "") : "";
        if (found != kind.schema)
            throw Error(trouble + "its schema is '" + found + "', not '" + kind.schema + "'; " + kind.remedy);
        return read(document);
    } catch (const WrongKind& wrong) {
        throw Error(trouble + wrong.what + "; " + kind.remedy);
    } catch (const Json::parse_error& error) {
        throw Error(trouble + "it is not a complete JSON document (wrong from byte " +
                    std::to_string(error.byte) + " on), perhaps cut off or changed by hand; " + kind.remedy);
    } catch (const Json::out_of_range& error) {
        // The library's words are "… key 'data' not found".
        const std::string words = error.what();
        const std::size_t open = words.find('\''), close = words.find('\'', open + 1);
        const std::string entry =
            close == std::string::npos ? "an entry" : words.substr(open, close - open + 1);
        throw Error(trouble + entry + " is missing; " + kind.remedy);
    } catch (const Json::exception&) {
        throw Error(trouble + "an entry is of the wrong kind; " + kind.remedy);
    }
}

inline Json to_object(const FieldInfo& field) {
    Json object = {{"name", field.name},
                   {"help", field.help},
                   {"type", to_text(field.kind)},
                   {"default", to_object(field.fallback)}};
    if (!field.range.text().empty()) object["range"] = field.range.text();
    if (!field.choices.empty()) object["choices"] = field.choices;
    if (!field.keyword.empty()) object["keyword"] = field.keyword;
    return object;
}

}  // namespace tamis::detail::json
