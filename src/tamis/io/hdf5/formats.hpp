// What is kept in HDF5 files: one reader each.
#pragma once

#include "tamis/io/hdf5/file.hpp"
#include "tamis/io/load.hpp"

namespace tamis::hdf5 {

Dataset load_anndata(const File& file, const LoadOptions& options, const Context& context);

// What Cell Ranger writes, version 3 (group "matrix") and before (a group per genome).
bool is_tenx(const File& file);
Dataset load_tenx(const File& file, const LoadOptions& options, const Context& context);

}  // namespace tamis::hdf5
