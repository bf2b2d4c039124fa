// Tables whose samples are columns: genes by samples.
#pragma once

#include "tamis/io/text/text_reader.hpp"

namespace tamis::detail {

// The first column names the features and the header the samples; a row that `options.label` names holds the
// classes, as numbers or texts. Throws Error on columns of text that are left.
Dataset transposed_table(RawTable table, const TableLayout& layout, const TextFormat& format,
                         const LoadOptions& options, const std::string& file);

}  // namespace tamis::detail
