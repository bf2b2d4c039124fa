// tamis graph: builds the neighbor graph of a data set and says whether it is fit for use.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <sstream>

#include "commands.hpp"
#include "loaded_data.hpp"
#include "options.hpp"
#include "select_table.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/pipeline/graph_summary.hpp"
#include "tamis/pipeline/prepared.hpp"
#include "tamis/pipeline/remarks.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/report/table.hpp"
#include "tamis/saved/graph_file.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis::cli {

namespace {

struct GraphCommandOptions {
    DataOptions data;
    Settings graph;
    std::string scale = "none";
    bool json = false;
    std::string output;
};

std::string health_text(const GraphSummary& graph, const Dataset& data) {
    const GraphHealth& health = graph.health;
    std::string text = paired_lines(
        {{"data", data.name + " (" + counted(data.samples(), "sample") + ")"},
         {"graph", graph_line(graph)},
         {"largest component", counted(health.largest_component, "sample")},
         {"isolated", health.isolated == 0 ? "none" : counted(health.isolated, "sample")},
         {"duplicates", health.duplicates == 0 ? "none" : counted(health.duplicates, "sample")},
         {"degree", fmt::format("{} to {}, mean {}", short_number(health.smallest_degree),
                                short_number(health.largest_degree), short_number(health.mean_degree))},
         {"weight", short_number(health.smallest_weight) + " to " + short_number(health.largest_weight)},
         {"hash", graph.hash}});
    if (health.remarks.empty()) return text + (health.duplicates == 0 ? "\nhealthy\n" : "");
    text += "\n";
    for (const std::string& remark : health.remarks) text += "remark: " + remark + "\n";
    return text;
}

void graph_command(const GraphCommandOptions& options, Session& session) {
    const Context caller = options.data.run.context(session);
    Remarks heard(caller, {});
    const Context& context = heard.context();
    const Scaling scale = parse_scaling(options.scale);
    const GraphOptions choice = with_graph_options({}, as_values(options.graph));
    if (!options.output.empty() && std::filesystem::path(options.output).extension() != ".mtx")
        throw UsageError("cannot write " + options.output + ": graphs are written as Matrix Market, to .mtx");
    require_writable(options.output);
    refuse_overwriting("-o", options.output, options.data.files_read());

    const LoadedData loaded = load_clean(options.data, "building a graph", context);
    const Prepared data(loaded.view(), scale, Survey::Hash::no, Reading::whole, context);
    data.remark_on_units(loaded.data.feature_names, context);
    const auto build = [&](const Context& inside) {
        return build_graph(data.matrix(), choice, inside, &data.labels());
    };
    const CheckedGraph graph = build_checked(build, choice, data.x(), context);
    for (const std::string& remark : graph.remarks) context.warning(remark);
    const GraphSummary& summary = graph.summary;
    context.check_cancel();
    if (!options.output.empty()) {
        std::ostringstream text;
        write_graph(text, *graph.graph);
        write_file(options.output, text.view());
    }
    session.console.result(options.json
                               ? to_json(summary, loaded.data.name, loaded.data.samples(), heard.take())
                               : health_text(summary, loaded.data));
    if (!options.output.empty()) session.console.note("saved " + options.output);
}

}  // namespace

void add_graph(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("graph", "build the neighbor graph and check its health");
    const auto options = std::make_shared<GraphCommandOptions>();
    options->data.add_to(command);
    add_scale(command, options->scale);
    add_field_flags(command, GraphOptions::fields().describe(), options->graph, "Graph");
    add_json(command, options->json);
    command.add_option("-o,--output", options->output, "save the graph (Matrix Market, .mtx)")
        ->type_name("FILE")
        ->group("Output");
    command.footer(
        "Example:\n"
        "  tamis graph digits --neighbors 7 -o digits.mtx\n"
        "  tamis select digits --method laplacian --graph digits.mtx");
    when_asked(command, session, options, graph_command);
}

}  // namespace tamis::cli
