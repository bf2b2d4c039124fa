#include "tamis/io/load.hpp"

#include <filesystem>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/load_parts.hpp"
#include "tamis/io/shipped.hpp"
#include "tamis/io/standard_input.hpp"
#include "tamis/io/text/load_text.hpp"

namespace tamis {

using namespace detail;

namespace fs = std::filesystem;

namespace {

// "" if the format is read.
std::string unknown_format(const std::string& path) {
    const std::string extension = extension_of(path);
    const std::string bare = without_gz(extension);
    const std::string known =
        "read are .csv .tsv .txt .data .dat .libsvm .svm .arff .mtx and idx (also with .gz), .mat .npy .npz "
        ".h5 "
        ".hdf5 .h5ad, and folders of 10x Genomics";
    if (bare == ".tps") return "a part holds sums of the data, not the data: only 'tamis select' reads it";
    if (bare == ".parquet")
        return "Parquet is read through Python: pass pandas.read_parquet(file) to tamis there";
    if (bare != extension && is_one_of(bare, {".mat", ".npy", ".npz", ".h5", ".hdf5", ".h5ad"}))
        return "a compressed " + bare + " file is not read: unpack it with gunzip first";
    return (extension.empty() ? "has no extension, so its format is not known"
                              : "the extension '" + extension + "' is not known") +
           ": " + known;
}

// One of the two.
struct Reader {
    Dataset (*stream)(ByteSource&, const std::string&, const LoadOptions&, const Context&) = nullptr;
    Dataset (*file)(const std::string&, const LoadOptions&, const Context&) = nullptr;
};

Dataset load_table(ByteSource& source, const std::string& path, const LoadOptions& options,
                   const Context& context) {
    return load_text(source, path, options, context);
}

// None if the format is not known.
Reader reader_of(const std::string& path) {
    if (fs::is_directory(path)) return {.file = load_tenx_folder};
    const std::string extension = extension_of(path);
    const std::string bare = without_gz(extension);
    if (is_text_extension(bare)) return {load_table};
    if (is_libsvm_extension(bare)) return {load_libsvm};
    if (bare == ".arff") return {load_arff};
    if (bare == ".mtx") return {load_matrix_market};
    if (extension == ".mat") return {.file = load_mat};
    if (extension == ".npy") return {load_npy};
    if (extension == ".npz") return {load_npz};
    if (extension == ".h5ad") return {.file = load_h5ad};
    if (is_one_of(extension, {".h5", ".hdf5"})) return {.file = load_h5};
    return is_idx_name(path) ? Reader{load_idx} : Reader{};
}

Dataset load_format(const std::string& path, const LoadOptions& options, const Context& context) {
    const Reader reader = reader_of(path);
    if (reader.stream == nullptr && reader.file == nullptr) throw Error(path + ": " + unknown_format(path));
    if (reader.stream != nullptr && reader.stream != load_npz) refuse_variables(options, path);
    const bool has_layers = reader.file == load_h5ad || reader.file == load_h5;
    if (!has_layers) refuse_layer(options, path, "this file has no layers");
    Dataset data = reader.file != nullptr
                       ? reader.file(path, options, context)
                       : reader.stream(*open_file(path, most_unpacked(options)), path, options, context);
    if (reader.stream != load_table)
        if (const auto chosen = chosen_features(data, options, path)) data = take_features(data, *chosen);
    return data;
}

}  // namespace

Dataset load(const std::string& path, const LoadOptions& options, const Context& caller) {
    const LoadOptions reader_options = options_of_reader(options);
    const HeardRemarks heard(caller);
    const Context& context = heard.context();
    std::error_code ignored;
    const auto shipped = shipped_csv(path);
    Dataset data;
    if (path == standard_input_path) {
        data = load_text(*open_memory(read_standard_input()), standard_input_name, reader_options, context);
    } else if (shipped && !fs::exists(path, ignored)) {
        data = load_text(*open_memory(*shipped), path, reader_options, context);
    } else {
        require_file(path);
        data = load_format(path, reader_options, context);
    }
    finish_loading(data, path, options, context);
    heard.add_to(data);
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
    if (is_libsvm_extension(extension)) return save_libsvm(path, data, context);
    throw UsageError("cannot write " + path + ": the extension '" + extension +
                     "' is not one that is written: .csv .tsv .npy .npz .libsvm .svm .mat");
}

}  // namespace tamis
