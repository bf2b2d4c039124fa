// What a delimited text looks like, judged from its first records: delimiter, header, kinds of columns.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/index.hpp"
#include "tamis/io/byte_source.hpp"

namespace tamis {

struct TextFormat {
    char delimiter = ',';  // ',', ';', tab, or a blank for runs of blanks
    bool header = false;
    std::vector<std::string> names;  // from the header; empty without one
    Index fields = 0;                // per record
    std::vector<char> is_text;  // per field: some cell of the first records is neither number nor missing
};

// Delimiter: of tab, semicolon and comma the one that cuts the most records into the same number (two or
// more) of fields; then the one with the most numbers; then the one with the most fields. Blanks are the
// delimiter if none of the three does that better.
//
// Header: the first record is one
//  - if one of its cells is text, or a quoted number, and the cells below it are (unquoted) numbers, or
//  - if one of its cells is a usual name of a label column ("class") that does not occur below it, or
//  - in a file without any number: if its cells are all different and none occurs below it, over three
//    records or more.
TextFormat detect_format(ByteSource& source, const std::string& name);

}  // namespace tamis
