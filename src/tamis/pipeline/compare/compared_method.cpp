#include "tamis/pipeline/compare/compared_method.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/pipeline/graph_summary.hpp"
#include "tamis/pipeline/shared_options.hpp"

namespace tamis {

using namespace detail;

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
    return find_named(methods(), "method", name, {"all", "random"});
}

Record changed_options(const ConfiguredMethod& configured) {
    const Record usual = find_method(configured.name()).usual.params();
    Record changed;
    for (const auto& [name, value] : configured.params())
        if (*find(usual, name) != value) changed.emplace_back(name, value);
    return changed;
}

// The options that differ from the defaults, as they are written behind a name.
std::string label_of(const ConfiguredMethod& configured, const Record& graph) {
    std::string label = configured.name();
    for (const Record& options : {changed_options(configured), graph})
        for (const auto& [name, value] : options) label += ":" + name + "=" + to_text(value);
    return label;
}

}  // namespace

std::vector<std::string> detail::split_list(const std::string& text) {
    std::vector<std::string> parts = split_at(text, ',');
    for (std::string& part : parts) {
        part.erase(part.find_last_not_of(' ') + 1);
        part.erase(0, part.find_first_not_of(' '));
    }
    return parts;
}

ComparedMethod::ComparedMethod(const std::string& text, const Record& shared_graph) : label(text) {
    const std::vector<std::string> parts = split_at(text, ':');
    const std::string& name = parts.front();
    if (name == "all" || name == "random") {
        if (parts.size() > 1) throw UsageError("'" + name + "' is a baseline and has no options");
        return;
    }
    const Method& known = known_method(name);
    const std::vector<FieldInfo> graph_fields = GraphOptions::fields().describe();
    Record settings, own_graph;
    for (std::size_t p = 1; p < parts.size(); ++p) {
        const std::size_t equals = parts[p].find('=');
        if (equals == std::string::npos || equals == 0)
            throw UsageError(fmt::format(
                "'{}': options of a method are written {}:name=value:name=value, and '{}' is not name=value",
                text, name, parts[p]));
        const std::string option = parts[p].substr(0, equals), value = parts[p].substr(equals + 1);
        const bool of_graph = !has_field(known.fields, option) && has_field(graph_fields, option);
        (of_graph ? own_graph : settings).emplace_back(option, value);
    }
    const SharedOptions shared = share_options(known, settings, shared_graph);
    took_shared = shared.method.size() > settings.size();
    method = known.configure(shared.method);
    set_graph(own_graph, shared.graph);
}

ComparedMethod::ComparedMethod(const ConfiguredMethod& configured, const Record& own_graph,
                               const Record& shared_graph)
    : label(label_of(configured, own_graph)) {
    const Record changed = changed_options(configured);
    const SharedOptions shared = share_options(find_method(configured.name()), changed, shared_graph);
    took_shared = shared.method.size() > changed.size();
    method = took_shared ? configured.with(shared.method) : configured;
    set_graph(own_graph, shared.graph);
}

void ComparedMethod::set_graph(const Record& own_graph, const Record& shared_graph) {
    if (own_graph.empty() && shared_graph.empty()) return;
    graph = with_graph_options(with_graph_options(method->about().graph, shared_graph), own_graph);
    if (!own_graph.empty() && !method->needs().graph)
        throw UsageError("'" + label + "': " + method->name() + " uses no graph, so '" +
                         own_graph.front().first + "' has no effect");
}

}  // namespace tamis
