// Graphs on the samples that an .h5ad file brings along.
#pragma once

#include <string>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// obsp[name], such as "connectivities" of scanpy.pp.neighbors. Throws Error that names those that are there.
SparseMatrix load_obsp(const std::string& path, const std::string& name);

}  // namespace tamis::detail
