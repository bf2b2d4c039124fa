// tamis auto: from a file to a selection and to what it is worth.
#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "loaded_data.hpp"
#include "options.hpp"
#include "report_output.hpp"
#include "select_table.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/pipeline/choice/auto_select.hpp"
#include "tamis/pipeline/compare/compared_method.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/report/data_text.hpp"
#include "tamis/report/table.hpp"
#include "tamis/saved/auto_json.hpp"
#include "trust_table.hpp"

namespace tamis::cli {

namespace {

constexpr std::size_t most_named = 20;

struct AutoOptions {
    DataOptions data;
    std::string candidates, evaluator = to_text(Evaluator::one_nearest), scale = "auto", k, folder;
    std::optional<double> budget;
    bool json = false;
    ReportOutput report;
};

AutoRequest make_request(const AutoOptions& options) {
    AutoRequest request;
    if (!options.candidates.empty())
        for (const std::string& text : split_list(options.candidates)) request.candidates.emplace_back(text);
    request.evaluator = parse_evaluator(options.evaluator);
    request.budget = options.budget;
    if (options.scale != "auto") request.scale = parse_scaling(options.scale);
    if (!options.k.empty()) request.k = FeatureCount::parse(options.k);
    request.exhibits = options.report.given() || !options.folder.empty();
    request.hash_data = options.json || request.exhibits;
    return request;
}

void prepare_folder(const std::string& folder, const std::vector<std::string>& read) {
    make_folder(folder);
    for (const char* name : {"/selection.json", "/reduced.csv", "/report.html"}) {
        require_writable(folder + name);
        refuse_overwriting("-o", folder + name, read);
    }
}

std::string accuracy_table(const AutoRun& run, const std::string& evaluator) {
    const NestedAccuracy& found = *run.accuracy;
    const auto percent = [](double share) { return fmt::format("{:.1f} %", 100.0 * share); };
    Table table({{"features", Align::left}, {evaluator + " accuracy", Align::right}});
    table.add({"chosen as above, anew in every training part",
               percent(found.mean) + fmt::format(" ± {:.1f}", 100.0 * found.std)});
    table.add({"all " + std::to_string(run.selection.features), percent(found.all)});
    table.add({"as many, drawn at random", percent(found.random)});
    return table.text();
}

std::string tried_text(const AutoRun& run) {
    std::string text;
    for (const AutoCandidate& candidate : run.candidates)
        text += fmt::format("{}{} with {}", text.empty() ? "" : ", ", candidate.label, candidate.k);
    return text;
}

std::string chosen_names(const SelectRun& run) {
    const std::vector<Index>& selected = run.selection.selected;
    std::string text;
    for (std::size_t rank = 0; rank < std::min(selected.size(), most_named); ++rank)
        text +=
            (text.empty() ? "" : " ") + (run.feature_names.empty() ? std::to_string(selected[rank])
                                                                   : run.feature_names[at(selected[rank])]);
    return text + (selected.size() > most_named ? " …" : "");
}

std::string auto_text(const AutoRun& run, const AutoOptions& options) {
    const SelectRun& selected = run.selection;
    std::string text =
        fmt::format("{}: {}, {}, {}\n\n", selected.data_name, counted(selected.samples, "sample"),
                    counted(selected.features, "feature"), label_text(selected.classes, selected.label_name));
    text += fmt::format("Chosen: the best {} by {}\n  {}\n",
                        counted(static_cast<Index>(selected.selection.selected.size()), "feature"),
                        selected.method, chosen_names(selected));
    if (run.accuracy) {
        text += fmt::format("Tried, each with its best number of features: {}\n\n", tried_text(run));
        text += fmt::format(
            "What to expect on new samples ({} outer folds; the choice is repeated without the fold that "
            "tests it):\n\n{}",
            run.accuracy->folds, accuracy_table(run, options.evaluator));
    }
    text += trust_in_words(selected);
    std::string conclusion = run.conclusion;
    conclusion.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(conclusion.front())));
    return text + "\n" + conclusion + ".\n" + "time: " + duration_text(run.seconds) + "\n";
}

// The chosen columns, best first, as they are in the data, with the labels.
Dataset reduced(const Dataset& data, const std::vector<Index>& selected) {
    Dataset part = data;
    part.x = take_columns(data.x, selected);
    part.feature_names.clear();
    for (const Index column : selected) part.feature_names.push_back(feature_label(data, column));
    return part;
}

void auto_command(const AutoOptions& options, Session& session) {
    const Context context = options.data.run.context(session);
    const AutoRequest request = make_request(options);
    if (!options.folder.empty()) prepare_folder(options.folder, options.data.files_read());
    options.report.check(options.data.files_read(), options.json || !options.folder.empty());
    ReportOutput in_folder = options.report;  // with the same image
    if (!options.folder.empty()) in_folder.set_path(options.folder + "/report.html");
    const LoadedData loaded = load_clean(options.data, "auto", context);
    const std::optional<ImageShape> image = in_folder.image_of(loaded.data.name, loaded.data.features());
    AutoRun run = run_auto(loaded.data, request, context);
    run.selection.data_options = options.data.chosen();
    run.selection.exhibits.image = image;
    context.check_cancel();
    const std::string document = to_json(run, loaded.seconds);
    session.console.result(options.json ? document : auto_text(run, options));
    const std::vector<ReportDocument> pages = {{"auto on " + run.selection.data_name, document}};
    options.report.write(pages, session);
    if (options.folder.empty()) return;
    in_folder.write(pages, session);
    write_file(options.folder + "/selection.json", document);
    save(options.folder + "/reduced.csv", reduced(loaded.data, run.selection.selection.selected), context);
    session.console.note("saved selection.json and reduced.csv in " + options.folder);
}

}  // namespace

void add_auto(CLI::App& app, Session& session) {
    CLI::App& command =
        *app.add_subcommand("auto", "choose method and number of features, and say what the choice is worth");
    const auto options = std::make_shared<AutoOptions>();
    options->data.add_to(command);
    command
        .add_option(
            "--candidates", options->candidates,
            "methods to choose from, with options as in lapdofs:lambda1=0.1; default: fisher,relieff,gfs, "
            "or laplacian without labels")
        ->type_name("M,M,…");
    command.add_option("--evaluator", options->evaluator, "what judges the features: 1nn or svm")
        ->type_name("E")
        ->capture_default_str();
    command
        .add_option(
            "--budget", options->budget,
            "leave out methods, tests and half samples that would make the work take longer than this; the "
            "result then depends on the machine")
        ->type_name("SECONDS")
        ->check(CLI::PositiveNumber);
    command.add_option("-k", options->k, "how many features, for data without labels")->type_name("K");
    command
        .add_option("--scale", options->scale,
                    "scaling, learned on the training part; auto: standard for dense data, none for sparse")
        ->type_name("auto|none|standard|minmax|unit")
        ->capture_default_str()
        ->group("Data");
    add_json(command, options->json);
    command
        .add_option("-o,--output", options->folder,
                    "a folder for selection.json, reduced.csv and report.html")
        ->type_name("DIR")
        ->group("Output");
    options->report.add_to(command, "the choice and what it is worth");
    command.footer(
        "Examples:\n"
        "  tamis auto digits\n"
        "  tamis auto mydata.csv --label class -o chosen\n"
        "  tamis auto genes.csv --candidates fisher,gfs,trln --evaluator svm --budget 60");
    when_asked(command, session, options, auto_command);
}

}  // namespace tamis::cli
