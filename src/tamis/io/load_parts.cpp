#include "tamis/io/load_parts.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/io/byte_source.hpp"
#include "tamis/io/column_list.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/label_file.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/shipped.hpp"
#include "tamis/io/standard_input.hpp"

namespace tamis::detail {

namespace fs = std::filesystem;

namespace {

// With a label file no column is the label; one that is called so would give the classes away as a feature.
void warn_of_label_columns(Dataset& data, const Context& context) {
    for (const std::string& name : data.feature_names)
        if (is_label_name(name))
            add_remark(data,
                       data.name + ": the labels come from the label file, and column '" + name +
                           "' is read as a feature",
                       context);
}

}  // namespace

std::string extension_of(const std::string& path) {
    const auto lower = [](std::string text) {
        for (char& c : text)
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        return text;
    };
    const fs::path file(path);
    const std::string last = lower(file.extension().string());
    return last == ".gz" ? lower(file.stem().extension().string()) + ".gz" : last;
}

bool is_one_of(const std::string& text, std::initializer_list<const char*> choices) {
    for (const char* choice : choices)
        if (text == choice) return true;
    return false;
}

std::string without_gz(const std::string& extension) {
    return extension.ends_with(".gz") ? extension.substr(0, extension.size() - 3) : extension;
}

bool is_text_extension(const std::string& extension) {
    return is_one_of(extension, {".csv", ".tsv", ".txt", ".data", ".dat"});
}

bool is_libsvm_extension(const std::string& extension) { return is_one_of(extension, {".libsvm", ".svm"}); }

bool is_hdf5_extension(const std::string& extension) {
    return is_one_of(extension, {".h5", ".hdf5", ".h5ad"});
}

bool has_open_width(const std::string& path, const LoadOptions& options) {
    const auto counts_from_end = [](const std::string& list) { return list.find('-') != std::string::npos; };
    return is_libsvm_extension(without_gz(extension_of(path))) && !options.transpose &&
           !counts_from_end(options.drop) && !counts_from_end(options.only);
}

void require_file(const std::string& path) {
    std::error_code trouble;
    const fs::file_status status = fs::status(path, trouble);
    if (trouble == std::errc::permission_denied)
        throw Error(path + ": permission denied: you may not look into its folder");
    if (fs::is_directory(status)) {
        if (is_tenx_folder(path)) return;
        throw Error(path + ": is a folder, not a data file");
    }
    if (status.type() == fs::file_type::not_found) {
        const bool bare_name = fs::path(path).extension().empty() && path.find('/') == std::string::npos;
        throw Error(path + ": there is no such file" +
                    (bare_name ? "; data sets that come with tamis: " + joined(shipped_data_sets()) : ""));
    }
    // Libraries that read a format do not say why they cannot open a file.
    if (fs::is_regular_file(status)) open_file(path);
}

LoadOptions options_of_reader(const LoadOptions& options) {
    if (options.label_kind != "auto" && options.label_kind != "classes")
        throw UsageError(option("label_kind") + " takes one of auto, classes, not '" + options.label_kind +
                         "'");
    if (options.max_features < 1)
        throw UsageError(option("max_features") + " takes a number >= 1, not " +
                         std::to_string(options.max_features));
    if (options.label_file.empty()) return options;
    const std::string column = options.label_variable.empty() ? options.label : options.label_variable;
    if (column != "auto" && column != "none")
        throw UsageError("give the labels by a column (" + column + ") or by a label file (" +
                         options.label_file + "), not both");
    LoadOptions without = options;
    without.label = "none";
    return without;
}

std::optional<std::vector<Index>> chosen_features(const Dataset& data, const LoadOptions& options,
                                                  const std::string& file) {
    if (options.drop.empty() && options.only.empty()) return std::nullopt;
    std::vector<std::string> names = data.feature_names;
    std::vector<Index> feature(at(data.features()));
    std::iota(feature.begin(), feature.end(), Index{0});
    if (data.label_column) {
        feature.insert(feature.begin() + *data.label_column, -1);
        if (!names.empty()) names.insert(names.begin() + *data.label_column, data.label_name);
    }
    const NamedColumns columns{names, static_cast<Index>(feature.size()), file};
    std::vector<char> kept(feature.size(), options.only.empty() ? 1 : 0);
    for (const Index column : find_columns(options.only, columns)) kept[at(column)] = 1;
    for (const Index column : find_columns(options.drop, columns)) kept[at(column)] = 0;
    std::vector<Index> taken;
    for (std::size_t j = 0; j < kept.size(); ++j)
        if (kept[j] != 0 && feature[j] >= 0) taken.push_back(feature[j]);
    if (taken.empty()) throw Error(file + ": has no column that is left as a feature");
    return taken;
}

HeardRemarks::HeardRemarks(const Context& caller) : context_(caller) {
    context_.warn = [this, &caller](const std::string& text) {
        texts_.push_back(text);
        caller.warning(text);
    };
}

void HeardRemarks::add_to(Dataset& data) const {
    for (const std::string& text : texts_)
        if (std::find(data.remarks.begin(), data.remarks.end(), text) == data.remarks.end())
            data.remarks.push_back(text);
}

void finish_loading(Dataset& data, const std::string& path, const LoadOptions& options,
                    const Context& context) {
    const fs::path file(path);
    data.name = path == standard_input_path
                    ? standard_input_name
                    : (file.has_filename() ? file : file.parent_path()).filename().string();
    if (!options.label_file.empty()) {
        require_file(options.label_file);
        const std::unique_ptr<ByteSource> labels = open_file(options.label_file, most_unpacked(options));
        if (is_idx_name(options.label_file))
            data.labels = read_idx_labels(*labels, options.label_file, data.samples(), path);
        else
            read_label_file(*labels, options.label_file, data, path);
        warn_of_label_columns(data, context);
    }
    data.labels.measured = options.label_kind != "classes" && is_measured(data.labels);
}

}  // namespace tamis::detail
