// A folder of 10x Genomics: matrix.mtx (genes × cells), features.tsv or genes.tsv, and barcodes.tsv.
#include <filesystem>

#include "tamis/core/error.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/line_reader.hpp"
#include "tamis/io/sparse/gene_names.hpp"
#include "tamis/io/sparse/matrix_market.hpp"

namespace tamis::detail {

namespace fs = std::filesystem;

namespace {

// The first of these that is there, packed or not; "" where none is.
std::string find_file(const std::string& folder, std::initializer_list<const char*> names) {
    std::error_code ignored;
    for (const char* name : names)
        for (const char* ending : {"", ".gz"}) {
            std::string file = (fs::path(folder) / (std::string(name) + ending)).string();
            if (fs::exists(file, ignored)) return file;
        }
    return "";
}

std::string require_file(const std::string& folder, std::initializer_list<const char*> names) {
    std::string file = find_file(folder, names);
    if (!file.empty()) return file;
    std::string wanted;
    for (const char* name : names) wanted += (wanted.empty() ? "" : " or ") + std::string(name);
    throw Error(folder + ": the folder has no " + wanted +
                " (nor one with .gz): a 10x folder holds matrix.mtx, features.tsv and barcodes.tsv");
}

std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells;
    for (;;) {
        const std::size_t tab = line.find('\t');
        cells.emplace_back(line.substr(0, tab));
        if (tab == std::string_view::npos) return cells;
        line.remove_prefix(tab + 1);
    }
}

std::vector<std::vector<std::string>> read_lines(const std::string& path, const LoadOptions& options) {
    const std::unique_ptr<ByteSource> source = open_file(path, most_unpacked(options));
    LineReader lines(*source, path);
    std::vector<std::vector<std::string>> rows;
    std::string_view line;
    while (lines.next(line))
        if (!line.empty()) rows.push_back(cells_of(line));
    return rows;
}

void require_count(const std::string& names, std::size_t count, const std::string& matrix, Index wanted,
                   const char* what) {
    if (static_cast<Index>(count) != wanted)
        throw Error(names + ": has " + std::to_string(count) + " lines where " + matrix + " has " +
                    std::to_string(wanted) + " " + what);
}

}  // namespace

bool is_tenx_folder(const std::string& path) {
    return !find_file(path, {"matrix.mtx", "features.tsv", "genes.tsv", "barcodes.tsv"}).empty();
}

Dataset load_tenx_folder(const std::string& path, const LoadOptions& options, const Context& context) {
    refuse_tenx_options(options, path);
    const std::string matrix = require_file(path, {"matrix.mtx"});
    const std::string features = require_file(path, {"features.tsv", "genes.tsv"});
    const std::string barcodes = require_file(path, {"barcodes.tsv"});
    const std::unique_ptr<ByteSource> cells = open_file(matrix, most_unpacked(options));
    const Matrix genes_by_cells = read_matrix_market(*cells, matrix, options, true, context);

    GeneTable genes;
    for (std::vector<std::string>& row : read_lines(features, options)) {
        if (row.size() > 2) genes.types.push_back(row[2]);
        genes.symbols.push_back(row.size() > 1 ? row[1] : row[0]);
        genes.ids.push_back(std::move(row[0]));
    }
    require_count(features, genes.ids.size(), matrix, genes_by_cells.rows(), "rows");
    Dataset data;
    data.feature_names = gene_names(genes, path, context);
    for (std::vector<std::string>& row : read_lines(barcodes, options))
        data.sample_names.push_back(std::move(row[0]));
    require_count(barcodes, data.sample_names.size(), matrix, genes_by_cells.cols(), "columns");
    data.x = transposed(genes_by_cells);
    return data;
}

void refuse_tenx_options(const LoadOptions& options, const std::string& path) {
    if (options.transpose)
        throw UsageError(path + ": 10x files are genes × cells and are turned anyway",
                         "leave " + option("transpose") + " out");
    if (options.label != "auto" && options.label != "none")
        throw UsageError(
            path + ": 10x files hold no labels, so " + option("label", options.label) + " does not apply",
            "give them with " + option("label-file", "FILE"));
    refuse_layer(options, path, "10x files have no layers");
    if (!options.label_variable.empty())
        throw UsageError(path + ": 10x files hold no labels",
                         "give them with " + option("label-file", "FILE"));
}

}  // namespace tamis::detail
