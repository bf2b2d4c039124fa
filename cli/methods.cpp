// tamis methods: what there is, and what each method takes.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/report/table.hpp"
#include "tamis/saved/selection_json.hpp"
#include "tamis/subspace/projector.hpp"

namespace tamis::cli {

namespace {

struct MethodsOptions {
    std::string method;
    bool json = false;
};

std::string needs_text(const Method& method) {
    const Needs needs = method.usual.needs();
    if (needs.labels && needs.graph) return "labels, graph";
    if (needs.classes) return "labels or clusters=";
    if (needs.labels) return "labels";
    return needs.graph ? "graph" : "nothing";
}

std::string needs_text(const Projector& projector) {
    return projector.usual.needs().labels ? "labels" : "nothing";
}

std::string values_text(const FieldInfo& field) {
    if (field.kind == FieldKind::boolean) return "true, false";
    if (field.kind == FieldKind::choice) return joined(field.choices);
    std::string text = field.kind == FieldKind::integer ? "integer" : "number";
    if (!field.range.text().empty()) text += " " + field.range.text();
    if (!field.keyword.empty()) text += " or " + field.keyword;
    return text;
}

std::string options_text(const std::vector<FieldInfo>& fields, const Record& values, bool flags) {
    Table table(
        {{"name", Align::left}, {"default", Align::left}, {"values", Align::left}, {"meaning", Align::left}});
    for (std::size_t i = 0; i < fields.size(); ++i)
        table.add({flags ? flag_name(fields[i].name) : fields[i].name, to_text(values[i].second),
                   values_text(fields[i]), fields[i].help});
    return table.text();
}

std::string list_text() {
    Table table({{"method", Align::left}, {"needs", Align::left}, {"what it is", Align::left}});
    for (const Method& method : methods())
        table.add({method.about.name, needs_text(method), method.about.title});
    Table subspaces({{"projector", Align::left}, {"needs", Align::left}, {"what it is", Align::left}});
    for (const Projector& projector : projectors())
        subspaces.add({projector.about.name, needs_text(projector), projector.about.title});
    return table.text() + "\n" + subspaces.text() +
           "\n'tamis methods NAME' describes one of them, 'tamis cite NAME' prints the paper as BibTeX.\n";
}

std::string one_text(const Method& method) {
    std::string text = paired_lines({{"method", method.about.name},
                                     {"title", method.about.title},
                                     {"needs", needs_text(method)},
                                     {"defined in", citation_text(method.about.citation)}});
    text += method.fields.empty() ? "\nNo options of its own.\n"
                                  : "\nOptions (--set name=value):\n" +
                                        options_text(method.fields, method.usual.params(), false);
    if (possible_needs(method).graph)
        text += "\nGraph options, with this method's defaults:\n" +
                options_text(GraphOptions::fields().describe(),
                             GraphOptions::fields().values(method.about.graph), true);
    return text + fmt::format("\nExample: tamis select digits --method {} -k 10\n", method.about.name);
}

std::string one_text(const Projector& projector) {
    std::string text = paired_lines({{"projector", projector.about.name},
                                     {"title", projector.about.title},
                                     {"needs", needs_text(projector)},
                                     {"defined in", citation_text(projector.about.citation)}});
    text += projector.fields.empty() ? "\nNo options of its own.\n"
                                     : "\nOptions (--set name=value):\n" +
                                           options_text(projector.fields, projector.usual.params(), false);
    return text + fmt::format("\nExample: tamis project digits --method {} --dim 2\n", projector.about.name);
}

// A name may stand for a selector, a projector or both.
template <class Entry>
std::vector<Entry> all_called(const std::string& name, const std::vector<Entry>& table) {
    std::vector<Entry> found;
    std::copy_if(table.begin(), table.end(), std::back_inserter(found),
                 [&](const Entry& entry) { return entry.about.name == name; });
    return found;
}

void methods_command(const MethodsOptions& options, Session& session) {
    if (options.method.empty()) {
        session.console.result(options.json ? to_json(methods(), projectors()) : list_text());
        return;
    }
    const std::vector<Method> selectors = all_called(options.method, methods());
    const std::vector<Projector> subspaces = all_called(options.method, projectors());
    std::vector<std::string> known = names_of(methods());
    for (const Projector& projector : projectors()) known.push_back(projector.about.name);
    require_known("method", options.method, known);
    if (options.json) return session.console.result(to_json(selectors, subspaces));
    std::string text;
    for (const Method& method : selectors) text += one_text(method);
    for (const Projector& projector : subspaces) text += (text.empty() ? "" : "\n") + one_text(projector);
    session.console.result(text);
}

}  // namespace

void add_methods(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("methods", "list the methods, or describe one");
    const auto options = std::make_shared<MethodsOptions>();
    command.add_option("NAME", options->method, "a method or projector")->type_name("");
    command.add_flag("--json", options->json, "print one JSON document instead of the table");
    command.footer("Example:\n  tamis methods laplacian");
    when_asked(command, session, options, methods_command);
}

}  // namespace tamis::cli
