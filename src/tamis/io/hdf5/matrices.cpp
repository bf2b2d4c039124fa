#include "tamis/io/hdf5/matrices.hpp"

#include <limits>

#include "tamis/core/error.hpp"

namespace tamis::detail::hdf5 {

std::optional<SparseForm> sparse_form(const File& file, const std::string& group) {
    if (!file.is_group(group)) return std::nullopt;
    // The names of AnnData since 0.7, and those before.
    std::optional<std::string> format = file.text_attribute(group, "encoding-type");
    std::vector<Index> shape = file.number_attribute(group, "shape");
    if (!format) {
        format = file.text_attribute(group, "h5sparse_format");
        shape = file.number_attribute(group, "h5sparse_shape");
    }
    if (!format) return std::nullopt;
    const bool rows = format->starts_with("csr"), columns = format->starts_with("csc");
    if (!rows && !columns) return std::nullopt;
    if (shape.size() != 2) file.fail(group + ": is damaged: it does not say its shape");
    return SparseForm{rows, shape[0], shape[1]};
}

SparseMatrix read_compressed(const File& file, const std::string& group, const SparseForm& form,
                             const PartNames& names) {
    constexpr Index most = std::numeric_limits<Small>::max();
    const std::string where = file.path() + ": " + group;
    if (form.rows < 1 || form.cols < 1 || form.rows > most || form.cols > most)
        throw Error(where + ": has " + std::to_string(form.rows) + " × " + std::to_string(form.cols) +
                    " cells: a matrix of 1 to 2147483647 rows and columns is needed");
    for (const char* part : {names.starts, names.positions, names.values})
        if (!file.is_array(group + "/" + part)) throw Error(where + ": is damaged: it has no " + part);
    CompressedParts parts{.rows = form.rows,
                          .cols = form.cols,
                          .by_rows = form.by_rows,
                          .starts = {},
                          .positions = {},
                          .values = {}};
    parts.starts = file.array(group + "/" + names.starts).whole_numbers();
    parts.positions = file.array(group + "/" + names.positions).positions();
    parts.values = file.array(group + "/" + names.values).numbers();
    return make_sparse(std::move(parts), where, names);
}

Matrix read_matrix(const File& file, const std::string& name, bool flipped, const Context& context) {
    if (file.is_array(name)) return file.array(name).matrix(flipped, context);
    const auto form = sparse_form(file, name);
    if (!form) file.fail(name + " is neither an array nor a sparse matrix (csr or csc)");
    Matrix x = read_compressed(file, name, *form);
    return flipped ? transposed(x) : std::move(x);
}

}  // namespace tamis::detail::hdf5
