#include "tamis/io/load.hpp"

#include <cmath>
#include <filesystem>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/shipped.hpp"
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

// A table of text whose samples are columns: a first column of text names the features.
void transpose_text(Dataset& data, const LoadOptions& options, const std::string& file) {
    DenseView table = data.x.dense().view();
    std::vector<std::string> names;
    if (!data.categories.empty()) {
        const CategoryColumn& category = data.categories.back();
        if (category.column > 0)
            throw Error(file + ": column " + std::to_string(category.column) +
                            " (counted from 0) has text ('" + category.values.front() + "')",
                        "with " + option("transpose") + " only the first column may be text");
        for (Index i = 0; i < table.rows; ++i) {
            const double code = table(i, 0);
            names.push_back(std::isnan(code) ? "" : category.values[static_cast<std::size_t>(code)]);
        }
        table = DenseView(table.data + 1, table.rows, table.cols - 1, table.stride);
        if (table.cols == 0) throw Error(file + ": has no sample besides the column of feature names");
    }
    data.x = transposed(table);
    data.lines.clear();  // they were those of the features
    data.feature_names = std::move(names);
    data.categories.clear();
    if (!options.label_file.empty()) return;
    const auto label = find_label_column(options.label, data.feature_names, data.features(), file);
    if (label) take_label_column(data, *label);
}

Dataset load_table(ByteSource& source, const std::string& file, const LoadOptions& options,
                   const Context& context) {
    Dataset data = load_text(source, file, options, context);
    if (options.transpose) transpose_text(data, options, file);
    return data;
}

using Reader = Dataset (*)(const std::string&, const LoadOptions&, const Context&);

Dataset load_text_file(const std::string& path, const LoadOptions& options, const Context& context) {
    return load_table(*open_file(path), path, options, context);
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
    return reader(path, options, context);
}

// With a label file no column is the label; one that is called so would give the classes away as a feature.
void warn_of_label_columns(const Dataset& data, const Context& context) {
    for (const std::string& name : data.feature_names)
        if (is_label_name(name))
            context.warning(data.name + ": the labels come from the label file, and column '" + name +
                            "' is read as a feature");
}

}  // namespace

Dataset load(const std::string& path, const LoadOptions& options, const Context& context) {
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
    if (shipped && !fs::exists(path, ignored)) {
        data = load_table(*open_memory(*shipped), path, column_options, context);
    } else {
        require_file(path);
        data = load_format(path, column_options, context);
    }
    const fs::path file(path);
    data.name = (file.has_filename() ? file : file.parent_path()).filename().string();
    if (labels_apart) {
        require_file(options.label_file);
        data.labels = is_idx_name(options.label_file)
                          ? read_idx_labels(options.label_file, data.samples(), path)
                          : read_label_file(options.label_file, data.samples(), path);
        warn_of_label_columns(data, context);
    }
    return data;
}

void save(const std::string& path, const Dataset& data, const Context& context) {
    check_dataset(data);
    const std::string extension = extension_of(path);
    if (extension == ".csv") return save_text(path, data, ',', context);
    if (extension == ".tsv") return save_text(path, data, '\t', context);
    if (extension == ".npy") return save_npy(path, data, context);
    if (extension == ".npz") return save_npz(path, data, context);
    if (extension == ".mat") return save_mat(path, data, context);
    if (is_one_of(extension, {".libsvm", ".svm"})) return save_libsvm(path, data, context);
    throw UsageError("cannot write " + path + ": the extension '" + extension +
                     "' is not one that is written: .csv .tsv .npy .npz .libsvm .svm .mat");
}

}  // namespace tamis
