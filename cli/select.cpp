// tamis select: the k best features of a data set.
#include <algorithm>
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "select_table.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/saved/selection_json.hpp"
#include "user_graphs.hpp"

namespace tamis::cli {

namespace {

constexpr Index usual_k = 10;

struct SelectOptions {
    DataOptions data;
    std::string method;
    std::string k;  // empty: the usual number, or all features where there are fewer
    std::vector<std::string> set;
    Settings graph;
    std::string graph_file;
    std::string between_file;
    bool path = false;
    std::string scale = "none";
    bool json = false;
    std::string output;
};

void run(const SelectOptions& options, Session& session) {
    const Context context = options.data.run.context(session);
    SelectRequest request;
    request.method = options.method;
    request.settings = parse_settings(options.set);
    if (options.path) request.settings.emplace_back("path", "true");
    request.graph_settings = options.graph;
    request.scale = parse_scaling(options.scale);
    // Wrong names and values are told before the data are read.
    find_method(request.method).resolve(request.settings);
    GraphOptions graph_choice;
    GraphOptions::fields().assign(graph_choice, request.graph_settings);
    require_writable(options.output);

    const LoadedData loaded = load_clean(options.data, context);
    request.k = options.k.empty() ? std::to_string(std::min(usual_k, loaded.data.x.cols())) : options.k;
    const UserGraphs own(options.graph_file, options.between_file, request);
    SelectRun selected = run_select(loaded.data, request, context);
    selected.data_options = options.data.chosen();
    context.check_cancel();

    const std::string json = to_json(selected, loaded.seconds);
    if (!options.output.empty()) write_file(options.output, json);
    session.console.result(options.json ? json : select_table(selected, loaded.seconds));
    if (!options.output.empty()) session.console.note("saved " + options.output);
}

}  // namespace

void add_select(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("select", "select the k best features");
    const auto options = std::make_shared<SelectOptions>();
    options->data.add_to(command);
    command.add_option("-m,--method", options->method, "one of 'tamis methods'")->required()->type_name("M");
    command.add_option("-k", options->k, "how many: a number, a fraction like 0.1, or all")
        ->type_name("K")
        ->default_str(std::to_string(usual_k));
    command.add_option("--set", options->set, "an option of the method; can be repeated")
        ->type_name("name=value")
        ->allow_extra_args(false);
    add_scale(command, options->scale);
    add_field_flags(command, GraphOptions::fields().describe(), options->graph,
                    "Graph (methods that use one)");
    command
        .add_option("--graph", options->graph_file,
                    "your own graph (.mtx, or .npz of SciPy) instead of a built one")
        ->type_name("FILE")
        ->group("Graph (methods that use one)");
    command
        .add_option("--graph-between", options->between_file,
                    "a second graph: the pair of trace-ratio with criterion=graph")
        ->type_name("FILE")
        ->group("Graph (methods that use one)");
    command.add_flag("--path", options->path,
                     "trace-ratio: also the optimum for every smaller number of features (in the JSON)");
    add_json(command, options->json);
    command.add_option("-o,--output", options->output, "save the selection as JSON, for 'tamis transform'")
        ->type_name("FILE")
        ->group("Output");
    command.footer(
        "Examples:\n"
        "  tamis select digits --method fisher -k 10\n"
        "  tamis select faces.mat --method laplacian -k 0.1 --neighbors 7 -o faces.json\n"
        "  tamis select crx.data --label last --missing mean --scale standard --method fisher -k all --json");
    command.callback(
        [options, &session] { session.action = [options, &session] { run(*options, session); }; });
}

}  // namespace tamis::cli
