// tamis project: a few directions that tell the classes apart, or hold the variance.
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "project_table.hpp"
#include "tamis/core/error.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/report/json.hpp"

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
    bool transformed = false;
    std::string output;
};

void run(const ProjectOptions& options, Session& session) {
    const Context context = options.data.run.context(session);
    ProjectRequest request;
    request.method = options.method;
    request.dim = options.dim;
    request.pca = options.pca;
    request.settings = parse_settings(options.set);
    request.scale = parse_scaling(options.scale);
    // Wrong names and values are told before the data are read.
    check_request(request);
    if (options.transformed && options.output.empty())
        throw UsageError("--transformed writes the projected data: say where with -o FILE");
    require_writable(options.output);

    const LoadedData loaded = load_clean(options.data, context);
    ProjectRun learnt = run_project(loaded.data, request, context);
    learnt.data_options = options.data.chosen();
    context.check_cancel();

    if (options.transformed)
        save(options.output, projected_data(learnt.model, learnt.method, loaded.data, context), context);
    session.console.result(options.json ? to_json(learnt, loaded.seconds, "")
                                        : project_table(learnt, loaded.seconds));
    if (options.transformed)
        session.console.note("wrote " + options.output + ": " + counted(learnt.samples, "sample") + ", " +
                             counted(learnt.model.projection.dim(), "dimension"));
}

}  // namespace

void add_project(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("project", "learn a projection to a few dimensions");
    const auto options = std::make_shared<ProjectOptions>();
    options->data.add_to(command);
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
                    "put a PCA in front: a share of the variance like 0.95, or a number of components")
        ->type_name("SHARE|N");
    command.add_option("--set", options->set, "an option of the method; can be repeated")
        ->type_name("name=value")
        ->allow_extra_args(false);
    add_scale(command, options->scale);
    add_json(command, options->json);
    command.add_flag("--transformed", options->transformed, "write the projected data to OUT, not the model")
        ->group("Output");
    command.add_option("-o,--output", options->output, "the projected data (with --transformed)")
        ->type_name("OUT")
        ->group("Output");
    command.footer(
        "Examples:\n"
        "  tamis project digits --method flda --dim 2\n"
        "  tamis project faces.mat --method trln --pca 0.95 --dim 10 -o faces.json\n"
        "  tamis project digits --method pca --dim 0.9 -o digits_pca.csv --transformed");
    command.callback(
        [options, &session] { session.action = [options, &session] { run(*options, session); }; });
}

}  // namespace tamis::cli
