// What a delimited text looks like, judged from its first records: delimiter, header, kinds of columns.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/index.hpp"
#include "tamis/core/message.hpp"
#include "tamis/io/byte_source.hpp"
#include "tamis/io/text/settings.hpp"

namespace tamis::detail {

// The cells of a column in the first records.
struct FieldSample {
    Index numbers = 0, texts = 0;
    bool distinct = true;  // every cell is there and differs from the others
    bool counts = true;    // the cells are 0, 1, 2, … or 1, 2, 3, …

    // At least half of the cells of a column of numbers are numbers; missing ones aside.
    bool is_text() const { return texts > numbers; }
};

struct TextFormat {
    char delimiter = ',';  // ',', ';', tab, '|', the user's own, or a blank for runs of blanks
    char decimal = '.';
    bool comments = false;           // lines that start with '#' are no records
    Index skipped_lines = 0;         // at the start: Excel's "sep=;"
    bool header_record = false;      // the first record holds names
    std::vector<std::string> names;  // empty where the columns have none
    Index fields = 0;                // columns of the table
    bool trailing = false;           // every record ends in a delimiter that nothing follows
    std::vector<FieldSample> columns;
    Index sampled = 0;             // records that the columns were judged from
    std::vector<Message> remarks;  // what the user should know of it

    bool named() const { return !names.empty(); }
};

// Delimiter: of tab, semicolon, bar and comma the one that cuts the most records into the same number (two or
// more) of fields; then the one with the most numbers; then the one with the most fields. Blanks are the
// delimiter where none of the four does that better. A first line "sep=;" says it.
//
// Header: see first_is_header; a first record with one name fewer than the others have fields (R) leaves the
// first column without a name. Decimal commas are taken for such where nothing speaks against it. What stays
// unclear is asked for by an Error.
TextFormat detect_format(ByteSource& source, const std::string& name, const TextSettings& settings);

}  // namespace tamis::detail
