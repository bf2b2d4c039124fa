#include "tamis/pipeline/shared_options.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

const FieldInfo* field_called(const std::vector<FieldInfo>& fields, const std::string& name) {
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const FieldInfo& field) { return field.name == name; });
    return found == fields.end() ? nullptr : &*found;
}

bool means_the_same(const Method& method, const std::string& name) {
    if (possible_needs(method).graph) return false;
    const std::vector<FieldInfo> graph_fields = GraphOptions::fields().describe();
    const FieldInfo* own = field_called(method.fields, name);
    const FieldInfo* graph = field_called(graph_fields, name);
    return own != nullptr && graph != nullptr && own->kind == graph->kind && own->choices == graph->choices;
}

}  // namespace

SharedOptions share_options(const Method& method, Record own, const Record& graph) {
    SharedOptions shared{std::move(own), {}};
    for (const auto& setting : graph) {
        if (!means_the_same(method, setting.first))
            shared.graph.push_back(setting);
        else if (find(shared.method, setting.first) == nullptr)
            shared.method.push_back(setting);
    }
    return shared;
}

void refuse_contradiction(const Method& method, const Record& own, const Record& graph) {
    for (const auto& [name, value] : graph) {
        if (!means_the_same(method, name)) continue;
        const Value* given = find(own, name);
        if (given != nullptr && to_text(*given) != to_text(value))
            throw UsageError(method.about.name + " has one number of " + name + ", and two were given",
                             "leave out " + graph_option(name, to_text(value)) + " or " +
                                 method_option(name, to_text(*given)));
    }
}

}  // namespace tamis::detail
