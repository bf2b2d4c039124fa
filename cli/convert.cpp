// tamis convert: from one file format to another.
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "output.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis::cli {

namespace {

struct ConvertOptions {
    DataOptions data;
    std::string output;
    bool json = false;
};

void convert_command(const ConvertOptions& options, Session& session) {
    const Context caller = options.data.run.context(session);
    Remarks heard(caller, {});
    const Context& context = heard.context();
    const SavedData output{options.output, options.json};
    output.check();
    refuse_overwriting("OUT", options.output, options.data.files_read());
    Dataset data = load(options.data.path, options.data.load, context);
    // Missing cells and texts are kept as they are, unless a policy is asked for.
    if (!options.data.clean.empty()) data = clean(std::move(data), options.data.clean_options(), context);
    context.check_cancel();
    output.write(data, "tamis.convert/1", counted(data.features(), "feature"), session.console, heard);
}

}  // namespace

void add_convert(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("convert", "convert data between file formats");
    const auto options = std::make_shared<ConvertOptions>();
    options->data.add_to(command);
    command
        .add_option("OUT", options->output,
                    "the file to write; its extension sets the format; - for .csv on standard output")
        ->required()
        ->type_name("");
    add_json(command, options->json);
    command.footer("Example:\n  tamis convert faces.mat faces.csv");
    when_asked(command, session, options, convert_command);
}

}  // namespace tamis::cli
