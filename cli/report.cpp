// tamis report: saved results as one HTML file.
#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "output.hpp"
#include "spelling.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/report/html/report.hpp"

namespace tamis::cli {

namespace {

struct PageOptions {
    std::vector<std::string> results;
    Output output;
    std::string figures;
};

std::string default_name(const PageOptions& options) {
    namespace fs = std::filesystem;
    if (options.results.size() > 1) return "report.html";
    return fs::path(options.results.front()).filename().replace_extension(".html").string();
}

void report_command(PageOptions& options, Session& session) {
    options.output.set_default(default_name(options));
    options.output.check();
    if (!options.figures.empty()) make_folder(options.figures);
    std::vector<ReportDocument> documents;
    for (const std::string& file : options.results)
        documents.push_back({.title = file, .json = read_text(file, "a saved result")});
    if (!options.figures.empty()) {
        const std::vector<ReportFile> files = report_figures(documents);
        for (const ReportFile& file : files) write_file(options.figures + "/" + file.name, file.content);
        session.console.note("wrote " + counted(static_cast<Index>(files.size()), "file") + " to " +
                             options.figures);
    }
    options.output.write(session.console,
                         {{".html", [&] { return report_page(documents, {.spell = spelled}); }}},
                         [] { return std::string(); });
}

}  // namespace

void add_report(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("report", "make one HTML file of saved results");
    const auto options = std::make_shared<PageOptions>();
    command
        .add_option("RESULT", options->results,
                    "JSON documents of select, project, evaluate, auto, demo or reproduce")
        ->required()
        ->type_name("");
    options->output.add_to(command, "the page", {".html"});
    command
        .add_option("--figures", options->figures,
                    "folder for every figure as .svg and every table as .csv and .tex")
        ->type_name("DIR")
        ->group("Output");
    command.footer(
        "Without -o the page lies in the current folder: best.html for best.json, report.html for several\n"
        "results. A result that was made with --report holds what the figures of features, samples and "
        "graph\n"
        "need.\n\n"
        "Example:\n"
        "  tamis select digits --method fisher -k 10 -o best.json\n"
        "  tamis report best.json");
    when_asked(command, session, options, report_command);
}

}  // namespace tamis::cli
