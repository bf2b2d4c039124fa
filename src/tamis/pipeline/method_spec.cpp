#include "tamis/pipeline/method_spec.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/core/names.hpp"
#include "tamis/methods/method.hpp"

namespace tamis {

namespace {

std::vector<std::string> split_at(const std::string& text, char mark) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(mark, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

bool has_field(const std::vector<FieldInfo>& fields, const std::string& name) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const FieldInfo& field) { return field.name == name; });
}

const Method& known_method(const std::string& name) {
    std::vector<std::string> known;
    for (const Method& method : methods()) {
        if (method.about.name == name) return method;
        known.push_back(method.about.name);
    }
    known.emplace_back("all");
    known.emplace_back("random");
    throw UsageError(unknown_name("method", name, known));
}

}  // namespace

std::vector<std::string> split_list(const std::string& text) {
    std::vector<std::string> parts = split_at(text, ',');
    for (std::string& part : parts) {
        part.erase(part.find_last_not_of(' ') + 1);
        part.erase(0, part.find_first_not_of(' '));
    }
    return parts;
}

MethodSpec parse_method_spec(const std::string& text) {
    const std::vector<std::string> parts = split_at(text, ':');
    MethodSpec spec{.label = text, .name = parts.front(), .settings = {}, .graph_settings = {}};
    if (spec.baseline()) {
        if (parts.size() > 1) throw UsageError("'" + spec.name + "' is a baseline and has no options");
        return spec;
    }
    const Method& method = known_method(spec.name);
    const std::vector<FieldInfo> graph_fields = GraphOptions::fields().describe();
    for (std::size_t p = 1; p < parts.size(); ++p) {
        const std::size_t equals = parts[p].find('=');
        if (equals == std::string::npos || equals == 0)
            throw UsageError("'" + text + "': options of a method are written " + spec.name +
                             ":name=value:name=value, and '" + parts[p] + "' is not name=value");
        const std::string name = parts[p].substr(0, equals), value = parts[p].substr(equals + 1);
        const bool graph = !has_field(method.fields, name) && has_field(graph_fields, name);
        (graph ? spec.graph_settings : spec.settings).emplace_back(name, value);
    }
    method.resolve(spec.settings);
    GraphOptions graph = method.about.graph;
    GraphOptions::fields().assign(graph, spec.graph_settings);
    if (!spec.graph_settings.empty() && !method.needs(spec.settings).graph)
        throw UsageError("'" + text + "': " + spec.name + " uses no graph, so '" +
                         spec.graph_settings.front().first + "' has no effect");
    return spec;
}

}  // namespace tamis
