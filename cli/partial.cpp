// tamis partial: what is needed of one shard of the data to select features from all of them.
#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "loaded_data.hpp"
#include "options.hpp"
#include "tamis/core/data_hash.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/load_parts.hpp"
#include "tamis/io/no_rows.hpp"
#include "tamis/pipeline/parts/part.hpp"
#include "tamis/pipeline/remarks.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/report/data_text.hpp"
#include "tamis/saved/parts/part_file.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis::cli {

namespace {

struct PartialOptions {
    DataOptions data;
    std::string output;
    bool json = false;
};

// What would be done to a shard on its own, and differently to every other one.
void refuse_cleaning(const CleanOptions& clean) {
    const auto refuse = [](const Message& what, const std::string& why, const Message& remedy) {
        throw UsageError(what + " cannot be done shard by shard: " + why, remedy);
    };
    if (clean.missing == Missing::mean)
        refuse(option("missing", "mean"), "the mean of a shard is not that of all data",
               "use " + option("missing", "drop-rows") + ", or fill in the cells before");
    if (clean.missing == Missing::drop_features)
        refuse(option("missing", "drop-features"), "each shard would lose other features",
               "leave features out of all shards with " + option("drop", "LIST"));
    if (clean.categories == Categories::rank)
        refuse(option("categories", "rank"), "the rank of a text depends on the other texts of the shard",
               "use " + option("categories", "onehot") + " if every shard has the same texts, or " +
                   option("categories", "drop"));
}

LoadedData load_shard(const DataOptions& options, const Context& context) {
    try {
        return load_for(options, "partial", Reading::in_passes, context, Survey::Hash::yes);
    } catch (const NoRows& error) {
        throw Error(error.happened(), "a shard without rows needs no part");
    }
}

void partial_command(const PartialOptions& options, Session& session) {
    const Context caller = options.data.run.context(session);
    Remarks heard(caller, {});
    const Context& context = heard.context();
    refuse_cleaning(options.data.clean_options());
    if (std::filesystem::path(options.output).extension() != part_extension)
        throw UsageError("cannot write " + options.output + ": parts are written to " + part_extension +
                         " files");
    require_writable(options.output);

    const LoadedData loaded = load_shard(options.data, context);
    const DataView view = loaded.view();
    const Labels& labels = loaded.data.labels;
    const std::string hash = loaded.survey && loaded.survey->hashed()
                                 ? loaded.survey->hash(labels)
                                 : survey(view.x, Survey::Hash::yes, context).hash(labels);
    Part part = make_part(view, loaded.data.label_column.value_or(-1), hash, context);
    part.open_width = has_open_width(options.data.path, options.data.load);
    context.check_cancel();
    write_part(options.output, part);
    if (options.json) session.console.result(part_json(options.output, part, heard.take()));
    const auto classes = labels.empty() ? std::nullopt : std::optional(part.moments.classes());
    session.console.note("saved " + options.output + ": " + counted(part.moments.samples(), "sample") + ", " +
                         counted(part.features(), "feature") + ", " + label_text(classes, part.label_name));
}

}  // namespace

void add_partial(CLI::App& app, Session& session) {
    CLI::App& command =
        *app.add_subcommand("partial", "keep of one shard of the data what selecting from all needs");
    const auto options = std::make_shared<PartialOptions>();
    options->data.add_to(command);
    command.add_option("-o,--output", options->output, "the part to write (.tps)")
        ->required()
        ->type_name("FILE")
        ->group("Output");
    add_json(command, options->json);
    command.footer(
        "A part holds counts, sums and ranges of one shard, no samples (docs/parts.md). Parts from any\n"
        "machines are enough for variance, fisher, trace-ratio and hsic with their usual settings.\n\n"
        "Example:\n"
        "  tamis partial shard-1.csv -o part-1.tps\n"
        "  tamis partial shard-2.csv -o part-2.tps\n"
        "  tamis select 'part-*.tps' --method fisher -k 50");
    when_asked(command, session, options, partial_command);
}

}  // namespace tamis::cli
