// How delimited text is cut into cells (RFC 4180, and runs of blanks as a delimiter).
//
// A quote opens a quoted cell only at the start of a cell; elsewhere it is an ordinary character. Text after
// a closing quote belongs to the cell. Unquoted cells lose the blanks around them.
#pragma once

#include <string>
#include <string_view>

#include "tamis/core/index.hpp"

namespace tamis::detail {

constexpr char run_of_blanks = ' ';  // as a delimiter: any number of spaces and tabs

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_line_end(const char* p) { return *p == '\n' || (*p == '\r' && p[1] == '\n'); }

// Whether a line that starts here is a comment: '#', but not the first cell "#N/A" or "#NA".
inline bool starts_comment(const char* p) {
    return *p == '#' && !(p[1] == 'N' && (p[2] == '/' || p[2] == 'A'));
}

struct Cell {
    std::string_view text;  // valid until the next cell is read
    bool quoted = false;
    bool ends_record = false;
};

// Reads cell after cell from text that ends in a newline and has no quote left open.
class CellCursor {
  public:
    // `comments`: lines that start with '#' are no records.
    CellCursor(const char* position, char delimiter, bool comments = false)
        : position_(position), delimiter_(delimiter), comments_(comments) {}

    const char* position() const { return position_; }
    void move_to(const char* position) { position_ = position; }
    Index lines() const { return lines_; }  // line ends passed inside quotes

    // Skips comments and lines that are empty or hold only spaces (for blanks as delimiter: only blanks), and
    // the blanks before the first cell. Returns how many lines it skipped.
    Index skip_empty_lines(const char* end);
    Cell next();

  private:
    bool at_padding() const { return *position_ == ' ' || (*position_ == '\t' && delimiter_ != '\t'); }
    void read_quoted(Cell& cell);
    void read_plain(Cell& cell);

    const char* position_;
    char delimiter_;
    bool comments_;
    Index lines_ = 0;
    std::string unquoted_;
};

// Where the last complete record of the text ends: 0 when there is none. The text starts with a record.
// `open_quote` tells whether the text ends inside quotes. Quotes within comments are of no account.
std::size_t complete_records(std::string_view text, char delimiter, bool& open_quote, bool comments = false);

}  // namespace tamis::detail
