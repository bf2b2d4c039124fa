#include "tamis/io/load.hpp"

#include <cmath>
#include <filesystem>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/shipped.hpp"
#include "tamis/io/standard_input.hpp"
#include "tamis/io/text/load_text.hpp"

namespace tamis {

namespace fs = std::filesystem;

namespace {

enum class Format { text, mat, npy, libsvm };

// The last extension in small letters, and the one before it where the last is ".gz".
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

Format format_of(const std::string& path) {
    const std::string extension = extension_of(path);
    const std::string bare =
        extension.ends_with(".gz") ? extension.substr(0, extension.size() - 3) : extension;
    const bool packed = bare != extension;
    if (is_one_of(bare, {".csv", ".tsv", ".txt", ".data", ".dat"})) return Format::text;
    if (is_one_of(bare, {".libsvm", ".svm"})) return Format::libsvm;
    if (extension == ".mat") return Format::mat;
    if (extension == ".npy") return Format::npy;
    const std::string known =
        "read are .csv .tsv .txt .data .dat .libsvm .svm (also with .gz), .mat and .npy";
    const bool idx = bare.starts_with(".idx") || path.find("-idx") != std::string::npos;
    if (idx || is_one_of(bare, {".npz", ".arff", ".mtx", ".h5", ".h5ad"}))
        throw Error(path + ": " + (idx ? "idx" : bare) + " files are not read yet in this version: " + known);
    if (packed && is_one_of(bare, {".mat", ".npy"}))
        throw Error(path + ": a compressed " + bare + " file is not read: unpack it with gunzip first");
    throw Error(path + ": " +
                (extension.empty() ? "has no extension, so its format is not known"
                                   : "the extension '" + extension + "' is not known") +
                ": " + known);
}

void require_file(const std::string& path) {
    std::error_code trouble;
    const fs::file_status status = fs::status(path, trouble);
    if (fs::is_directory(status)) throw Error(path + ": is a folder, not a data file");
    if (status.type() == fs::file_type::not_found) {
        const bool bare_name = fs::path(path).extension().empty() && path.find('/') == std::string::npos;
        throw Error(path + ": there is no such file" +
                    (bare_name ? "; data sets that come with tamis: " + joined(shipped_data_sets()) : ""));
    }
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
        if (table.cols == 0) throw Error(file + ": has no sample beside the column of feature names");
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

Dataset load_format(const std::string& path, const LoadOptions& options, const Context& context) {
    switch (format_of(path)) {
        case Format::mat:
            return load_mat(path, options, context);
        case Format::npy:
            return load_npy(path, options, context);
        case Format::libsvm:
            return load_libsvm(path, options, context);
        case Format::text:
            break;
    }
    return load_table(*open_file(path), path, options, context);
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
    if (labels_apart && options.label != "auto" && options.label != "none")
        throw UsageError("give the labels by a column (" + options.label + ") or by a label file (" +
                         options.label_file + "), not both");
    LoadOptions column_options = options;
    if (labels_apart) column_options.label = "none";

    std::error_code ignored;
    const auto shipped = shipped_csv(path);
    Dataset data;
    const bool piped = path == standard_input_path;
    if (piped) {
        data = load_table(*open_memory(read_standard_input()), standard_input_name, column_options, context);
    } else if (shipped && !fs::exists(path, ignored)) {
        data = load_table(*open_memory(*shipped), path, column_options, context);
    } else {
        require_file(path);
        data = load_format(path, column_options, context);
    }
    data.name = piped ? standard_input_name : fs::path(path).filename().string();
    if (labels_apart) {
        require_file(options.label_file);
        data.labels = read_label_file(options.label_file, data.samples(), path);
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
    if (extension == ".mat") return save_mat(path, data, context);
    if (is_one_of(extension, {".libsvm", ".svm"})) return save_libsvm(path, data, context);
    throw UsageError("cannot write " + path + ": the extension '" + extension +
                     "' is not one that is written: .csv .tsv .npy .libsvm .svm .mat");
}

}  // namespace tamis
