#include "options.hpp"

#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "spelling.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/memory_budget.hpp"
#include "tamis/core/options/names.hpp"

namespace tamis::cli {

namespace {

// Options of reading that are texts. They are saved with a result under these names.
struct TextOption {
    std::string_view name;
    std::string LoadOptions::*value;
    const char* shape;
    const char* help;
};

constexpr TextOption text_options[] = {
    {"label", &LoadOptions::label, "NAME|INDEX",
     "label column or variable: a name, a position from 0, last, first, none"},
    {"label_file", &LoadOptions::label_file, "FILE",
     "labels in a file: one per line, or two columns, sample name and label"},
    {"label_kind", &LoadOptions::label_kind, "auto|classes",
     "classes: every value is a class, even measured ones"},
    {"id", &LoadOptions::id, "NAME|INDEX", "the column with the names of the samples, or none"},
    {"drop", &LoadOptions::drop, "LIST", "columns to leave out: names, positions, ranges p1..p64, patterns"},
    {"only", &LoadOptions::only, "LIST", "the columns to read as features, besides label and names"},
    {"header", &LoadOptions::header, "auto|yes|no", "text files: whether the first row holds names"},
    {"sep", &LoadOptions::sep, "C", "text files: what parts the cells, also tab or blank"},
    {"decimal", &LoadOptions::decimal, "auto|.|,", "text files: decimal point or comma"},
    {"encoding", &LoadOptions::encoding, "auto|utf-8|latin-1", "text files: encoding of names"},
    {"na", &LoadOptions::na, "LIST", "text files: further texts that stand for a missing cell"},
};

const TextOption* find_text_option(std::string_view name) {
    return std::find_if(std::begin(text_options), std::end(text_options),
                        [&](const TextOption& option) { return option.name == name; });
}

std::string is_size(const std::string& text) {
    parse_bytes(text, "memory");
    return "";
}

std::string value_shape(const FieldInfo& field) {
    if (field.kind == FieldKind::choice) return joined(field.choices, "|");
    const std::string number = field.kind == FieldKind::integer ? "N" : "X";
    return field.keyword.empty() ? number : field.keyword + "|" + number;
}

}  // namespace

std::string flag_name(std::string name) {
    std::replace(name.begin(), name.end(), '_', '-');
    return "--" + name;
}

void RunOptions::add_to(CLI::App& command) {
    command.add_option("--threads", threads, "threads to use; 0 = all cores; the result is always the same")
        ->type_name("N")
        ->capture_default_str()
        ->group("Run");
    command.add_option("--seed", seed, "seed for all random choices")
        ->type_name("N")
        ->capture_default_str()
        ->group("Run");
    command.add_flag("-q,--quiet", quiet, "no warnings and no progress")->group("Run");
}

Context RunOptions::context(Session& session) const {
    if (threads < 0)
        throw UsageError("--threads takes a number >= 0 (0 = all cores), not " + std::to_string(threads));
    if (quiet) session.console.be_quiet();
    Context context;
    context.threads = threads;
    context.seed = seed;
    context.cancel = session.interrupted;
    context.warn = [&session](const std::string& text) { session.console.warning(text); };
    context.spell = spelled;
    context.progress = [&session](std::string_view stage, double done) {
        session.console.progress(stage, done);
    };
    return context;
}

void DataOptions::add_to(CLI::App& command) {
    command
        .add_option("DATA", path,
                    "a data file, or a set that ships with tamis: " + joined(shipped_data_sets()))
        ->required()
        ->type_name("");
    for (const TextOption& option : text_options)
        text_given_.push_back(
            command.add_option(flag_name(std::string(option.name)), load.*option.value, option.help)
                ->type_name(option.shape)
                ->capture_default_str()
                ->group("Data"));
    transpose_given_ =
        command.add_flag("--transpose", load.transpose, "the file's columns are the samples")->group("Data");
    data_variable_given_ = command
                               .add_option("--data-var", load.data_variable,
                                           "the array with the data in a .mat, .npz or .h5 file")
                               ->type_name("NAME")
                               ->group("Data");
    label_variable_given_ =
        command.add_option("--label-var", load.label_variable, "the array with the labels in such a file")
            ->type_name("NAME")
            ->group("Data");
    layer_given_ = command.add_option("--layer", load.layer, "the layer of an .h5ad file, instead of X")
                       ->type_name("NAME")
                       ->group("Data");
    add_field_flags(command, CleanOptions::fields().describe(), clean, "Data");
    command
        .add_option("--memory", memory,
                    "how much of the data may be held in memory; default: half of the machine's")
        ->type_name("SIZE")
        ->check(is_size)
        ->group("Data");
    run.add_to(command);
}

CleanOptions DataOptions::clean_options() const {
    CleanOptions options;
    CleanOptions::fields().assign(options, as_values(clean));
    return options;
}

Settings DataOptions::chosen() const {
    Settings chosen;
    const LoadOptions usual;
    for (const TextOption& option : text_options)
        if (load.*option.value != usual.*option.value)
            chosen.emplace_back(std::string(option.name), load.*option.value);
    if (load.transpose) chosen.emplace_back("transpose", "true");
    if (!load.data_variable.empty()) chosen.emplace_back("data_var", load.data_variable);
    if (!load.label_variable.empty()) chosen.emplace_back("label_var", load.label_variable);
    if (!load.layer.empty()) chosen.emplace_back("layer", load.layer);
    const Record values = CleanOptions::fields().values(clean_options());
    const Record usual_values = CleanOptions::fields().values({});
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i].second != usual_values[i].second)
            chosen.emplace_back(values[i].first, to_text(values[i].second));
    return chosen;
}

bool DataOptions::is_given(std::string_view text_option) const {
    return text_given_[at(find_text_option(text_option) - text_options)]->count() > 0;
}

void DataOptions::take_over(const Settings& saved) {
    // A column, a variable and a file of labels exclude each other: one given replaces all.
    const bool labels_given =
        is_given("label") || is_given("label_file") || label_variable_given_->count() > 0;
    for (const auto& [name, text] : saved) {
        const auto given = [&, &option = name](const auto& setting) { return setting.first == option; };
        const auto option = find_text_option(name);
        if (option != std::end(text_options)) {
            const bool is_label = name == "label" || name == "label_file";
            if (is_label ? !labels_given : !is_given(name)) load.*option->value = text;
        } else if (name == "transpose") {
            if (transpose_given_->count() == 0) load.transpose = text == "true";
        } else if (name == "label_var") {
            if (!labels_given) load.label_variable = text;
        } else if (name == "data_var") {
            if (data_variable_given_->count() == 0) load.data_variable = text;
        } else if (name == "layer") {
            if (layer_given_->count() == 0) load.layer = text;
        } else if (std::none_of(clean.begin(), clean.end(), given)) {
            clean.emplace_back(name, text);
        }
    }
}

void add_scale(CLI::App& command, std::string& scale) {
    command
        .add_option("--scale", scale, "scaling of the features (unit: of the samples) before the method runs")
        ->type_name("none|standard|minmax|unit")
        ->capture_default_str()
        ->group("Data");
}

void add_json(CLI::App& command, bool& json) {
    command.add_flag("--json", json, "print one JSON document instead of the table")->group("Output");
}

void add_field_flags(CLI::App& command, const std::vector<FieldInfo>& fields, Settings& settings,
                     const std::string& group) {
    for (const FieldInfo& field : fields) {
        if (field.kind == FieldKind::boolean) {
            command
                .add_flag_callback(
                    flag_name(field.name),
                    [&settings, name = field.name] { settings.emplace_back(name, "true"); }, field.help)
                ->group(group);
            continue;
        }
        command
            .add_option_function<std::string>(
                flag_name(field.name),
                [&settings, name = field.name](const std::string& text) {
                    settings.emplace_back(name, text);
                },
                field.help)
            ->type_name(value_shape(field))
            ->default_str(to_text(field.fallback))
            ->group(group);
    }
}

Settings parse_settings(const std::vector<std::string>& texts) {
    Settings settings;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw UsageError("--set takes name=value, not '" + text + "'");
        settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return settings;
}

void require_writable(const std::string& path) {
    namespace fs = std::filesystem;
    if (path.empty()) return;
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) throw Error("cannot write " + path + ": it is a directory");
    const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : fs::path(".");
    if (!fs::is_directory(folder, ignored))
        throw Error("cannot write " + path + ": there is no folder " + folder.string());
    if (::access(folder.c_str(), W_OK) != 0 && !fs::exists(path, ignored))
        throw Error("cannot write " + path + ": " + std::strerror(errno));
}

std::string read_text(const std::string& path, const std::string& kind) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream) throw Error("cannot read " + path + ": " + std::strerror(errno));
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (stream.bad() || text.empty()) throw Error(path + " is empty or cannot be read as " + kind);
    return text;
}

}  // namespace tamis::cli
