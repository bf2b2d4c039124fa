// tamis evaluate: compares methods on data sets without leaks.
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "commands.hpp"
#include "loaded_data.hpp"
#include "options.hpp"
#include "output.hpp"
#include "plan.hpp"
#include "report_output.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/pipeline/evaluate_all.hpp"
#include "tamis/pipeline/exhibits/masks.hpp"
#include "tamis/pipeline/graph_summary.hpp"
#include "tamis/pipeline/usual_method.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/report/results_page.hpp"
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
    bool plan = false;
    Output output;
    ReportOutput report;
    std::string resume;
    std::vector<std::string> further_data;
};

// For the first line where the user named no method.
std::string usual_text(const EvaluateRequest& request) {
    return request.methods.front().label +
           (request.protocol.whole_set()
                ? ": no method given, and " + to_text(request.protocol) + " shows no labels to it"
                : ": no method given, and there are labels");
}

// Wrong names and values are found here, before the data are read.
EvaluateRequest make_request(const EvaluateOptions& options) {
    EvaluateRequest request;
    const Record graph = as_values(options.graph);
    with_graph_options({}, graph);  // also if no method uses one
    request.k.clear();
    for (const std::string& text : split_list(options.k))
        if (const auto rule = CountRule::parse(text))
            request.rules.push_back(*rule);
        else
            request.k.push_back(FeatureCount::parse(text));
    request.protocol = parse_protocol(options.protocol);
    const std::string methods =
        options.methods.empty() ? usual_method(!request.protocol.whole_set()) : options.methods;
    for (const std::string& text : split_list(methods)) request.methods.emplace_back(text, graph);
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

std::vector<std::string> paths_of(const EvaluateOptions& options) {
    std::vector<std::string> paths = {options.data.path};
    for (const std::string& path : options.further_data) {
        if (std::find(paths.begin(), paths.end(), path) != paths.end())
            throw UsageError("the data set " + path + " is given twice");
        paths.push_back(path);
    }
    return paths;
}

// All are read before the work on the first one begins: what is wrong with the last is told at once.
std::vector<Dataset> load_all(const EvaluateOptions& options, const Context& context) {
    const std::vector<std::string> paths = paths_of(options);
    std::vector<Dataset> data;
    std::map<std::string, int> uses;
    for (const std::string& path : paths) {
        DataOptions one = options.data;
        one.path = path;
        require_memory(one, "a comparison");
        data.push_back(clean_for_splits(load_labeled(one, context), one.clean_options(), context));
        ++uses[data.back().name];
    }
    for (std::size_t d = 0; d < data.size(); ++d)
        if (uses[data[d].name] > 1) data[d].name = paths[d];  // the same name in several folders
    return data;
}

std::string steps_text(const EvaluateWork& work) {
    return std::to_string(work.known) + " of " + counted(work.steps, "step") +
           (work.begun == 0 ? "" : " and a part of " + std::to_string(work.begun) + " more");
}

// Saves now and then, and keeps ready what the user is told about it.
EvaluateAllHooks resume_hooks(const EvaluateOptions& options, const EvaluateRuns* previous,
                              Session& session) {
    EvaluateAllHooks hooks;
    hooks.previous = previous;
    if (options.resume.empty()) return hooks;
    const auto tell = [&options, &session, total = std::make_shared<Index>(0)](EvaluateWork work) {
        *total = std::max(*total, work.steps);
        work.steps = *total;
        session.when_interrupted = work.known + work.begun == 0
                                       ? "nothing was finished, so nothing is saved"
                                       : steps_text(work) + " (a method on a split) are saved in " +
                                             options.resume + "; the same command again goes on from there";
    };
    hooks.start = [&options, &session, previous, tell](const EvaluateWork& work) {
        if (previous != nullptr)
            session.console.note(options.resume + ": " + steps_text(work) +
                                 " (a method on a split) are there and not computed again");
        tell(work);
    };
    hooks.save = [&options, tell](EvaluateRuns partial) {
        for (EvaluateRun& run : partial.runs) run.data_options = options.data.chosen();
        write_file(options.resume, to_json(partial));
        tell(total_work(partial));
    };
    return hooks;
}

// The data sets are compared one after the other, all of them in memory.
void tell_evaluate_plan(const EvaluateOptions& options, const EvaluateRequest& request, Session& session,
                        const Context& context) {
    const MachineSpeed speed = measure_machine(context);
    RunPlan total;
    PlannedData first;
    for (const std::string& path : paths_of(options)) {
        DataOptions one = options.data;
        one.path = path;
        const PlannedData data = planned_data(one, context);
        const RunPlan plan = plan_evaluate(data.shape, request, speed);
        total.memory_bytes += plan.memory_bytes;
        total.passes += plan.passes;
        total.seconds += plan.seconds;
        total.search = plan.search;
        if (first.name.empty()) first = data;
    }
    if (!options.further_data.empty())
        first.name += " and " + counted(static_cast<Index>(options.further_data.size()), "further data set");
    tell_plan(total, first, "a comparison", options.json, session);
}

void evaluate_command(const EvaluateOptions& options, Session& session) {
    const Context context = options.data.run.context(session);
    EvaluateRequest request = make_request(options);
    if (options.plan) return tell_evaluate_plan(options, request, session, context);
    const bool document = options.json || options.output.extension() == ".json";
    request.hash_data = document || options.report.given();
    options.output.check();
    std::vector<std::string> files = paths_of(options);
    files.push_back(options.data.load.label_file);
    refuse_overwriting("-o", options.output.path(), files);
    refuse_overwriting("--resume", options.resume, files);
    files.insert(files.end(), {options.output.path(), options.resume});
    options.report.check(files, document);
    if (options.resume == "-") throw UsageError("--resume reads and writes a file: give its name, not -");
    require_writable(options.resume);
    std::optional<EvaluateRuns> previous;
    if (!options.resume.empty() && std::filesystem::exists(options.resume))
        previous = parse_results(read_text(options.resume, "results to be continued"), options.resume);

    const std::vector<Dataset> data = load_all(options, context);
    std::vector<std::optional<ImageShape>> images;
    images.reserve(data.size());
    for (const Dataset& one : data) images.push_back(options.report.image_of(one.name, one.features()));
    EvaluateRuns results =
        run_evaluate(data, request, context, resume_hooks(options, previous ? &*previous : nullptr, session));
    for (std::size_t r = 0; r < results.runs.size(); ++r) {
        results.runs[r].data_options = options.data.chosen();
        if (images[r]) add_masks(results.runs[r], *images[r]);
    }

    const auto json = [&] { return to_json(results); };
    const auto page = [&] {
        Page all;
        if (options.methods.empty()) all.paragraph(usual_text(request));
        all.append(results_page(results));
        return all;
    };
    const Forms forms = {{".json", json},
                         {".csv", [&] { return results_rows(results).delimited(','); }},
                         {".tsv", [&] { return results_rows(results).delimited('\t'); }},
                         {".md", [&] { return page().markdown(); }},
                         {".tex", [&] { return page().latex(); }}};
    if (!options.resume.empty()) write_file(options.resume, json());
    options.output.write(session.console, forms, [&] { return options.json ? json() : page().text(); });
    if (!options.resume.empty()) session.console.note("saved " + options.resume);
    if (options.report.given()) options.report.write({{"the comparison", json()}}, session);
}

}  // namespace

void add_evaluate(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("evaluate", "compare methods without leaks");
    const auto options = std::make_shared<EvaluateOptions>();
    options->data.add_to(command);
    command.add_option("MORE", options->further_data, "further data sets, read with the same options")
        ->type_name("");
    command
        .add_option(
            "-m,--methods", options->methods,
            "methods to compare, with options as in lapdofs:lambda1=0.1:neighbors=7; default: fisher, "
            "or laplacian where the protocol shows no labels")
        ->type_name("M,M,…");
    command
        .add_option("-k", options->k,
                    "numbers of features: numbers, fractions like 0.1, all, or rules that find them in the "
                    "training part: cv, cv:best, fdr:0.05, stable:0.75, gain:0.8")
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
    add_plan(command, options->plan);
    add_json(command, options->json);
    options->output.add_to(command, "the results", {".json", ".csv", ".tsv", ".md", ".tex"});
    options->report.add_to(command, "the comparison");
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
        "  tamis evaluate digits --methods laplacian,lapdofs -k 20 --protocol cluster:3,5x10\n"
        "  tamis evaluate sonar ionosphere mine.csv --methods fisher,gfs -k 0.1 -o all.md");
    when_asked(command, session, options, evaluate_command);
}

}  // namespace tamis::cli
