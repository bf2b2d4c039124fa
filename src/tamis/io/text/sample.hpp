// The first records of a text, cut into cells: what the format is judged from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tamis/io/byte_source.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis::detail {

struct SampleCell {
    std::string text;
    bool quoted = false;
    bool missing = true;
    bool number = false;
    bool is_text() const { return !missing && !number; }
};
using SampleRecord = std::vector<SampleCell>;
using SampleRecords = std::vector<SampleRecord>;

// The start of the file, long enough for a header and two rows at least, without its byte order mark. Throws
// Error on what is no text.
std::string read_prefix(ByteSource& source, const std::string& name);

SampleRecords cut(std::string_view text, char delimiter, bool comments, const MissingMarkers& missing);

// "1,5" and the like.
bool has_decimal_comma(std::string_view text);

// Reads the numbers again, with decimal commas.
void use_decimal_commas(SampleRecords& records);

}  // namespace tamis::detail
