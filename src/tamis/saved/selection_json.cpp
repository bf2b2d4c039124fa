#include "tamis/saved/selection_json.hpp"

#include "tamis/core/version.hpp"
#include "tamis/saved/json_values.hpp"

namespace tamis {

namespace {

using json::compact;
using json::Json;
using json::list;
using json::list_or_null;
using json::number;
using json::to_lines;
using json::to_object;

// A graph option by name; null for a graph that the user brought along.
Json graph_option(const GraphSummary& graph, const std::string& name) {
    for (const auto& [option, value] : graph.options)
        if (option == name) return to_object(value);
    return nullptr;
}

Json to_object(const GraphSummary& graph) {
    const Json weights = graph_option(graph, "weights");
    const bool heat = weights == "heat" || graph.bandwidth > 0.0;
    Json object = {{"neighbors", graph_option(graph, "neighbors")},
                   {"weights", weights},
                   {"bandwidth", heat ? number(graph.bandwidth) : Json(nullptr)},
                   {"symmetry", graph_option(graph, "symmetry")},
                   {"edges", graph.health.edges},
                   {"components", graph.health.components},
                   {"isolated", graph.health.isolated},
                   {"hash", graph.hash},
                   {"metric", graph_option(graph, "metric")},
                   {"self_loops", graph_option(graph, "self_loops")},
                   {"knn", graph_option(graph, "knn")},
                   {"same_class", graph_option(graph, "same_class")}};
    if (graph.between_edges)
        object["between"] = {{"edges", *graph.between_edges}, {"hash", graph.between_hash}};
    return object;
}

Json to_object(const std::vector<PathStep>& path) {
    Json steps = Json::array();
    for (const PathStep& step : path)
        steps.push_back({{"k", step.k},
                         {"value", number(step.value)},
                         {"selected", list(step.selected)},
                         {"nested", step.nested}});
    return steps;
}

Json to_object(const Method& method) {
    const Needs needs = method.needs({}), possible = possible_needs(method);
    Json options = Json::array();
    for (const FieldInfo& field : method.fields) options.push_back(to_object(field));
    return {{"name", method.about.name},
            {"title", method.about.title},
            {"citation", method.about.citation},
            {"needs", {{"labels", needs.labels}, {"graph", needs.graph}}},
            {"can_use", {{"labels", possible.labels}, {"graph", possible.graph}}},
            {"nested", method.nested({})},
            {"options", options},
            {"graph_defaults",
             possible.graph ? to_object(GraphOptions::fields().values(method.about.graph)) : Json(nullptr)}};
}

Json to_object(const Projector& projector) {
    Json options = Json::array();
    for (const FieldInfo& field : projector.fields) options.push_back(to_object(field));
    return {{"name", projector.about.name},
            {"title", projector.about.title},
            {"citation", projector.about.citation},
            {"needs", {{"labels", projector.needs_labels}}},
            {"below_classes", projector.about.below_classes},
            {"options", options}};
}

}  // namespace

std::string json_text(const Value& value) { return compact(to_object(value)); }
std::string json_text(const Record& record) { return compact(to_object(record)); }

std::string to_json(const SelectRun& run, double load_seconds) {
    const Selection& selection = run.selection;
    Json params = to_object(run.params);
    if (run.scale != Scaling::none) params["scale"] = to_text(run.scale);
    Json document = {
        {"schema", "tamis.selection/1"},
        {"method", run.method},
        {"params", params},
        {"seed", run.seed},
        {"version", version()},
        {"data", json::data_object(run)},
        {"graph", run.graph ? to_object(*run.graph) : Json(nullptr)},
        {"selected", list(selection.selected)},
        {"scores", list_or_null(selection.scores)},
        {"raw_scores", list_or_null(selection.raw_scores)},
        {"raw_direction", selection.raw_direction ? Json(to_text(*selection.raw_direction)) : Json(nullptr)},
        {"objective", to_object(selection.objective)},
        {"certificate", json::record_or_null(selection.certificate)},
        {"stop", to_text(selection.stop)},
        {"iterations", selection.iterations},
        {"seconds",
         {{"load", number(load_seconds)},
          {"graph", number(run.graph_seconds)},
          {"method", number(run.method_seconds)},
          {"total", number(load_seconds + run.total_seconds)}}}};
    if (!selection.path.empty()) document["path"] = to_object(selection.path);
    return to_lines(document);
}

std::string to_json(const DataInfo& info) {
    const auto counts = [](const std::vector<std::pair<std::string, Index>>& pairs, const char* count_name) {
        Json array = Json::array();
        for (const auto& [name, count] : pairs) array.push_back({{"name", name}, {count_name, count}});
        return array;
    };
    return to_lines(
        {{"schema", "tamis.info/1"},
         {"name", info.name},
         {"samples", info.samples},
         {"features", info.features},
         {"feature_names", info.named_features},
         {"sparse", info.sparse},
         {"density", number(info.density)},
         {"label", info.label.empty() ? Json(nullptr) : Json(info.label)},
         {"label_column", info.label_column ? Json(*info.label_column) : Json(nullptr)},
         {"classes", info.labeled ? counts(info.classes, "samples") : Json(nullptr)},
         {"unlabeled", info.unlabeled},
         {"missing",
          {{"cells", info.missing_cells}, {"rows", info.missing_rows}, {"features", info.missing_features}}},
         {"infinite", info.infinite_cells},
         {"constant", list(info.constant)},
         {"categories", counts(info.categories, "values")},
         {"duplicates", info.duplicates},
         {"range", {number(info.smallest), number(info.largest)}}});
}

std::string to_json(const GraphSummary& graph, const std::string& data_name, Index samples) {
    Json document = {{"schema", "tamis.graph/1"}, {"data", data_name}, {"samples", samples}};
    document.update(to_object(graph));
    const GraphHealth& health = graph.health;
    document["largest_component"] = health.largest_component;
    document["duplicates"] = health.duplicates;
    document["degree"] = {{"smallest", number(health.smallest_degree)},
                          {"mean", number(health.mean_degree)},
                          {"largest", number(health.largest_degree)}};
    document["weight"] = {{"smallest", number(health.smallest_weight)},
                          {"largest", number(health.largest_weight)}};
    document["remarks"] = list(health.remarks);
    return to_lines(document);
}

std::string to_json(const std::vector<Method>& methods, const std::vector<Projector>& projectors) {
    Json all = Json::array();
    for (const Method& method : methods) all.push_back(to_object(method));
    Json subspaces = Json::array();
    for (const Projector& projector : projectors) subspaces.push_back(to_object(projector));
    Json graph_options = Json::array();
    for (const FieldInfo& field : GraphOptions::fields().describe())
        graph_options.push_back(to_object(field));
    return to_lines({{"schema", "tamis.methods/1"},
                     {"version", version()},
                     {"methods", all},
                     {"projectors", subspaces},
                     {"graph_options", graph_options}});
}

std::string written_json(const std::string& schema, const std::string& output, const Dataset& data) {
    return to_lines({{"schema", schema},
                     {"output", output},
                     {"samples", data.samples()},
                     {"features", data.features()},
                     {"classes", data.labels.empty() ? Json(nullptr) : Json(data.labels.classes())},
                     {"sparse", data.x.is_sparse()},
                     {"feature_names", list_or_null(data.feature_names)}});
}

std::string demo_json(const std::vector<std::string>& selections, const std::string& comparison) {
    Json all = Json::array();
    for (const std::string& selection : selections) all.push_back(Json::parse(selection));
    return to_lines({{"schema", "tamis.demo/1"},
                     {"version", version()},
                     {"selections", all},
                     {"comparison", Json::parse(comparison)}});
}

}  // namespace tamis
