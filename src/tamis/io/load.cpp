#include "tamis/io/load.hpp"

#include <filesystem>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/io/column_list.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/label_file.hpp"
#include "tamis/io/shipped.hpp"
#include "tamis/io/standard_input.hpp"
#include "tamis/io/text/load_text.hpp"

namespace tamis {

namespace fs = std::filesystem;

namespace {

// The last extension in small letters, and the one before it if the last is ".gz".
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

// "" if the format is read.
std::string unknown_format(const std::string& path) {
    const std::string extension = extension_of(path);
    const std::string bare =
        extension.ends_with(".gz") ? extension.substr(0, extension.size() - 3) : extension;
    const std::string known =
        "read are .csv .tsv .txt .data .dat .libsvm .svm .arff .mtx and idx (also with .gz), .mat .npy .npz "
        ".h5 "
        ".hdf5 .h5ad, and folders of 10x Genomics";
    if (bare == ".parquet")
        return "Parquet is read through Python: pass pandas.read_parquet(file) to tamis there";
    if (bare != extension && is_one_of(bare, {".mat", ".npy", ".npz", ".h5", ".hdf5", ".h5ad"}))
        return "a compressed " + bare + " file is not read: unpack it with gunzip first";
    return (extension.empty() ? "has no extension, so its format is not known"
                              : "the extension '" + extension + "' is not known") +
           ": " + known;
}

void require_file(const std::string& path) {
    std::error_code trouble;
    const fs::file_status status = fs::status(path, trouble);
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

using Reader = Dataset (*)(const std::string&, const LoadOptions&, const Context&);

Dataset load_text_file(const std::string& path, const LoadOptions& options, const Context& context) {
    return load_text(*open_file(path), path, options, context);
}

// Formats other than text: the columns of the file are the features and the label column.
void choose_features(Dataset& data, const LoadOptions& options, const std::string& file) {
    if (options.drop.empty() && options.only.empty()) return;
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
    data = take_features(data, taken);
}

// None if the format is not known.
Reader reader_of(const std::string& path) {
    if (fs::is_directory(path)) return load_tenx_folder;
    const std::string extension = extension_of(path);
    const std::string bare =
        extension.ends_with(".gz") ? extension.substr(0, extension.size() - 3) : extension;
    if (is_one_of(bare, {".csv", ".tsv", ".txt", ".data", ".dat"})) return load_text_file;
    if (is_one_of(bare, {".libsvm", ".svm"})) return load_libsvm;
    if (bare == ".arff") return load_arff;
    if (bare == ".mtx") return load_matrix_market;
    if (extension == ".mat") return load_mat;
    if (extension == ".npy") return load_npy;
    if (extension == ".npz") return load_npz;
    if (extension == ".h5ad") return load_h5ad;
    if (is_one_of(extension, {".h5", ".hdf5"})) return load_h5;
    return is_idx_name(path) ? load_idx : nullptr;
}

Dataset load_format(const std::string& path, const LoadOptions& options, const Context& context) {
    const Reader reader = reader_of(path);
    if (reader == nullptr) throw Error(path + ": " + unknown_format(path));
    const bool has_variables = reader == load_mat || reader == load_npz || reader == load_h5;
    const bool has_layers = reader == load_h5ad || reader == load_h5;
    if (!has_variables && reader != load_h5ad && reader != load_tenx_folder) refuse_variables(options, path);
    if (!has_layers) refuse_layer(options, path, "this file has no layers");
    Dataset data = reader(path, options, context);
    if (reader != load_text_file) choose_features(data, options, path);
    return data;
}

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

Dataset load(const std::string& path, const LoadOptions& options, const Context& context) {
    if (options.label_kind != "auto" && options.label_kind != "classes")
        throw UsageError(option("label_kind") + " takes one of auto, classes, not '" + options.label_kind +
                         "'");
    const bool labels_apart = !options.label_file.empty();
    const std::string column = options.label_variable.empty() ? options.label : options.label_variable;
    if (labels_apart && column != "auto" && column != "none")
        throw UsageError("give the labels by a column (" + column + ") or by a label file (" +
                         options.label_file + "), not both");
    LoadOptions column_options = options;
    if (labels_apart) column_options.label = "none";

    std::error_code ignored;
    const auto shipped = shipped_csv(path);
    Dataset data;
    const bool piped = path == standard_input_path;
    if (piped) {
        data = load_text(*open_memory(read_standard_input()), standard_input_name, column_options, context);
    } else if (shipped && !fs::exists(path, ignored)) {
        data = load_text(*open_memory(*shipped), path, column_options, context);
    } else {
        require_file(path);
        data = load_format(path, column_options, context);
    }
    const fs::path file(path);
    data.name =
        piped ? standard_input_name : (file.has_filename() ? file : file.parent_path()).filename().string();
    if (labels_apart) {
        require_file(options.label_file);
        data.labels = is_idx_name(options.label_file)
                          ? read_idx_labels(options.label_file, data.samples(), path)
                          : read_label_file(options.label_file, data, path);
        warn_of_label_columns(data, context);
    }
    data.labels.measured = options.label_kind != "classes" && is_measured(data.labels);
    return data;
}

void save(const std::string& path, const Dataset& data, const Context& context) {
    check_dataset(data);
    const std::string extension = extension_of(path);
    if (extension == ".csv") return save_text(path, data, ',', context);
    if (extension == ".tsv") return save_text(path, data, '\t', context);
    if (extension == ".npz") return save_npz(path, data, context);
    if (!data.sample_names.empty())
        context.warning(path +
                        ": only .csv, .tsv and .npz files hold the names of the samples; they are left out");
    if (extension == ".npy") return save_npy(path, data, context);
    if (extension == ".mat") return save_mat(path, data, context);
    if (is_one_of(extension, {".libsvm", ".svm"})) return save_libsvm(path, data, context);
    throw UsageError("cannot write " + path + ": the extension '" + extension +
                     "' is not one that is written: .csv .tsv .npy .npz .libsvm .svm .mat");
}

}  // namespace tamis
