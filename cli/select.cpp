// tamis select: the k best features of a data set.
#include <memory>

#include "commands.hpp"
#include "feature_lists.hpp"
#include "file_list.hpp"
#include "loaded_data.hpp"
#include "options.hpp"
#include "output.hpp"
#include "parts_input.hpp"
#include "plan.hpp"
#include "report_output.hpp"
#include "select_table.hpp"
#include "shards/sharded_data.hpp"
#include "tamis/pipeline/shared_options.hpp"
#include "tamis/pipeline/trust/run_trust.hpp"
#include "tamis/pipeline/usual_method.hpp"
#include "tamis/saved/selection_json.hpp"
#include "trust_options.hpp"
#include "user_graphs.hpp"

namespace tamis::cli {

namespace {

struct SelectOptions {
    DataOptions data;
    std::string method;
    std::string k;  // empty: the usual number
    FeatureLists lists;
    std::vector<std::string> set;
    Settings graph;
    std::string graph_file;
    std::string between_file;
    bool path = false;
    bool explain = false;
    std::string evaluator = to_text(Evaluator::one_nearest);
    std::string scale = "none";
    bool json = false;
    bool plan = false;
    TrustOptions trust;
    Output output;
    ReportOutput report;
};

SelectRequest make_request(const SelectOptions& options, const std::string& name) {
    const Method& method = find_method(name);
    Record settings = as_values(parse_settings(options.set));
    if (options.path) settings.emplace_back("path", true);
    const Record graph = as_values(options.graph);
    refuse_contradiction(method, settings, graph);
    const SharedOptions shared = share_options(method, settings, graph);
    SelectRequest request{.method = method.configure(shared.method)};
    request.rule = CountRule::parse(options.k);
    if (!options.k.empty() && !request.rule) request.k = FeatureCount::parse(options.k);
    request.rule_evaluator = parse_evaluator(options.evaluator);
    request.explain = options.explain;
    if (!shared.graph.empty())
        request.graph_options = with_graph_options(request.method.about().graph, shared.graph);
    request.scale = parse_scaling(options.scale);
    request.trust = options.trust.request();
    request.hash_data = options.json || options.output.extension() == ".json" || options.report.given();
    request.exhibits = options.report.given();
    return request;
}

// Without a method the data decide which one it is; its own options wait for them.
SelectRequest request_without_method(const SelectOptions& options, bool labels) {
    SelectOptions shared = options;
    shared.set.clear();
    shared.path = false;
    return make_request(shared, usual_method(labels));
}

// Wrong names and values are found before the data are read.
void check_request(const SelectOptions& options) {
    options.lists.check();
    if (options.method.empty())
        request_without_method(options, false);
    else
        check_trust(make_request(options, options.method));
}

// For the first line where the user named no method.
std::string reason_of(bool labels) {
    return labels ? "no method given, and there are labels" : "no method given, and there are no labels";
}

// From the file or in memory, as the method reads them. The usual method for data with labels reads them in
// passes; if there are none, another one reads them whole.
LoadedData load_data(const SelectOptions& options, Session& session, const Context& context) {
    const SelectRequest request = options.method.empty() ? request_without_method(options, true)
                                                         : make_request(options, options.method);
    const Survey::Hash hash = request.hash_data ? Survey::Hash::yes : Survey::Hash::no;
    if (is_sharded(options.data, session)) {
        check_shared(request);
        return load_sharded(options.data, {request.method.name(), request.method.needs().labels, hash},
                            session, context);
    }
    return load_for(options.data, request.method.name(), reading(request, !options.graph_file.empty()),
                    context, hash);
}

void tell_select_plan(const SelectOptions& options, Session& session, const Context& context) {
    const PlannedData data = planned_data(options.data, context);
    const SelectRequest request = options.method.empty() ? request_without_method(options, true)
                                                         : make_request(options, options.method);
    const bool own_graph = !options.graph_file.empty();
    const bool from_file = data.from_file && reading(request, own_graph) == Reading::in_passes;
    tell_plan(plan_select(data.shape, request, own_graph, from_file, measure_machine(context)), data,
              request.method.name(), options.json, session);
}

// A selection, and what was found out on the way to it.
struct Selected {
    SelectRun run;
    double load_seconds = 0.0;
    std::string reason;  // for the method, where the user named none
};

Selected select_from_part_files(const SelectOptions& options, const Context& context) {
    const bool own_graph = !options.graph_file.empty() || !options.between_file.empty();
    refuse_for_parts(options.data, own_graph, options.plan);
    const bool unnamed = options.method.empty();
    if (!unnamed) require_no_samples(make_request(options, options.method));
    const LoadedParts loaded = load_parts(options.data.files);
    const bool labels = loaded.data.moments.labeled;
    if (unnamed && !labels) refuse_usual_method();
    SelectRequest request = make_request(options, unnamed ? usual_method(labels) : options.method);
    request.fixed = options.lists.found_in(loaded.data.feature_names, loaded.data.moments.known.features(),
                                           loaded.data.name);
    const auto image = options.report.image_of(loaded.data.name, loaded.data.moments.known.features());
    SelectRun selected = select_from_parts(loaded.data, request, context);
    selected.exhibits.image = image;
    return {std::move(selected), loaded.seconds, unnamed ? reason_of(labels) : ""};
}

Selected select_from_data(const SelectOptions& options, Session& session, const Context& context) {
    const bool unnamed = options.method.empty();
    const LoadedData loaded = load_data(options, session, context);
    const bool labels = !loaded.data.labels.empty();
    SelectRequest request = make_request(options, unnamed ? usual_method(labels) : options.method);
    request.fixed =
        options.lists.found_in(loaded.data.feature_names, loaded.view().x.cols(), loaded.data.name);
    const std::optional<ImageShape> image = options.report.image_of(loaded.data.name, loaded.view().x.cols());
    const UserGraphs own(options.graph_file, options.between_file, options.data.path, loaded.data.samples(),
                         request);
    SelectRun selected = run_select(loaded.view(), request, context);
    selected.data_options = options.data.chosen();
    selected.shards_of_rows = is_sharded(options.data, session) && options.data.files.size() == 1;
    selected.exhibits.image = image;
    finish_rounds(loaded, session, context);
    return {std::move(selected), loaded.seconds, unnamed ? reason_of(labels) : ""};
}

void select_command(SelectOptions& options, Session& session) {
    const Context context = options.data.run.context(session);
    if (session.serves()) return serve_shards(options.data, session, context);
    options.data.files = file_list(options.data.files);
    options.data.path = options.data.files.front();
    check_request(options);
    const bool parts = are_parts(options.data.files);
    if (options.plan && !parts) {
        refuse_plan_of_shards(options.data, session);
        return tell_select_plan(options, session, context);
    }
    options.output.check();
    std::vector<std::string> read = options.data.files_read();
    read.insert(read.end(), {options.graph_file, options.between_file});
    refuse_overwriting("-o", options.output.path(), read);
    read.push_back(options.output.path());
    options.report.check(read, options.json || options.output.extension() == ".json");

    Selected found =
        parts ? select_from_part_files(options, context) : select_from_data(options, session, context);
    SelectRun& selected = found.run;
    const std::string& reason = found.reason;
    if (!reason.empty()) selected.remarks.insert(selected.remarks.begin(), selected.method + ": " + reason);
    context.check_cancel();

    const auto json = [&] { return to_json(selected, found.load_seconds); };
    const Forms forms = {{".json", json},
                         {".csv", [&] { return select_rows(selected).delimited(','); }},
                         {".tsv", [&] { return select_rows(selected).delimited('\t'); }}};
    options.output.write(session.console, forms, [&] {
        return options.json ? json() : select_table(selected, found.load_seconds, reason);
    });
    if (options.report.given())
        options.report.write({{selected.method + " on " + selected.data_name, json()}}, session);
}

}  // namespace

void add_select(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("select", "select the k best features");
    const auto options = std::make_shared<SelectOptions>();
    options->data.add_to(
        command, options->data.files,
        "or several files of the same columns, or parts that 'tamis partial' made (.tps), also as a "
        "pattern in quotes");
    options->data.add_shards_to(command);
    command
        .add_option("-m,--method", options->method,
                    "one of 'tamis methods'; default: fisher where there are labels, else laplacian")
        ->type_name("M");
    command
        .add_option(
            "-k", options->k,
            "how many: a number, a fraction like 0.1, all, or a rule: cv, cv:best, fdr:0.05, stable:0.75, "
            "gain:0.8")
        ->type_name("K")
        ->default_str(to_text(FeatureCount()));
    options->lists.add_to(command);
    command.add_option("--set", options->set, "an option of the method; can be repeated")
        ->type_name("name=value")
        ->allow_extra_args(false);
    command.add_option("--evaluator", options->evaluator, "what judges the features for -k cv: 1nn or svm")
        ->type_name("E")
        ->capture_default_str();
    command.add_flag("--explain", options->explain,
                     "why every feature was chosen or not, and in which classes the chosen ones stand out");
    add_scale(command, options->scale);
    add_field_flags(command, GraphOptions::fields().describe(), options->graph,
                    "Graph (methods that use one)");
    command
        .add_option(
            "--graph", options->graph_file,
            "your own graph (.mtx, .npz of SciPy, or obsp:NAME of an .h5ad file) instead of a built one")
        ->type_name("FILE")
        ->group("Graph (methods that use one)");
    command
        .add_option("--graph-between", options->between_file,
                    "a second graph, for trace-ratio with criterion=graph")
        ->type_name("FILE")
        ->group("Graph (methods that use one)");
    command.add_flag("--path", options->path,
                     "trace-ratio: also the optimum for every smaller number of features (in the JSON)");
    options->trust.add_to(command);
    add_plan(command, options->plan);
    add_json(command, options->json);
    options->output.add_to(command, "the selection", {".json", ".csv", ".tsv"});
    options->report.add_to(command, "the selection");
    command.footer(
        "Examples:\n"
        "  tamis select digits --method fisher -k 10\n"
        "  tamis select mydata.csv -k 10 -o best.csv\n"
        "  tamis select mydata.csv -k 10 --pvalues --stability\n"
        "  tamis select mydata.csv -k cv:best --explain -o best.json\n"
        "  tamis select mydata.csv -k 10 --include age,sex --exclude 'id_*'\n"
        "  tamis select digits --method fisher -k 10 --report digits.html\n"
        "  tamis select 'part-*.tps' --method fisher -k 10\n"
        "  tamis select faces.mat --method laplacian -k 0.1 --neighbors 7 -o faces.json\n"
        "  tamis select crx.data --label last --missing mean --categories rank --method fisher -k all "
        "--json");
    when_asked(command, session, options, select_command);
}

}  // namespace tamis::cli
