// Matrices of HDF5 files: a dataset, or a group with a compressed sparse matrix as AnnData writes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/io/hdf5/file.hpp"
#include "tamis/io/sparse/parts.hpp"

namespace tamis::detail::hdf5 {

// The form of a sparse matrix that a group holds; none where it holds none.
struct SparseForm {
    bool by_rows = true;
    Index rows = 0, cols = 0;
};
std::optional<SparseForm> sparse_form(const File& file, const std::string& group);

// The three arrays of a group, called as `names` says.
SparseMatrix read_compressed(const File& file, const std::string& group, const SparseForm& form,
                             const PartNames& names = {});

// Throws Error if `name` is neither. `flipped`: rows and columns exchanged.
Matrix read_matrix(const File& file, const std::string& name, bool flipped, const Context& context);

}  // namespace tamis::detail::hdf5
