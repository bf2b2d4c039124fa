// Labels in a file of their own.
#pragma once

#include <string>

#include "tamis/core/dataset.hpp"
#include "tamis/io/byte_source.hpp"

namespace tamis::detail {

// Gives the data their labels, and the label its name where the file has a title: one label per line in the
// order of the samples, or two columns, the names of the samples in any order and their labels. Throws Error
// where names or numbers do not fit the data; `data_file` is theirs, for errors.
void read_label_file(ByteSource& source, const std::string& path, Dataset& data,
                     const std::string& data_file);

}  // namespace tamis::detail
