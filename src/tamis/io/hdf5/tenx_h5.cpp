// 10x Genomics' .h5: genes × cells by columns, which is cells × genes by rows.
#include "tamis/core/error.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/hdf5/formats.hpp"
#include "tamis/io/hdf5/matrices.hpp"
#include "tamis/io/sparse/gene_names.hpp"

namespace tamis::detail::hdf5 {

namespace {

bool is_matrix_group(const File& file, const std::string& group) {
    return file.is_array(group + "/indptr") && file.is_array(group + "/barcodes");
}

std::vector<std::string> matrix_groups(const File& file) {
    std::vector<std::string> groups;
    for (const std::string& member : file.members("/"))
        if (is_matrix_group(file, member)) groups.push_back(member);
    return groups;
}

std::vector<std::string> texts(const File& file, const std::string& name, Index count) {
    std::vector<std::string> read = file.array(name).texts();
    if (static_cast<Index>(read.size()) != count)
        file.fail(name + " has " + std::to_string(read.size()) + " entries where the matrix has " +
                  std::to_string(count));
    return read;
}

}  // namespace

bool is_tenx(const File& file) { return !matrix_groups(file).empty(); }

Dataset load_tenx(const File& file, const LoadOptions& options, const Context& context) {
    refuse_tenx_options(options, file.path());
    const std::vector<std::string> groups = matrix_groups(file);
    std::string group = options.data_variable;
    if (group.empty()) {
        if (groups.size() > 1)
            throw Error(file.path() + ": has a matrix for each of several genomes",
                        "choose one with " + option("data_var", groups.front()) + " or " +
                            option("data_var", groups.back()));
        group = groups.front();
    } else if (!is_matrix_group(file, group)) {
        file.fail("has no 10x matrix '" + group + "'");
    }
    const std::vector<Index> shape = file.array(group + "/shape").whole_numbers();
    if (shape.size() != 2)
        file.fail(group + "/shape: is damaged: it has " + std::to_string(shape.size()) + " numbers");
    Dataset data;
    data.x = read_compressed(file, group, {.by_rows = true, .rows = shape[1], .cols = shape[0]});
    data.sample_names = texts(file, group + "/barcodes", data.samples());
    const bool version3 = file.is_group(group + "/features");
    const std::string ids = group + (version3 ? "/features/id" : "/genes");
    const std::string symbols = group + (version3 ? "/features/name" : "/gene_names");
    GeneTable genes;
    genes.ids = texts(file, ids, data.features());
    genes.symbols = texts(file, symbols, data.features());
    if (file.is_array(group + "/features/feature_type"))
        genes.types = texts(file, group + "/features/feature_type", data.features());
    data.feature_names = gene_names(genes, file.path(), context);
    return data;
}

}  // namespace tamis::detail::hdf5
