// tamis transform: the columns of a saved selection, or a saved projection, of other data.
#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "output.hpp"
#include "tamis/core/error.hpp"
#include "tamis/pipeline/project.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/saved/projection_file.hpp"
#include "tamis/saved/saved.hpp"
#include "tamis/saved/selection_json.hpp"

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
    const bool changes_columns = cleaning.categories == Categories::onehot ||
                                 cleaning.categories == Categories::drop ||
                                 cleaning.missing == Missing::drop_features;
    if (changes_columns) data = clean(std::move(data), cleaning, context);
    const std::vector<Index> columns = match_features(saved, data);
    data = take_features(data, columns);
    // Columns without names are called by where they were, so that the first is not mistaken for f0.
    if (data.feature_names.empty())
        for (const Index column : columns) data.feature_names.push_back("f" + std::to_string(column));
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

// The file next to the document of a projection.
std::string matrices_of(const SavedProjection& saved, const std::string& document) {
    return (std::filesystem::path(document).parent_path() / saved.matrices).string();
}

ProjectionModel load_model(const SavedProjection& saved, const std::string& document) {
    const std::string path = matrices_of(saved, document);
    if (saved.matrices.empty() || !std::filesystem::exists(path))
        throw Error(
            document + " needs its matrices next to it, and " +
            (saved.matrices.empty() ? std::string("it was saved without any") : "there is no " + path) +
            ": make both with 'tamis project DATA --method M -o FILE.json'");
    ProjectionFile file = read_projection(path);
    if (file.projection.features() != saved.features.features || file.projection.dim() != saved.dim)
        throw Error(path + " holds a projection of " + std::to_string(file.projection.features()) +
                    " features to " + std::to_string(file.projection.dim()) + " dimensions, and " + document +
                    " is one of " + std::to_string(saved.features.features) + " to " +
                    std::to_string(saved.dim) + ": they do not belong together");
    ProjectionModel model;
    model.scaler = {saved.request.scale, std::move(file.shift), std::move(file.scale)};
    const bool by_column = saved.request.scale == Scaling::standard || saved.request.scale == Scaling::minmax;
    if (by_column && model.scaler.scale.empty()) throw Error(path + ": holds no array 'scale'");
    model.projection = std::move(file.projection);
    return model;
}

void transform_command(TransformOptions& options, Session& session) {
    const Context caller = options.data.run.context(session);
    Remarks heard(caller, {});
    const Context& context = heard.context();
    const SavedData output{options.output, options.json};
    output.check();
    refuse_overwriting("-o", options.output, options.data.files_read());
    refuse_overwriting("-o", options.output, {options.model});
    const std::string text = read_text(options.model, "a saved selection or projection");
    std::string done;
    Dataset data;
    if (is_projection(text)) {
        const SavedProjection saved = parse_projection(text, options.model);
        refuse_overwriting("-o", options.output, {matrices_of(saved, options.model)});
        const ProjectionModel model = load_model(saved, options.model);
        options.data.take_over(reading_options(saved.features));
        data = projected_data(model, saved.features.method,
                              selected_columns(saved.features, options, context), context);
        done = counted(data.features(), "dimension") + " by " + saved.features.method;
    } else {
        const SavedSelection saved = parse_selection(text, options.model);
        options.data.take_over(reading_options(saved));
        data = selected_columns(saved, options, context);
        done = counted(data.features(), "feature") + " selected by " + saved.method;
    }
    context.check_cancel();
    output.write(data, "tamis.transform/1", done, session.console, heard);
}

}  // namespace

void add_transform(CLI::App& app, Session& session) {
    CLI::App& command =
        *app.add_subcommand("transform", "apply a saved selection or projection to other data");
    const auto options = std::make_shared<TransformOptions>();
    command
        .add_option("MODEL", options->model, "the JSON that 'tamis select -o' or 'tamis project -o' wrote")
        ->required()
        ->type_name("");
    options->data.add_to(command);
    command
        .add_option("-o,--output", options->output,
                    "the file to write; its extension sets the format; - for .csv on standard output")
        ->required()
        ->type_name("OUT")
        ->group("Output");
    add_json(command, options->json);
    command.footer(
        "Columns are matched by name if both sides have names, otherwise by position.\n"
        "The columns of a selection are written best first, with the labels.\n"
        "Reading options (--label, --missing, ...) default to those of MODEL;\n"
        "use --label none for data without labels.\n\n"
        "Example:\n"
        "  tamis select train.csv --method fisher -k 20 -o best.json\n"
        "  tamis transform best.json test.csv -o test_best.csv");
    when_asked(command, session, options, transform_command);
}

}  // namespace tamis::cli
