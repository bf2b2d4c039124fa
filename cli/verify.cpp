// tamis verify: does a saved selection or projection still hold on these data?
#include <cmath>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "file_list.hpp"
#include "loaded_data.hpp"
#include "options.hpp"
#include "shards/sharded_data.hpp"
#include "tamis/core/error.hpp"
#include "tamis/pipeline/joint_criterion.hpp"
#include "tamis/pipeline/trust/run_trust.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/report/table.hpp"
#include "tamis/saved/saved.hpp"
#include "tamis/saved/selection_json.hpp"
#include "tamis/saved/verify.hpp"
#include "user_graphs.hpp"

namespace tamis::cli {

namespace {

struct VerifyOptions {
    std::string result;
    DataOptions data;
    std::string graph_file;
    std::string between_file;
    double gamma = 100.0;
    bool json = false;
};

std::string verification_table(const Verification& verification) {
    Table table({{"what", Align::left}, {"", Align::left}, {"detail", Align::left}});
    for (const Finding& finding : verification.findings)
        table.add({finding.what, finding.agrees ? "agrees" : "DIFFERS", finding.detail});
    return table.text();
}

std::string criterion_line(std::optional<double> criterion, double gamma) {
    if (!criterion) return "";
    return "\ntr(Sb(St + " + short_number(gamma) + " I)^-1) of the chosen set = " + short_number(*criterion) +
           ", by which sets of equal size can be compared\n";
}

void tell(const Verification& verification, const std::optional<double>& criterion,
          const VerifyOptions& options, const std::string& data_name, const std::vector<std::string>& remarks,
          Session& session) {
    session.console.result(options.json
                               ? to_json(verification, options.result, criterion, options.gamma, remarks)
                               : verification_table(verification) + criterion_line(criterion, options.gamma));
    if (!verification.agrees())
        throw Error(options.result + " does not hold on " + data_name + ": see the differences above");
    session.console.note(options.result + " holds on " + data_name);
}

template <class Method>
ShardsUse sharded_use(const Method& method) {
    return {method.name(), method.needs().labels, Survey::Hash::yes};
}

// Takes the files as they were cut when the result was made: another cut gives another hash of the data.
void cut_as_before(VerifyOptions& options, const SavedShards& shards) {
    options.data.files = file_list(options.data.files);
    options.data.path = options.data.files.front();
    const auto given = static_cast<Index>(options.data.files.size());
    if (shards.of_rows) options.data.shards = shards.count;
    const Index wanted = shards.count == 0 || shards.of_rows ? 1 : shards.count;
    if (given == wanted) return;
    throw UsageError(options.result + " was made from " + counted(wanted, "file") + ", and here are " +
                         std::to_string(given),
                     "give the files that it was made from, in the same order");
}

void verify_projection(VerifyOptions& options, const std::string& saved_text, Context context,
                       Session& session) {
    const SavedProjection saved = parse_projection(saved_text, options.result);
    context.seed = saved.seed;
    options.data.take_over(saved.features.data_options);
    cut_as_before(options, saved.shards);
    const LoadedData loaded =
        is_sharded(options.data, session)
            ? load_sharded(options.data, sharded_use(saved.request.method), session, context)
            : load_clean(options.data, "verifying", context, Survey::Hash::yes);
    const ProjectRun now = run_project(loaded.view(), saved.request, context);
    tell(compare_results(saved_text, to_json(now, loaded.seconds, saved.matrices)), std::nullopt, options,
         loaded.data.name, now.remarks, session);
}

void verify_command(VerifyOptions& options, Session& session) {
    Context context = options.data.run.context(session);
    if (!(options.gamma > 0.0) || !std::isfinite(options.gamma))
        throw UsageError("--gamma takes a number > 0, not " + short_number(options.gamma));
    const std::string saved = read_text(options.result, "a saved selection or projection");
    if (is_projection(saved)) return verify_projection(options, saved, context, session);
    SavedRequest again = parse_request(saved, options.result);
    if (again.parts > 0)
        throw UsageError(options.result + " was made from " + std::to_string(again.parts) +
                             " parts (.tps): without their samples there is nothing to verify it on",
                         "verify a selection that was made from data");
    context.seed = again.seed;
    options.data.take_over(again.data_options);
    if (again.own_graph && options.graph_file.empty())
        throw UsageError(options.result +
                         " was made with a graph of its own: give it again with --graph FILE");
    if (again.own_between && options.between_file.empty())
        throw UsageError(options.result +
                         " was made with a second graph: give it again with --graph-between FILE");
    cut_as_before(options, again.shards);
    const bool sharded = is_sharded(options.data, session);
    const LoadedData loaded =
        sharded ? load_sharded(options.data, sharded_use(again.request.method), session, context)
                : load_for(options.data, again.request.method.name(), reading(again.request, again.own_graph),
                           context, Survey::Hash::yes);
    const UserGraphs own(options.graph_file, options.between_file, options.data.path, loaded.data.samples(),
                         again.request);
    const SelectRun now = run_select(loaded.view(), again.request, context);
    // The criterion takes the chosen columns of all rows into memory.
    const auto criterion = sharded ? std::nullopt
                                   : joint_criterion(loaded.view(), again.request.scale,
                                                     now.selection.selected, options.gamma, context);
    tell(compare_results(saved, to_json(now, loaded.seconds)), criterion, options, loaded.data.name,
         now.remarks, session);
}

}  // namespace

void add_verify(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("verify", "recompute a saved result and compare");
    const auto options = std::make_shared<VerifyOptions>();
    command
        .add_option("RESULT", options->result, "the JSON that 'tamis select -o' or 'tamis project -o' wrote")
        ->required()
        ->type_name("");
    options->data.add_to(command, options->data.files,
                         "or the shards that it was made from, also as a pattern in quotes");
    command.add_option("--graph", options->graph_file, "your own graph that the selection was made with")
        ->type_name("FILE");
    command.add_option("--graph-between", options->between_file, "the second graph, if there was one")
        ->type_name("FILE");
    command
        .add_option("--gamma", options->gamma,
                    "ridge of the criterion of the generalized Fisher score that is shown for labeled data")
        ->type_name("X")
        ->capture_default_str();
    add_json(command, options->json);
    command.footer(
        "Exit code 0: data hash, chosen features, objective, certificate and scores all agree; 1: something "
        "differs.\n"
        "The reading options of 'select' (--label, --missing, ...) are in RESULT; options given here "
        "override them.\n\n"
        "Example:\n"
        "  tamis select digits --method trace-ratio -k 10 -o best.json\n"
        "  tamis verify best.json digits");
    when_asked(command, session, options, verify_command);
}

}  // namespace tamis::cli
