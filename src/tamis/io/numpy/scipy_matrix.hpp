// The arrays in which scipy.sparse.save_npz keeps a matrix.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/matrix.hpp"
#include "tamis/io/numpy/npz.hpp"

namespace tamis::detail {

// "format", "shape", "data", "indices", "indptr", "row", "col", …
bool is_scipy_part(std::string_view name);

// Formats csr, csc and coo. Throws Error that names the file if the parts do not belong together.
SparseMatrix scipy_matrix(std::vector<NpzArray> parts, const std::string& path);

// Format csr.
std::vector<NpzArray> scipy_arrays(const SparseMatrix& matrix);

}  // namespace tamis::detail
