// Whether the numbers of a text have a decimal point or a decimal comma.
#pragma once

#include "tamis/io/text/sample.hpp"

namespace tamis::detail {

// ',' where a column of numbers has decimal commas and no number of the text has a point. Throws Error where
// numbers have both, or where every comma may as well part thousands ("1,234").
char detect_decimal(const SampleRecords& records, const std::string& name);

}  // namespace tamis::detail
