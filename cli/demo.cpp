// tamis demo: every method on the handwritten digits that ship with tamis, and a small comparison.
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "report_output.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/pipeline/exhibits/masks.hpp"
#include "tamis/report/picture.hpp"
#include "tamis/report/results_page.hpp"
#include "tamis/report/table.hpp"
#include "tamis/saved/results_json.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis::cli {

namespace {

constexpr const char* shown_data = "digits";
constexpr Index image_side = 8;
constexpr std::size_t terminal_width = 80;

struct DemoOptions {
    std::string folder;
    RunOptions run;
    bool json = false;
    ReportOutput report;
};

std::string pixels_text(const Dataset& data, const std::vector<Index>& selected) {
    std::vector<std::string> names;
    for (const Index column : selected) names.push_back(feature_label(data, column));
    return joined(names, " ");
}

EvaluateRun compare(const Dataset& data, const Context& context) {
    return run_evaluate(data,
                        {.methods = {"variance", "fisher", "laplacian", "trace-ratio", "gfs", "lapdofs"},
                         .k = {5, 10, 20},
                         .protocol = {.repeats = 12},
                         .scale = Scaling::none},
                        context);
}

// One of them once more, with all that a report can show.
std::string shown_selection(const Dataset& data, const std::optional<ImageShape>& image, double load_seconds,
                            const Context& context) {
    SelectRun run = run_select(data,
                               {.method = "fisher",
                                .k = 20,
                                .hash_data = true,
                                .trust = {.pvalues = true, .stability = 50},
                                .exhibits = true},
                               context);
    run.exhibits.image = image;
    return to_json(run, load_seconds);
}

void demo_command(const DemoOptions& options, Session& session) {
    Context context = options.run.context(session);
    context.warn = nullptr;  // remarks on the data are of no use in a demo
    if (!options.folder.empty()) make_folder(options.folder);
    options.report.check({}, options.json || !options.folder.empty());
    const Timer loading;
    const Dataset data = clean(load(shown_data, {}, context), {}, context);
    const double load_seconds = loading.seconds();

    Table table({{"method", Align::left},
                 {"time", Align::right},
                 {"objective", Align::left},
                 {"pixels, best first", Align::left}});
    std::vector<Picture> pictures;
    std::vector<std::string> documents;
    for (const Method& method : methods()) {
        const SelectRun selected = run_select(data, {.method = method.usual}, context);
        const Selection& selection = selected.selection;
        table.add({selected.method, duration_text(selected.total_seconds),
                   selection.objective.name + " = " + short_number(selection.objective.value),
                   pixels_text(data, selection.selected)});
        pictures.push_back(draw_pixels(selected.method, selection.selected, image_side, image_side));
        documents.push_back(to_json(selected, load_seconds));
        if (!options.folder.empty())
            write_file(options.folder + "/" + selected.method + ".json", documents.back());
    }
    EvaluateRun compared = compare(data, context);
    const std::optional<ImageShape> image = options.report.image_of(data.name, data.features());
    if (image) add_masks(compared, *image);
    const std::string comparison = to_json(compared);
    if (!options.folder.empty()) write_file(options.folder + "/comparison.json", comparison);
    context.check_cancel();
    const std::string shown = "The 10 best of the 64 pixels of " + std::to_string(data.samples()) +
                              " handwritten digits (" + std::to_string(data.labels.classes()) +
                              " classes), as each method sees them:\n\n" + table.text() + "\n" +
                              side_by_side(pictures, terminal_width) +
                              "\n██ ranks 1 to 5, ▒▒ ranks 6 to 10\n\nHow well do so few pixels tell the "
                              "digits apart? Chosen on one half, tested on the other, twelve times:\n\n" +
                              results_page(compared).text();
    session.console.result(options.json ? demo_json(documents, comparison) : shown);
    if (!options.folder.empty())
        session.console.note("saved one JSON per method and comparison.json in " + options.folder);
    if (options.report.given())
        options.report.write({{"comparison of methods on the digits", comparison},
                              {"fisher on the digits", shown_selection(data, image, load_seconds, context)}},
                             session);
}

}  // namespace

void add_demo(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("demo", "every method on the embedded handwritten digits");
    const auto options = std::make_shared<DemoOptions>();
    command.add_option("--out", options->folder, "save one JSON per method in this folder")->type_name("DIR");
    options->run.add_to(command);
    add_json(command, options->json);
    options->report.add_to(command, "the comparison, and the selection by one of the methods");
    command.footer("Examples:\n  tamis demo --out demo\n  tamis demo --report demo.html");
    when_asked(command, session, options, demo_command);
}

}  // namespace tamis::cli
