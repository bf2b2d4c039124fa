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
#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"

namespace tamis::cli {

namespace {

constexpr const char* folder_variable = "TAMIS_DATA";

struct ReproduceOptions {
    std::string paper, folder, figures;
    Output output;
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
    const papers::DataFolder folder(path);
    for (const papers::PaperData& data : papers::data_of(paper))
        if (folder.has(data)) return folder;
    throw Error("none of the paper's data sets was found: " + joined(files) + "; put them into " + path +
                ", or name another folder with " + how);
}

void reproduce_command(const ReproduceOptions& options, Session& session) {
    const Context context = options.run.context(session);
    const papers::Paper& paper = papers::find_paper(options.paper);
    options.output.check();
    papers::DataFolder folder = open_folder(paper, data_folder(options));
    const auto load_set = [&](const papers::PaperData& wanted) { return folder.load(wanted, context); };
    if (!options.figures.empty())  // a folder that cannot be made is told before the work, not after it
        papers::write_figures(options.figures, paper.name, {}, context.seed, options.quick);
    const papers::Reproduction result = papers::reproduce(paper, load_set, options.quick, context);
    if (!options.figures.empty())
        papers::write_figures(options.figures, paper.name,
                              papers::reproduce_figures(paper, result, load_set, context), context.seed,
                              options.quick);
    const auto json = [&] { return to_json(result); };
    const Forms forms = {{".json", json},
                         {".csv", [&] { return reproduction_rows(result).delimited(','); }},
                         {".tsv", [&] { return reproduction_rows(result).delimited('\t'); }},
                         {".md", [&] { return reproduction_page(result).markdown(); }},
                         {".tex", [&] { return reproduction_page(result).latex(); }}};
    options.output.write(session.console, forms,
                         [&] { return options.json ? json() : reproduction_page(result).text(); });
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
    command.footer("Example:\n  tamis reproduce gu2011 --data ~/benchmarks --quick");
    when_asked(command, session, options, reproduce_command);
}

}  // namespace tamis::cli
