// tamis reproduce: a paper's experiments, ours next to the printed figures.
#include <cstdlib>
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "output.hpp"
#include "papers/data_folder.hpp"
#include "papers/figure.hpp"
#include "papers/paper_table.hpp"
#include "papers/reproduction_json.hpp"
#include "report_output.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/pipeline/exhibits/masks.hpp"

namespace tamis::cli {

namespace {

constexpr const char* folder_variable = "TAMIS_DATA";

struct ReproduceOptions {
    std::string paper, folder, figures;
    Output output;
    ReportOutput report;
    RunOptions run;
    bool quick = false, json = false;
};

// What --data or the environment variable names.
std::string data_folder(const ReproduceOptions& options) {
    if (!options.folder.empty()) return options.folder;
    const char* named = std::getenv(folder_variable);
    return named == nullptr ? "" : named;
}

// Throws unless there is a folder with at least one of the paper's data sets.
papers::DataFolder open_folder(const papers::Paper& paper, const std::string& path) {
    std::vector<std::string> files;
    for (const papers::PaperData& data : papers::data_of(paper)) files.push_back(papers::file_text(data));
    const std::string how = std::string("--data DIR or the environment variable ") + folder_variable;
    if (path.empty())
        throw UsageError("the data sets of " + paper.name + " do not ship with tamis: put " + joined(files) +
                         ", in upper or lower case, into one folder and name it with " + how);
    papers::DataFolder folder(path);
    for (const papers::PaperData& data : papers::data_of(paper))
        if (folder.has(data)) return folder;
    throw Error("none of the paper's data sets was found: " + joined(files) + "; put them into " + path +
                ", or name another folder with " + how);
}

// The masks of an image are those of the data sets that have as many features; throws before the work if none
// has.
void require_pixels(const ImageShape& image, const papers::Paper& paper,
                    const papers::PaperLoader& load_set) {
    std::vector<std::string> sizes;
    for (const papers::PaperData& data : papers::data_of(paper))
        if (const std::optional<Dataset> found = load_set(data)) {
            if (found->features() == image.height * image.width) return;
            sizes.push_back(data.name + " has " + std::to_string(found->features()));
        }
    throw UsageError("--image: none of the paper's data sets has the " +
                     std::to_string(image.height * image.width) + " features of an image of " +
                     std::to_string(image.height) + " x " + std::to_string(image.width) + ": " +
                     joined(sizes));
}

void reproduce_command(const ReproduceOptions& options, Session& session) {
    const Context context = options.run.context(session);
    const papers::Paper& paper = papers::find_paper(options.paper);
    options.output.check();
    options.report.check({options.output.path()}, options.json || options.output.extension() == ".json");
    papers::DataFolder folder = open_folder(paper, data_folder(options));
    const auto load_set = [&](const papers::PaperData& wanted) { return folder.load(wanted, context); };
    if (const std::optional<ImageShape> image = options.report.image())
        require_pixels(*image, paper, load_set);
    if (!options.figures.empty())  // a folder that cannot be made is told before the work, not after it
        papers::write_figures(options.figures, paper.name, {}, context.seed, options.quick);
    papers::Reproduction result = papers::reproduce(paper, load_set, options.quick, context);
    if (const std::optional<ImageShape> image = options.report.image())
        for (papers::PaperRun& run : result.runs)
            if (run.results.features == image->height * image->width) add_masks(run.results, *image);
    std::vector<papers::Figure> figures;
    if (!options.figures.empty() || options.report.given())
        figures = papers::reproduce_figures(paper, result, load_set, context);
    if (!options.figures.empty())
        papers::write_figures(options.figures, paper.name, figures, context.seed, options.quick);
    const auto json = [&] {
        return to_json(result, options.report.given() ? figures : std::vector<papers::Figure>());
    };
    const Forms forms = {{".json", json},
                         {".csv", [&] { return reproduction_rows(result).delimited(','); }},
                         {".tsv", [&] { return reproduction_rows(result).delimited('\t'); }},
                         {".md", [&] { return reproduction_page(result).markdown(); }},
                         {".tex", [&] { return reproduction_page(result).latex(); }}};
    options.output.write(session.console, forms,
                         [&] { return options.json ? json() : reproduction_page(result).text(); });
    if (options.report.given()) options.report.write({{paper.name, json()}}, session);
}

}  // namespace

void add_reproduce(CLI::App& app, Session& session) {
    const std::vector<std::string> names = names_of(papers::all_papers());
    CLI::App& command =
        *app.add_subcommand("reproduce", "repeat a paper's experiments and compare with its printed results");
    const auto options = std::make_shared<ReproduceOptions>();
    command.add_option("PAPER", options->paper, "one of " + joined(names))->required()->type_name("");
    command
        .add_option("--data", options->folder,
                    std::string("folder of the paper's data sets; default: the environment variable ") +
                        folder_variable)
        ->type_name("DIR");
    command
        .add_option("--figures", options->figures,
                    "folder for the data of the paper's figures: PAPER-figN.csv and .json")
        ->type_name("DIR");
    command.add_flag("--quick", options->quick, "fewer repeats than the paper");
    options->run.add_to(command);
    add_json(command, options->json);
    options->output.add_to(command, "the results", {".json", ".csv", ".tsv", ".md", ".tex"});
    options->report.add_to(command, "the paper's tables and figures, ours beside the printed ones");
    command.footer("Example:\n  tamis reproduce gu2011 --data ~/benchmarks --quick");
    when_asked(command, session, options, reproduce_command);
}

}  // namespace tamis::cli
