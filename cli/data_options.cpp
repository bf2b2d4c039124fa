// How data are read and cleaned, as options of the commands.
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <iterator>
#include <string_view>

#include "options.hpp"
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

std::string data_help() {
    return "a data file, or a set that ships with tamis: " + joined(shipped_data_sets());
}

}  // namespace

void DataOptions::add_to(CLI::App& command) {
    command.add_option("DATA", path, data_help())->required()->type_name("");
    add_reading_to(command);
}

void DataOptions::add_to(CLI::App& command, std::vector<std::string>& arguments, const std::string& more) {
    command.add_option("DATA", arguments, data_help() + "; " + more)->required()->type_name("");
    add_reading_to(command);
}

void DataOptions::add_reading_to(CLI::App& command) {
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
    command
        .add_option("--max-features", load.max_features,
                    "the most features that a file may declare (libsvm, ARFF, .mtx and other sparse files)")
        ->type_name("N")
        ->capture_default_str()
        ->group("Data");
    command
        .add_option("--max-unpacked", load.max_unpacked,
                    "the most that a packed file may unpack to, like 2G; auto: half of the memory")
        ->type_name("SIZE")
        ->capture_default_str()
        ->group("Data");
    run.add_to(command);
}

void DataOptions::add_shards_to(CLI::App& command) {
    command
        .add_option(
            "--shards", shards,
            "work on the rows of one file in N shards, as under mpirun; several files are shards anyway")
        ->type_name("N")
        ->check(CLI::Range(Index{1}, Index{1'000'000}))
        ->group("Data");
}

std::vector<std::string> DataOptions::files_read() const {
    std::vector<std::string> all = files.empty() ? std::vector{path} : files;
    all.push_back(load.label_file);
    return all;
}

std::uint64_t DataOptions::allowed_memory() const {
    return memory.empty() ? default_memory_budget() : parse_bytes(memory, "memory");
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

}  // namespace tamis::cli
