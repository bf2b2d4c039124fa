// tamis project: a few directions that tell the classes apart, or hold the variance.
#include <filesystem>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "file_list.hpp"
#include "loaded_data.hpp"
#include "options.hpp"
#include "plan.hpp"
#include "project_table.hpp"
#include "report_output.hpp"
#include "shards/sharded_data.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/saved/projection_file.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis::cli {

namespace {

struct ProjectOptions {
    DataOptions data;
    std::string method;
    std::string dim = "auto";
    std::string pca;
    std::vector<std::string> set;
    std::string scale = "none";
    bool json = false;
    bool plan = false;
    bool transformed = false;
    std::string output;
    ReportOutput report;
};

// The document and, next to it under the same name, the matrices.
struct ModelFiles {
    std::string json, matrices;

    explicit ModelFiles(const std::string& output) {
        const std::filesystem::path path(output);
        const std::string extension = path.extension().string();
        if (extension != ".json" && extension != ".npz")
            throw UsageError("-o " + output +
                             ": a projection is saved as .json with an .npz next to it; the " +
                             "projected data are written with --transformed");
        json = std::filesystem::path(path).replace_extension(".json").string();
        matrices = std::filesystem::path(path).replace_extension(".npz").string();
    }
};

// Does the work of a flag; what is wrong with it names the flag.
template <class Work>
auto as_flag(const std::string& flag, Work work) {
    try {
        return work();
    } catch (const UsageError& error) {
        throw UsageError(flag + ": " + error.what());
    }
}

// Wrong names and values are found here, before the data are read.
ProjectRequest make_request(const ProjectOptions& options) {
    ProjectRequest request{
        .method = configure_projector(options.method, as_values(parse_settings(options.set))),
        .dim = Dimension::parse(options.dim),
        .scale = parse_scaling(options.scale)};
    as_flag("--dim " + options.dim, [&] { check_request(request); });
    if (!options.pca.empty())
        request.pca = as_flag("--pca " + options.pca, [&] { return Dimension::parse(options.pca); });
    request.hash_data = options.json || !options.output.empty() || options.report.given();
    request.exhibits = options.report.given();
    return request;
}

LoadedData load_data(const ProjectOptions& options, const ProjectRequest& request, Session& session,
                     const Context& context) {
    const Survey::Hash hash = request.hash_data ? Survey::Hash::yes : Survey::Hash::no;
    if (!is_sharded(options.data, session))
        return load_clean(options.data, request.method.name(), context, hash);
    if (options.transformed)
        throw UsageError("--transformed writes one file, and the rows are in shards",
                         "save the projection with -o FILE.json and apply it to each with 'tamis transform'");
    check_shared(request);
    return load_sharded(options.data, {request.method.name(), request.method.needs().labels, hash}, session,
                        context);
}

void project_command(ProjectOptions& options, Session& session) {
    const Context context = options.data.run.context(session);
    if (session.serves()) return serve_shards(options.data, session, context);
    options.data.files = file_list(options.data.files);
    options.data.path = options.data.files.front();
    const ProjectRequest request = make_request(options);
    if (options.plan) {
        refuse_plan_of_shards(options.data, session);
        const PlannedData data = planned_data(options.data, context);
        return tell_plan(plan_project(data.shape, request, measure_machine(context)), data,
                         request.method.name(), options.json, session);
    }
    if (options.transformed && options.output.empty())
        throw UsageError("--transformed writes the projected data: say where with -o FILE");
    std::optional<ModelFiles> files;
    if (!options.output.empty() && !options.transformed) files.emplace(options.output);
    require_writable(files ? files->json : options.output);
    std::vector<std::string> used = options.data.files_read();
    std::vector<std::string> written = {options.output};
    if (files) written.insert(written.end(), {files->json, files->matrices});
    for (const std::string& path : written) refuse_overwriting("-o", path, used);
    used.insert(used.end(), written.begin(), written.end());
    options.report.check(used, options.json || files.has_value());

    const LoadedData loaded = load_data(options, request, session, context);
    const std::optional<ImageShape> image = options.report.image_of(loaded.data.name, loaded.view().x.cols());
    ProjectRun learned = run_project(loaded.view(), request, context);
    learned.data_options = options.data.chosen();
    learned.shards_of_rows = is_sharded(options.data, session) && options.data.files.size() == 1;
    learned.exhibits.image = image;
    finish_rounds(loaded, session, context);
    context.check_cancel();

    const std::string json =
        to_json(learned, loaded.seconds,
                files ? std::filesystem::path(files->matrices).filename().string() : std::string());
    if (options.transformed)
        save(options.output, projected_data(learned.model, learned.method, loaded.data, context), context);
    if (files) {
        const Scaler& scaler = learned.model.scaler;
        write_projection(files->matrices, {learned.model.projection, scaler.shift, scaler.scale});
        write_file(files->json, json);
    }
    session.console.result(options.json ? json : project_table(learned, loaded.seconds));
    if (files) session.console.note("saved " + files->json + " and " + files->matrices);
    options.report.write({{learned.method + " on " + learned.data_name, json}}, session);
    if (options.transformed)
        session.console.note("wrote " + options.output + ": " + counted(learned.samples, "sample") + ", " +
                             counted(learned.model.projection.dim(), "dimension"));
}

}  // namespace

void add_project(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("project", "learn a projection to a few dimensions");
    const auto options = std::make_shared<ProjectOptions>();
    options->data.add_to(command, options->data.files,
                         "or several files of the same columns, also as a pattern in quotes");
    options->data.add_shards_to(command);
    command.add_option("-m,--method", options->method, "a projector of 'tamis methods'")
        ->required()
        ->type_name("M");
    command
        .add_option("-d,--dim", options->dim,
                    "how many dimensions; auto: classes - 1 (pca: all); for pca also a share like 0.95")
        ->type_name("D")
        ->capture_default_str();
    command
        .add_option("--pca", options->pca,
                    "run a PCA first: a share of the variance like 0.95, or a number of components")
        ->type_name("SHARE|N");
    command.add_option("--set", options->set, "an option of the method; can be repeated")
        ->type_name("name=value")
        ->allow_extra_args(false);
    add_scale(command, options->scale);
    add_plan(command, options->plan);
    add_json(command, options->json);
    command.add_flag("--transformed", options->transformed, "write the projected data to OUT, not the model")
        ->group("Output");
    command
        .add_option("-o,--output", options->output,
                    "save the projection as JSON with an .npz next to it, for 'tamis transform'")
        ->type_name("OUT")
        ->group("Output");
    options->report.add_to(command, "the projection");
    command.footer(
        "Examples:\n"
        "  tamis project digits --method flda --dim 2\n"
        "  tamis project faces.mat --method trln --pca 0.95 --dim 10 -o faces.json\n"
        "  tamis project digits --method pca --dim 0.9 -o digits_pca.csv --transformed");
    when_asked(command, session, options, project_command);
}

}  // namespace tamis::cli
