// One reader and one writer per format; `load` and `save` choose among them.
#pragma once

#include <string>
#include <string_view>

#include "tamis/core/threads/function_ref.hpp"
#include "tamis/io/byte_source.hpp"
#include "tamis/io/load.hpp"

namespace tamis::detail {

// Readers fill matrix and labels. Those of a stream take bytes from anywhere; `path` is for messages.
Dataset load_npy(ByteSource& source, const std::string& path, const LoadOptions& options,
                 const Context& context);
Dataset load_libsvm(ByteSource& source, const std::string& path, const LoadOptions& options,
                    const Context& context);
Dataset load_npz(ByteSource& source, const std::string& path, const LoadOptions& options,
                 const Context& context);
Dataset load_arff(ByteSource& source, const std::string& path, const LoadOptions& options,
                  const Context& context);
Dataset load_idx(ByteSource& source, const std::string& path, const LoadOptions& options,
                 const Context& context);
Dataset load_matrix_market(ByteSource& source, const std::string& path, const LoadOptions& options,
                           const Context& context);
// The others open `path`, with a library that needs a file, or because it is a folder.
Dataset load_mat(const std::string& path, const LoadOptions& options, const Context& context);
Dataset load_mat73(const std::string& path, const LoadOptions& options, const Context& context);
Dataset load_h5(const std::string& path, const LoadOptions& options, const Context& context);
Dataset load_h5ad(const std::string& path, const LoadOptions& options, const Context& context);
Dataset load_tenx_folder(const std::string& path, const LoadOptions& options, const Context& context);

// What an idx file is called: train-images-idx3-ubyte, digits.idx, also with .gz.
bool is_idx_name(const std::string& path);
Labels read_idx_labels(ByteSource& source, const std::string& path, Index samples,
                       const std::string& data_file);

// A folder with at least one of the files that a folder of 10x Genomics holds.
bool is_tenx_folder(const std::string& path);

// Throw UsageError on options that the format has no use for; `instead` is what to do.
void refuse_layer(const LoadOptions& options, const std::string& path, const Message& instead);
void refuse_variables(const LoadOptions& options, const std::string& path);
void refuse_tenx_options(const LoadOptions& options, const std::string& path);

// Whether each of the texts is a number: class names that can be written as numbers.
bool are_numbers(const std::vector<std::string>& texts);

// The lines of a .csv or .tsv file.
void write_text(const Dataset& data, char delimiter, FunctionRef<void(std::string_view line)> put);
void save_text(const std::string& path, const Dataset& data, char delimiter, const Context& context);
void save_mat(const std::string& path, const Dataset& data, const Context& context);
void save_npz(const std::string& path, const Dataset& data, const Context& context);
void save_npy(const std::string& path, const Dataset& data, const Context& context);
void save_libsvm(const std::string& path, const Dataset& data, const Context& context);

}  // namespace tamis::detail
