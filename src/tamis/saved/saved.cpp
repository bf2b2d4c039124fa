#include "tamis/saved/saved.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/saved/json_visitors.hpp"
#include "tamis/saved/run_document.hpp"

namespace tamis::detail {

namespace {

const json::DocumentKind& selection_document() {
    static const json::DocumentKind kind = {document::selection_schema, "saved selection",
                                            "give the JSON document that a selection was saved to"};
    return kind;
}

const json::DocumentKind& projection_document() {
    static const json::DocumentKind kind = {document::projection_schema, "saved projection",
                                            "give the JSON document that a projection was saved to"};
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
        const std::string& name = saved.feature_names[at(column)];
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

using json::Json;

// All that a reader cannot do without; at() throws and names the first one that is missing.
void require_entries(const Json& document, std::initializer_list<const char*> names) {
    for (const char* name : names) document.at(name);
    document.at("data").at("features");
}

SelectRun read_selection_run(const Json& document) {
    SelectRun run;
    double load_seconds = 0.0;
    json::Reader reader(document);
    document::describe_selection(reader, run, load_seconds);
    return run;
}

// All but the selected features.
SavedSelection features_of(const RunHead& run, const std::string& source) {
    SavedSelection saved;
    saved.source = source;
    saved.method = run.method;
    saved.features = run.features;
    saved.feature_names = run.feature_names;
    saved.data_options = run.data_options;
    return saved;
}

// The matrices lie next to the document: a path could lead anywhere. They may be absent.
void require_name(const std::string& matrices) {
    const bool plain = matrices.find_first_of(std::string_view("/\\\0", 3)) == std::string::npos &&
                       matrices != "." && matrices != "..";
    if (!plain)
        throw json::WrongKind{"'matrices' must be the name of a file in the same folder, not '" + matrices +
                              "'"};
}

// The values that are there; null stands for the default.
Record given(const Record& record) {
    Record values;
    for (const auto& [name, value] : record)
        if (!std::holds_alternative<std::nullptr_t>(value)) values.emplace_back(name, value);
    return values;
}

// Features that were chosen on half samples are no best k: the half samples have to be drawn again. Other
// rules find the number alone.
bool take_over_stability(const SelectRun& run, SelectRequest& request) {
    const std::optional<CountRule> rule = CountRule::parse(run.k_rule);
    if (!rule || rule->kind != CountRule::Kind::stable) return false;
    request.rule = rule;
    if (!run.trust.stability.empty()) {
        request.trust.stability = run.trust.stability.pairs;
        request.trust.stability_size = run.trust.stability.size;
    }
    return true;
}

}  // namespace

SelectRun parse_run(const std::string& text, const std::string& source) {
    return json::read_document<Json>(text, source, selection_document(), [](const Json& document) {
        require_entries(document, {"method", "params", "seed", "data", "graph", "selected"});
        return read_selection_run(document);
    });
}

SavedSelection parse_selection(const std::string& text, const std::string& source) {
    SavedSelection saved =
        json::read_document<Json>(text, source, selection_document(), [&](const Json& document) {
            require_entries(document, {"method", "data", "selected"});
            SelectRun run = read_selection_run(document);
            SavedSelection read = features_of(run, source);
            read.selected = std::move(run.selection.selected);
            return read;
        });
    check_selection(saved);
    return saved;
}

SavedRequest parse_request(const std::string& text, const std::string& source) {
    const SelectRun run = parse_run(text, source);
    SavedRequest saved{.request = {.method = configure(run.method, given(run.params)),
                                   .k = static_cast<Index>(run.selection.selected.size()),
                                   .fixed = run.fixed,
                                   .scale = run.scale,
                                   .hash_data = true},
                       .seed = run.seed,
                       .data_options = run.data_options,
                       .parts = run.parts,
                       .shards = {run.shards, run.shards_of_rows}};
    const bool stable = take_over_stability(run, saved.request);
    if (!run.graph) return saved;
    saved.own_graph = run.graph->options.empty();
    saved.own_between = run.graph->between_edges.has_value();
    if (saved.own_graph) return saved;
    Record options = given(run.graph->options);
    // Graphs of half samples have bandwidths of their own.
    const Value* weights = find(options, "weights");
    if (!stable && weights != nullptr && to_text(*weights) == "heat")
        options.emplace_back("bandwidth", run.graph->bandwidth);
    saved.request.graph_options = with_graph_options(saved.request.method.about().graph, options);
    return saved;
}

bool is_projection(const std::string& text) {
    if (json::is_nested_too_deep(text)) return false;
    const Json document = Json::parse(text, nullptr, false);
    return document.is_object() && document.contains("schema") &&
           document["schema"] == projection_document().schema;
}

SavedProjection parse_projection(const std::string& text, const std::string& source) {
    SavedProjection saved = json::read_document<
        Json>(text, source, projection_document(), [&](const Json& document) {
        require_entries(document, {"method", "params", "seed", "data", "dim", "feature_weights", "matrices"});
        ProjectRun run;
        json::Reader reader(document);
        document::describe_projection_head(reader, run);
        Index dim = 0;
        reader("dim", dim);
        SavedProjection read{.features = features_of(run, source),
                             .dim = dim,
                             .matrices = {},
                             .request = {.method = configure_projector(run.method, given(run.params)),
                                         .dim = dim,
                                         .pca = run.pca,
                                         .scale = run.scale,
                                         .hash_data = true},
                             .seed = run.seed,
                             .shards = {run.shards, run.shards_of_rows}};
        reader("matrices", read.matrices);
        require_name(read.matrices);
        // Nothing is made for features that the file does not hold a weight of.
        const Json& weights = document.at("feature_weights");
        if (!weights.is_array() || static_cast<Index>(weights.size()) != run.features)
            throw json::WrongKind{"'feature_weights' has not one number for each of the " +
                                  std::to_string(run.features) + " features"};
        read.features.uses = "projects";
        read.features.selected.resize(at(std::max<Index>(0, run.features)));
        std::iota(read.features.selected.begin(), read.features.selected.end(), Index{0});
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

}  // namespace tamis::detail
