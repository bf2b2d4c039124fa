// tamis evaluate: compares methods on a data set without leaks.
#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/pipeline/evaluate.hpp"
#include "tamis/pipeline/graph_summary.hpp"
#include "tamis/report/results_table.hpp"
#include "tamis/saved/results_json.hpp"

namespace tamis::cli {

namespace {

struct EvaluateOptions {
    DataOptions data;
    std::string methods, k = "10,20,50", evaluators, scale = "auto", c = "cv";
    std::string protocol = to_text(Protocol()), kmeans_start = to_text(KmeansOptions::Start::samples);
    Settings graph;
    bool no_baselines = false, plain_lloyd = false;
    bool json = false;
    std::string output, resume;
};

// Wrong names and values are found here, before the data are read.
EvaluateRequest make_request(const EvaluateOptions& options) {
    EvaluateRequest request;
    const Record graph = as_values(options.graph);
    with_graph_options({}, graph);  // also if no method uses one
    for (const std::string& text : split_list(options.methods)) request.methods.emplace_back(text, graph);
    request.k.clear();
    for (const std::string& text : split_list(options.k)) request.k.push_back(FeatureCount::parse(text));
    request.protocol = parse_protocol(options.protocol);
    if (!options.evaluators.empty())
        for (const std::string& text : split_list(options.evaluators))
            request.evaluators.push_back(parse_evaluator(text));
    if (options.scale != "auto") request.scale = parse_scaling(options.scale);
    if (options.c != "cv") {
        const FieldInfo field{.name = "svm-c", .kind = FieldKind::real, .range = above(0), .keyword = "cv"};
        request.svm_c = std::get<double>(parse_field(field, options.c));
    }
    request.kmeans_start = parse_kmeans_start(options.kmeans_start);
    request.kmeans_moves = !options.plain_lloyd;
    request.baselines = !options.no_baselines;
    return request;
}

void evaluate_command(const EvaluateOptions& options, Session& session) {
    const Context context = options.data.run.context(session);
    EvaluateRequest request = make_request(options);
    request.hash_data = options.json || !options.output.empty();
    require_writable(options.output);
    require_writable(options.resume);
    std::optional<EvaluateRun> previous;
    if (!options.resume.empty() && std::filesystem::exists(options.resume))
        previous = parse_results(read_text(options.resume, "results to be continued"), options.resume);

    const Dataset data = clean_for_splits(load(options.data.path, options.data.load, context),
                                          options.data.clean_options(), context);
    const Settings data_options = options.data.chosen();
    EvaluateHooks hooks;
    hooks.previous = previous ? &*previous : nullptr;
    if (!options.resume.empty())
        hooks.save = [&](EvaluateRun partial) {
            partial.data_options = data_options;
            write_file(options.resume, to_json(partial));
        };
    EvaluateRun result = run_evaluate(data, request, context, hooks);
    result.data_options = data_options;

    const std::string json = request.hash_data || !options.resume.empty() ? to_json(result) : std::string();
    if (!options.resume.empty()) write_file(options.resume, json);
    if (!options.output.empty()) write_file(options.output, json);
    session.console.result(options.json ? json : results_table(result));
    for (const std::string& file : {options.output, options.resume})
        if (!file.empty()) session.console.note("saved " + file);
}

}  // namespace

void add_evaluate(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("evaluate", "compare methods without leaks");
    const auto options = std::make_shared<EvaluateOptions>();
    options->data.add_to(command);
    command
        .add_option("-m,--methods", options->methods,
                    "methods to compare, with options as in lapdofs:lambda1=0.1:neighbors=7")
        ->required()
        ->type_name("M,M,…");
    command.add_option("-k", options->k, "numbers of features: numbers, fractions like 0.1, all")
        ->type_name("K,K,…")
        ->capture_default_str();
    command.add_option("--protocol", options->protocol, "how to cut the data: " + protocol_grammar())
        ->type_name("P")
        ->capture_default_str();
    command
        .add_option("--evaluator", options->evaluators,
                    "1nn, svm or kmeans, or several: 1nn,svm; default: kmeans with cluster, else 1nn")
        ->type_name("E,E,…");
    command
        .add_option("--scale", options->scale,
                    "scaling, learned on the training part; auto: standard for dense data, none for sparse")
        ->type_name("auto|none|standard|minmax|unit")
        ->capture_default_str()
        ->group("Data");
    command.add_option("--svm-c", options->c, "C of the SVM; cv: chosen on the training part")
        ->type_name("cv|X")
        ->capture_default_str();
    command.add_option("--kmeans-start", options->kmeans_start, "first centers of k-means")
        ->type_name("samples|k-means++")
        ->capture_default_str();
    command.add_flag("--kmeans-lloyd", options->plain_lloyd, "k-means without single moves after Lloyd");
    command.add_flag("--no-baselines", options->no_baselines, "leave out the baselines 'random' and 'all'");
    add_field_flags(command, GraphOptions::fields().describe(), options->graph,
                    "Graph (methods that use one)");
    add_json(command, options->json);
    command.add_option("-o,--output", options->output, "save the results as JSON")
        ->type_name("FILE")
        ->group("Output");
    command
        .add_option("--resume", options->resume,
                    "save to this file from time to time; rows that it already holds are not computed again")
        ->type_name("FILE")
        ->group("Output");
    command.footer(
        "Examples:\n"
        "  tamis evaluate digits --methods fisher,laplacian,gfs -k 5,10,20\n"
        "  tamis evaluate sonar --methods fisher,relieff:neighbors=5 -k 0.5 --protocol cv:5x5 --evaluator "
        "1nn,svm\n"
        "  tamis evaluate digits --methods laplacian,lapdofs -k 20 --protocol cluster:3,5x10");
    when_asked(command, session, options, evaluate_command);
}

}  // namespace tamis::cli
