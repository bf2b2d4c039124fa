// The pieces that JSON documents are made of. Private to this room: it is not installed.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tamis/core/error.hpp"
#include "tamis/core/fields.hpp"
#include "tamis/core/selection.hpp"
#include "tamis/pipeline/run_head.hpp"

namespace tamis::json {

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

inline Json to_object(const Objective& objective) {
    return {{"name", objective.name}, {"trace", list(objective.trace)}, {"value", number(objective.value)}};
}

inline Json record_or_null(const Record& record) {
    return record.empty() ? Json(nullptr) : to_object(record);
}

// The entry "data" of a run.
inline Json data_object(const RunHead& run) {
    return {{"name", run.data_name},
            {"samples", run.samples},
            {"features", run.features},
            {"classes", run.classes ? Json(*run.classes) : Json(nullptr)},
            {"sparse", run.sparse},
            {"hash", run.data_hash},
            {"feature_names", list_or_null(run.feature_names)},
            {"options", to_object(run.data_options)}};
}

// What a saved document has to be.
struct DocumentKind {
    std::string schema;
    std::string name;    // "saved selection"
    std::string remedy;  // what to do where it is not
};

// Calls read(document) on a checked document; what is absent or of the wrong type becomes an Error that names
// `source`, the file.
template <class Document, class Read>
auto read_document(const std::string& text, const std::string& source, const DocumentKind& kind, Read read) {
    const std::string trouble = source + " is not a " + kind.name + ": ";
    try {
        const Document document = Document::parse(text);
        const std::string found = document.is_object() ? document.value("schema", "") : "";
        if (found != kind.schema)
            throw Error(trouble + "its schema is '" + found + "', not '" + kind.schema + "'; " + kind.remedy);
        return read(document);
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

}  // namespace tamis::json
