// Whether the first record of a text names the columns.
#pragma once

#include "tamis/io/text/sample.hpp"

namespace tamis::detail {

enum class HeaderVerdict { yes, no, unclear };

// The first record is a header
//  - where one of its cells is text, or a quoted number, and at least half of the cells below it are
//    (unquoted) numbers, and no plain number stands over such a column, or fewer than words that all differ,
//    or
//  - where one of its cells is a usual name of a label column ("class") that does not occur below it, or
//  - where it has eight numbers or more that rise strictly (wavelengths) and no other record rises so, or
//  - where an empty cell is followed by 0, 1, 2, … (pandas without names), or
//  - in a file without any number: where its cells are all different and none occurs below it, over three
//    records or more.
// It is unclear where more plain numbers stand beside texts over columns of numbers, or where other records
// rise as well.
HeaderVerdict first_is_header(const SampleRecords& records);

}  // namespace tamis::detail
