// What is kept in HDF5 files: one reader each.
#pragma once

#include "tamis/core/threads/function_ref.hpp"
#include "tamis/io/hdf5/file.hpp"
#include "tamis/io/load.hpp"

namespace tamis::detail::hdf5 {

Dataset load_anndata(const File& file, const LoadOptions& options, const Context& context);
// The same with read(place) for the matrix at that place of the file.
Dataset load_anndata(const File& file, const LoadOptions& options,
                     FunctionRef<Matrix(const std::string& place)> read);

// AnnData, or datasets by name: labels and names, and read(place) for the data, which are not transposed.
Dataset load_all_but_data(const File& file, const LoadOptions& options,
                          FunctionRef<Matrix(const std::string& place)> read, const Context& context);

// What Cell Ranger writes, version 3 (group "matrix") and before (a group per genome).
bool is_tenx(const File& file);
Dataset load_tenx(const File& file, const LoadOptions& options, const Context& context);

}  // namespace tamis::detail::hdf5
