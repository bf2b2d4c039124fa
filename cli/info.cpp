// tamis info: what a data set is like.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "commands.hpp"
#include "options.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/pipeline/describe.hpp"
#include "tamis/pipeline/remarks.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/report/table.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis::cli {

namespace {

constexpr std::size_t most_listed = 20;

struct InfoOptions {
    DataOptions data;
    bool json = false;
};

std::string some_of(std::vector<std::string> names) {
    const std::size_t total = names.size();
    names.resize(std::min(total, most_listed));
    return joined(names) + (total > most_listed ? ", …" : "");
}

std::string counts_text(const std::vector<std::pair<std::string, Index>>& counts) {
    std::vector<std::string> parts;
    for (const auto& [name, count] : counts) parts.push_back(fmt::format("{}: {}", name, count));
    return some_of(std::move(parts));
}

std::string found_label(const DataInfo& info) {
    if (!info.label.empty()) return info.label;
    if (!info.label_column) return "separate from the columns";
    return fmt::format("column {}, without a name", *info.label_column);
}

std::string info_text(const DataInfo& info, const Dataset& data) {
    std::vector<std::pair<std::string, std::string>> lines = {
        {"data", info.name},
        {"samples", std::to_string(info.samples)},
        {"features", std::to_string(info.features) + (info.named_features ? ", named" : ", without names")}};
    lines.emplace_back("storage", fmt::format("{}, {:.3g} % of the cells are not zero",
                                              info.sparse ? "sparse" : "dense", info.density * 100.0));
    lines.emplace_back("values", short_number(info.smallest) + " to " + short_number(info.largest));
    if (info.labeled) {
        lines.emplace_back("label", found_label(info));
        lines.emplace_back("classes",
                           info.measured
                               ? fmt::format("none: the {} values look measured; --label-kind classes takes "
                                             "each of them for a class",
                                             info.classes.size())
                               : fmt::format("{} ({})", info.classes.size(), counts_text(info.classes)));
        if (info.unlabeled > 0) lines.emplace_back("unlabeled", counted(info.unlabeled, "sample"));
    } else {
        lines.emplace_back("label", "none found; name one with --label for the supervised methods");
    }
    if (info.named_samples)
        lines.emplace_back("sample names",
                           info.sample_column.empty() ? "yes" : "column '" + info.sample_column + "'");
    lines.emplace_back("missing", info.missing_cells == 0
                                      ? "none"
                                      : fmt::format("{} in {} and {}", counted(info.missing_cells, "cell"),
                                                    counted(info.missing_rows, "row"),
                                                    counted(info.missing_features, "feature")));
    if (info.infinite_cells > 0) lines.emplace_back("infinite", counted(info.infinite_cells, "cell"));
    std::vector<std::string> constant;
    for (const Index column : info.constant) constant.push_back(feature_label(data, column));
    lines.emplace_back("constant",
                       constant.empty()
                           ? "none"
                           : fmt::format("{} ({})", counted(static_cast<Index>(constant.size()), "feature"),
                                         some_of(constant)));
    if (!info.categories.empty())
        lines.emplace_back("text columns", fmt::format("{} (values: {})", info.categories.size(),
                                                       counts_text(info.categories)));
    lines.emplace_back("duplicates", info.duplicates == 0 ? "none" : counted(info.duplicates, "sample"));
    return paired_lines(lines);
}

void info_command(const InfoOptions& options, Session& session) {
    const Context caller = options.data.run.context(session);
    Remarks heard(caller, {});
    const Context& context = heard.context();
    Dataset data = load(options.data.path, options.data.load, context);
    // Data are shown as they are, unless a policy is asked for.
    if (!options.data.clean.empty()) data = clean(std::move(data), options.data.clean_options(), context);
    DataInfo info = describe(data, context);
    info.remarks = heard.take();
    session.console.result(options.json ? to_json(info) : info_text(info, data));
}

}  // namespace

void add_info(CLI::App& app, Session& session) {
    CLI::App& command =
        *app.add_subcommand("info", "shape, classes, missing values, constants, sparsity, guessed label");
    const auto options = std::make_shared<InfoOptions>();
    options->data.add_to(command);
    add_json(command, options->json);
    command.footer("Example:\n  tamis info digits");
    when_asked(command, session, options, info_command);
}

}  // namespace tamis::cli
