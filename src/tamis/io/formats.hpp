// One reader and one writer per format; `load` and `save` choose among them.
#pragma once

#include <string>

#include "tamis/io/load.hpp"

namespace tamis {

// Readers fill matrix and labels; `path` is the file's, for opening it and for messages.
Dataset load_mat(const std::string& path, const LoadOptions& options, const Context& context);
Dataset load_npy(const std::string& path, const LoadOptions& options, const Context& context);
Dataset load_libsvm(const std::string& path, const LoadOptions& options, const Context& context);

void save_text(const std::string& path, const Dataset& data, char delimiter, const Context& context);
void save_mat(const std::string& path, const Dataset& data, const Context& context);
void save_npy(const std::string& path, const Dataset& data, const Context& context);
void save_libsvm(const std::string& path, const Dataset& data, const Context& context);

}  // namespace tamis
