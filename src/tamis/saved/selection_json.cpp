#include "tamis/saved/selection_json.hpp"

#include "tamis/core/data_hash.hpp"
#include "tamis/core/version.hpp"
#include "tamis/saved/json_visitors.hpp"
#include "tamis/saved/run_document.hpp"

namespace tamis::detail {

namespace {

using json::compact;
using json::Json;
using json::list;
using json::list_or_null;
using json::number;
using json::to_lines;
using json::to_object;

Json reference_keys(const std::vector<Citation>& citations) {
    Json keys = Json::array();
    for (const Citation& citation : citations) keys.push_back(citation.key);
    return keys;
}

Json to_object(const Method& method) {
    const Needs needs = method.usual.needs(), possible = possible_needs(method);
    Json options = Json::array();
    for (const FieldInfo& field : method.fields) options.push_back(to_object(field));
    return {{"name", method.about.name},
            {"title", method.about.title},
            {"citation", citation_text(method.about.citation)},
            {"references", reference_keys(method.about.citation)},
            {"needs", {{"labels", needs.labels}, {"graph", needs.graph}}},
            {"can_use", {{"labels", possible.labels}, {"graph", possible.graph}}},
            {"nested", method.usual.nested()},
            {"options", options},
            {"graph_defaults",
             possible.graph ? to_object(GraphOptions::fields().values(method.about.graph)) : Json(nullptr)}};
}

Json to_object(const Projector& projector) {
    Json options = Json::array();
    for (const FieldInfo& field : projector.fields) options.push_back(to_object(field));
    return {{"name", projector.about.name},
            {"title", projector.about.title},
            {"citation", citation_text(projector.about.citation)},
            {"references", reference_keys(projector.about.citation)},
            {"needs", {{"labels", projector.usual.needs().labels}}},
            {"below_classes", projector.about.below_classes},
            {"options", options}};
}

}  // namespace

std::string json_text(const Value& value) { return compact(to_object(value)); }
std::string json_text(const Record& record) { return compact(to_object(record)); }

std::string json_text(const Exhibits& exhibits) {
    Json object;
    json::Writer writer(object);
    document::describe_exhibits(writer, exhibits);
    return compact(object);
}

std::string to_json(const SelectRun& run, double load_seconds) {
    Json document;
    json::Writer writer(document);
    document::describe_selection(writer, run, load_seconds);
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
         {"sample_names", info.named_samples},
         {"sparse", info.sparse},
         {"density", number(info.density)},
         {"label", info.label.empty() ? Json(nullptr) : Json(info.label)},
         {"label_column", info.label_column ? Json(*info.label_column) : Json(nullptr)},
         {"classes", info.labeled ? counts(info.classes, "samples") : Json(nullptr)},
         {"measured", info.measured},
         {"unlabeled", info.unlabeled},
         {"missing",
          {{"cells", info.missing_cells}, {"rows", info.missing_rows}, {"features", info.missing_features}}},
         {"infinite", info.infinite_cells},
         {"constant", list(info.constant)},
         {"categories", counts(info.categories, "values")},
         {"duplicates", info.duplicates},
         {"range", {number(info.smallest), number(info.largest)}},
         {"remarks", info.remarks}});
}

std::string to_json(const GraphSummary& graph, const std::string& data_name, Index samples,
                    std::vector<std::string> remarks) {
    Json document;
    json::Writer writer(document);
    writer.fixed("schema", "tamis.graph/1");
    writer("data", data_name);
    writer("samples", samples);
    document::describe_graph(writer, graph);
    const GraphHealth& health = graph.health;
    document["largest_component"] = health.largest_component;
    document["duplicates"] = health.duplicates;
    document["degree"] = {{"smallest", number(health.smallest_degree)},
                          {"mean", number(health.mean_degree)},
                          {"largest", number(health.largest_degree)}};
    document["weight"] = {{"smallest", number(health.smallest_weight)},
                          {"largest", number(health.largest_weight)}};
    remarks.insert(remarks.end(), health.remarks.begin(), health.remarks.end());
    document["remarks"] = remarks;
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
    Json papers = Json::array();
    for (const CitedPaper& paper : cited_papers())
        papers.push_back({{"key", paper.key}, {"reference", reference(paper)}, {"bibtex", bibtex(paper)}});
    return to_lines({{"schema", "tamis.methods/1"},
                     {"version", version()},
                     {"methods", all},
                     {"projectors", subspaces},
                     {"graph_options", graph_options},
                     {"papers", papers}});
}

std::string written_json(const std::string& schema, const std::string& output, const Dataset& data,
                         const std::vector<std::string>& remarks) {
    return to_lines({{"schema", schema},
                     {"output", output},
                     {"samples", data.samples()},
                     {"features", data.features()},
                     {"classes", data.labels.empty() ? Json(nullptr) : Json(data.labels.classes())},
                     {"sparse", data.x.is_sparse()},
                     {"feature_names", list_or_null(data.feature_names)},
                     {"remarks", remarks}});
}

std::string part_json(const std::string& output, const Part& part, const std::vector<std::string>& remarks) {
    Json classes = Json::array();
    for (std::size_t c = 0; c < part.moments.class_names.size(); ++c)
        classes.push_back({{"name", part.moments.class_names[c]}, {"samples", part.moments.class_counts[c]}});
    return to_lines({{"schema", "tamis.partial/1"},
                     {"version", version()},
                     {"output", output},
                     {"samples", part.moments.samples()},
                     {"features", part.features()},
                     {"classes", part.moments.labeled ? classes : Json(nullptr)},
                     {"unlabeled", part.moments.unlabeled},
                     {"sparse", part.sparse},
                     {"hash", hash_text(part.shard)},
                     {"feature_names", list_or_null(part.feature_names)},
                     {"remarks", remarks}});
}

std::string demo_json(const std::vector<std::string>& selections, const std::string& comparison) {
    Json all = Json::array();
    for (const std::string& selection : selections) all.push_back(Json::parse(selection));
    return to_lines({{"schema", "tamis.demo/1"},
                     {"version", version()},
                     {"selections", all},
                     {"comparison", Json::parse(comparison)}});
}

}  // namespace tamis::detail
