// tamis reproduce: a paper's experiments, ours beside the printed figures.
#include <filesystem>
#include <map>
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "papers/paper.hpp"
#include "papers/paper_table.hpp"
#include "papers/reproduction_json.hpp"
#include "tamis/core/names.hpp"
#include "tamis/io/atomic_file.hpp"

namespace tamis::cli {

namespace {

struct ReproduceOptions {
    std::string paper, folder = "../shared/data", output;
    RunOptions run;
    bool quick = false, json = false;
};

// Every file is read once.
class Folder {
  public:
    Folder(std::string path, const Context& context) : path_(std::move(path)), context_(context) {}

    std::optional<Dataset> load_set(const PaperData& wanted) {
        const std::string file = path_ + "/" + wanted.file;
        if (const auto known = sets_.find(file); known != sets_.end()) return known->second;
        if (!std::filesystem::exists(file)) return sets_[file] = std::nullopt;
        Dataset data =
            clean_for_splits(load(file, {.label = wanted.label, .transpose = wanted.transpose}, context_),
                             {.missing = Missing::mean}, context_);
        if (wanted.sparse) data.x = to_sparse(data.x);
        return sets_[file] = std::move(data);
    }

  private:
    std::string path_;
    const Context& context_;
    std::map<std::string, std::optional<Dataset>> sets_;
};

void run(const ReproduceOptions& options, Session& session) {
    const Context context = options.run.context(session);
    const Paper& paper = find_paper(options.paper);
    require_writable(options.output);
    Folder folder(options.folder, context);
    const auto load_set = [&](const PaperData& wanted) { return folder.load_set(wanted); };
    const Reproduction result = reproduce(paper, load_set, options.quick, context);
    const std::string json = to_json(result);
    if (!options.output.empty()) write_file(options.output, json);
    session.console.result(options.json ? json : reproduction_table(result));
    if (!options.output.empty()) session.console.note("saved " + options.output);
}

}  // namespace

void add_reproduce(CLI::App& app, Session& session) {
    std::vector<std::string> names;
    for (const Paper& paper : papers()) names.push_back(paper.name);
    CLI::App& command = *app.add_subcommand("reproduce", "a paper's experiments beside its printed figures");
    const auto options = std::make_shared<ReproduceOptions>();
    command.add_option("PAPER", options->paper, "one of " + joined(names))->required()->type_name("");
    command.add_option("--data", options->folder, "folder of the paper's data sets")
        ->type_name("DIR")
        ->capture_default_str();
    command.add_flag("--quick", options->quick, "fewer repeats than the paper");
    options->run.add_to(command);
    add_json(command, options->json);
    command.add_option("-o,--output", options->output, "save all results as JSON")
        ->type_name("FILE")
        ->group("Output");
    command.footer("Example:\n  tamis reproduce gu2011 --data ~/benchmarks --quick");
    command.callback(
        [options, &session] { session.action = [options, &session] { run(*options, session); }; });
}

}  // namespace tamis::cli
