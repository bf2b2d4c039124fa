// tamis transform: the columns of a saved selection, taken from other data.
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/report/json.hpp"
#include "tamis/report/saved.hpp"

namespace tamis::cli {

namespace {

struct TransformOptions {
    std::string model;
    DataOptions data;
    std::string output;
    bool json = false;
};

// Cleaning that changes which columns there are comes before the columns are taken, so that they match what
// the selection saw; otherwise only the cells of the selected columns have to be good.
Dataset selected_columns(const SavedSelection& saved, const TransformOptions& options,
                         const Context& context) {
    const CleanOptions cleaning = options.data.clean_options();
    Dataset data = load(options.data.path, options.data.load, context);
    const bool changes_columns =
        cleaning.categories == Categories::onehot || cleaning.missing == Missing::drop_features;
    if (changes_columns) data = clean(std::move(data), cleaning, context);
    data = take_features(data, match_features(saved, data));
    return changes_columns ? data : clean(std::move(data), cleaning, context);
}

// How the data of the selection were read, but for its file of labels: that belongs to those samples alone.
Settings reading_options(const SavedSelection& saved) {
    Settings options = saved.data_options;
    for (auto& [name, text] : options)
        if (name == "label_file") {
            name = "label";
            text = "none";
        }
    return options;
}

void run(TransformOptions& options, Session& session) {
    const Context context = options.data.run.context(session);
    require_writable(options.output);
    const SavedSelection saved = parse_selection(read_text(options.model), options.model);
    options.data.take_over(reading_options(saved));
    const Dataset data = selected_columns(saved, options, context);
    context.check_cancel();
    save(options.output, data, context);
    if (options.json) session.console.result(written_json("tamis.transform/1", options.output, data));
    session.console.note("wrote " + options.output + ": " + counted(data.samples(), "sample") + ", " +
                         counted(data.features(), "feature") + " selected by " + saved.method);
}

}  // namespace

void add_transform(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("transform", "apply a saved selection to other data");
    const auto options = std::make_shared<TransformOptions>();
    command.add_option("MODEL", options->model, "the JSON that 'tamis select -o' wrote")
        ->required()
        ->type_name("");
    options->data.add_to(command);
    command.add_option("-o,--output", options->output, "the file to write; its extension says the format")
        ->required()
        ->type_name("OUT")
        ->group("Output");
    add_json(command, options->json);
    command.footer(
        "Columns are found by name where both sides have names, otherwise by position.\n"
        "They are written in order of selection, best first, with the labels.\n"
        "Reading options (--label, --missing, ...) that are not given are those of the selection;\n"
        "for data without labels give --label none.\n\n"
        "Example:\n"
        "  tamis select train.csv --method fisher -k 20 -o best.json\n"
        "  tamis transform best.json test.csv -o test_best.csv");
    command.callback(
        [options, &session] { session.action = [options, &session] { run(*options, session); }; });
}

}  // namespace tamis::cli
