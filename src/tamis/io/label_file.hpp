// Labels in a file of their own.
#pragma once

#include <string>

#include "tamis/core/dataset.hpp"
#include "tamis/io/byte_source.hpp"

namespace tamis::detail {

// One label per line in the order of the samples, or two columns: the names of the samples, in any order, and
// their labels. Throws Error where names or numbers do not fit the data; `data_file` is theirs, for errors.
Labels read_label_file(ByteSource& source, const std::string& path, const Dataset& data,
                       const std::string& data_file);

}  // namespace tamis::detail
