#include "tamis/saved/saved.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <unordered_map>

#include "tamis/core/error.hpp"
#include "tamis/core/names.hpp"
#include "tamis/saved/json_values.hpp"

namespace tamis {

namespace {

const json::DocumentKind& selection_document() {
    static const json::DocumentKind kind = {"tamis.selection/1", "saved selection",
                                            "make one with 'tamis select DATA --method M -o FILE'"};
    return kind;
}

const json::DocumentKind& projection_document() {
    static const json::DocumentKind kind = {"tamis.projection/1", "saved projection",
                                            "make one with 'tamis project DATA --method M -o FILE'"};
    return kind;
}

void check_selection(const SavedSelection& saved) {
    if (saved.selected.empty()) throw Error(saved.source + ": the selection is empty");
    if (!saved.feature_names.empty() && static_cast<Index>(saved.feature_names.size()) != saved.features)
        throw Error(saved.source + ": " + std::to_string(saved.feature_names.size()) + " feature names for " +
                    std::to_string(saved.features) + " features");
    for (const Index column : saved.selected)
        if (column < 0 || column >= saved.features)
            throw Error(saved.source + ": selected feature " + std::to_string(column) + " is not among the " +
                        std::to_string(saved.features) + " features");
}

std::vector<Index> match_by_name(const SavedSelection& saved, const Dataset& data) {
    std::unordered_map<std::string, Index> place, uses;
    for (std::size_t j = 0; j < data.feature_names.size(); ++j) {
        place.emplace(data.feature_names[j], static_cast<Index>(j));
        ++uses[data.feature_names[j]];
    }
    std::vector<Index> columns;
    std::vector<std::string> absent;
    for (const Index column : saved.selected) {
        const std::string& name = saved.feature_names[static_cast<std::size_t>(column)];
        const auto found = place.find(name);
        if (found == place.end()) {
            absent.push_back("'" + name + "'");
            continue;
        }
        if (uses[name] > 1)
            throw Error(data.name + " has " + std::to_string(uses[name]) + " columns called '" + name +
                        "', which " + saved.source + " " + saved.uses + ": give them different names");
        columns.push_back(found->second);
    }
    if (!absent.empty()) {
        const std::size_t total = absent.size();
        absent.resize(std::min<std::size_t>(total, 5));
        throw Error(data.name + " lacks " + std::to_string(total) + " of the " +
                    std::to_string(saved.selected.size()) + " features that " + saved.source + " " +
                    saved.uses + ": " + joined(absent) + (total > absent.size() ? ", …" : ""));
    }
    return columns;
}

}  // namespace

namespace {

using Json = nlohmann::json;

// A JSON value as the text that --set and the graph flags take.
std::string setting_text(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

Settings read_data_options(const Json& document) {
    Settings options;
    const Json& data = document.at("data");
    // Files of earlier versions do not have them.
    if (const auto saved = data.find("options"); saved != data.end())
        for (const auto& [name, value] : saved->items()) options.emplace_back(name, value.get<std::string>());
    return options;
}

// All but the selected features.
SavedSelection read_data(const Json& document, const std::string& source) {
    SavedSelection read;
    read.source = source;
    read.method = document.at("method").get<std::string>();
    const Json& data = document.at("data");
    read.features = data.at("features").get<Index>();
    if (const auto names = data.find("feature_names"); names != data.end() && !names->is_null())
        read.feature_names = names->get<std::vector<std::string>>();
    read.data_options = read_data_options(document);
    return read;
}

}  // namespace

SavedSelection parse_selection(const std::string& text, const std::string& source) {
    const SavedSelection saved =
        json::read_document<Json>(text, source, selection_document(), [&](const Json& document) {
            SavedSelection read = read_data(document, source);
            read.selected = document.at("selected").get<std::vector<Index>>();
            return read;
        });
    check_selection(saved);
    return saved;
}

SavedRequest parse_request(const std::string& text, const std::string& source) {
    return json::read_document<Json>(text, source, selection_document(), [](const Json& document) {
        SavedRequest saved;
        saved.request.method = document.at("method").get<std::string>();
        saved.request.k = std::to_string(document.at("selected").size());
        saved.seed = document.at("seed").get<std::uint64_t>();
        saved.data_options = read_data_options(document);
        for (const auto& [name, value] : document.at("params").items()) {
            if (name == "scale")
                saved.request.scale = parse_scaling(value.get<std::string>());
            else if (!value.is_null())
                saved.request.settings.emplace_back(name, setting_text(value));
        }
        const Json& graph = document.at("graph");
        if (graph.is_null()) return saved;
        saved.own_graph = graph.at("neighbors").is_null();
        saved.own_between = graph.contains("between");
        if (saved.own_graph) return saved;
        for (const FieldInfo& field : GraphOptions::fields().describe())
            if (const auto value = graph.find(field.name); value != graph.end() && !value->is_null())
                saved.request.graph_settings.emplace_back(field.name, setting_text(*value));
        return saved;
    });
}

bool is_projection(const std::string& text) {
    const Json document = Json::parse(text, nullptr, false);
    return document.is_object() && document.contains("schema") &&
           document["schema"] == projection_document().schema;
}

SavedProjection parse_projection(const std::string& text, const std::string& source) {
    const SavedProjection saved =
        json::read_document<Json>(text, source, projection_document(), [&](const Json& document) {
            SavedProjection read;
            read.features = read_data(document, source);
            read.features.uses = "projects";
            read.features.selected.resize(
                static_cast<std::size_t>(std::max<Index>(0, read.features.features)));
            std::iota(read.features.selected.begin(), read.features.selected.end(), Index{0});
            read.dim = document.at("dim").get<Index>();
            if (!document.at("matrices").is_null())
                read.matrices = document.at("matrices").get<std::string>();
            read.seed = document.at("seed").get<std::uint64_t>();
            read.request.method = read.features.method;
            read.request.dim = std::to_string(read.dim);
            for (const auto& [name, value] : document.at("params").items()) {
                if (name == "scale")
                    read.request.scale = parse_scaling(value.get<std::string>());
                else if (name == "pca")
                    read.request.pca = value.get<std::string>();
                else if (!value.is_null())
                    read.request.settings.emplace_back(name, setting_text(value));
            }
            return read;
        });
    check_selection(saved.features);
    return saved;
}

std::vector<Index> match_features(const SavedSelection& saved, const Dataset& data) {
    const bool by_name = !saved.feature_names.empty() && !data.feature_names.empty();
    if (by_name && saved.feature_names != data.feature_names) return match_by_name(saved, data);
    if (data.features() != saved.features)
        throw Error(data.name + " has " + std::to_string(data.features()) + " features, but " + saved.source +
                    " was made from " + std::to_string(saved.features) +
                    ": give data with the same columns, or names in both");
    return saved.selected;
}

}  // namespace tamis
