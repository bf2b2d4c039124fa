#include "tamis/report/saved.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "tamis/core/error.hpp"
#include "tamis/core/names.hpp"

namespace tamis {

namespace {

constexpr const char* schema = "tamis.selection/1";

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
                        "', which " + saved.source + " selects: give them different names");
        columns.push_back(found->second);
    }
    if (!absent.empty()) {
        const std::size_t total = absent.size();
        absent.resize(std::min<std::size_t>(total, 5));
        throw Error(data.name + " lacks " + std::to_string(total) + " of the " +
                    std::to_string(saved.selected.size()) + " features that " + saved.source +
                    " selects: " + joined(absent) + (total > absent.size() ? ", …" : ""));
    }
    return columns;
}

}  // namespace

SavedSelection parse_selection(const std::string& text, const std::string& source) {
    using Json = nlohmann::json;
    SavedSelection saved;
    saved.source = source;
    try {
        const Json document = Json::parse(text);
        const std::string found = document.is_object() ? document.value("schema", "") : "";
        if (found != schema)
            throw Error(source + " is not a saved selection: its schema is '" + found + "', not '" + schema +
                        "'; make one with 'tamis select DATA --method M -o FILE'");
        saved.method = document.at("method").get<std::string>();
        const Json& data = document.at("data");
        saved.features = data.at("features").get<Index>();
        if (const auto names = data.find("feature_names"); names != data.end() && !names->is_null())
            saved.feature_names = names->get<std::vector<std::string>>();
        saved.selected = document.at("selected").get<std::vector<Index>>();
    } catch (const Json::exception& error) {
        throw Error(source + " is not a saved selection: " + error.what());
    }
    check_selection(saved);
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
