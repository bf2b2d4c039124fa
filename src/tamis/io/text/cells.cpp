#include "tamis/io/text/cells.hpp"

#include <cstring>

namespace tamis::detail {

Index CellCursor::skip_empty_lines(const char* end) {
    Index skipped = 0;
    while (position_ < end) {
        const char* line = position_;
        while (at_padding()) ++position_;
        if (comments_ && starts_comment(position_)) {
            while (*position_ != '\n') ++position_;
        } else if (!is_line_end(position_)) {
            if (delimiter_ != run_of_blanks) position_ = line;
            return skipped;
        }
        position_ += *position_ == '\r' ? 2 : 1;
        ++skipped;
    }
    return skipped;
}

Cell CellCursor::next() {
    Cell cell;
    while (at_padding()) ++position_;
    if (*position_ == '"')
        read_quoted(cell);
    else
        read_plain(cell);
    if (delimiter_ == run_of_blanks)
        while (is_blank(*position_)) ++position_;
    if (is_line_end(position_)) {
        cell.ends_record = true;
        position_ += *position_ == '\r' ? 2 : 1;
    } else if (delimiter_ != run_of_blanks) {
        ++position_;
    }
    return cell;
}

void CellCursor::read_quoted(Cell& cell) {
    cell.quoted = true;
    unquoted_.clear();
    ++position_;
    for (;;) {
        const char c = *position_++;
        if (c == '"') {
            if (*position_ != '"') break;
            ++position_;
        }
        if (c == '\n') ++lines_;
        unquoted_ += c;
    }
    Cell rest;
    read_plain(rest);
    unquoted_ += rest.text;
    cell.text = unquoted_;
}

void CellCursor::read_plain(Cell& cell) {
    const char* begin = position_;
    if (delimiter_ == run_of_blanks)
        while (!is_blank(*position_) && !is_line_end(position_)) ++position_;
    else
        while (*position_ != delimiter_ && !is_line_end(position_)) ++position_;
    const char* end = position_;
    while (end > begin && is_blank(end[-1])) --end;
    while (begin < end && is_blank(*begin)) ++begin;
    cell.text = {begin, at(end - begin)};
}

std::size_t complete_records(std::string_view text, char delimiter, bool& open_quote, bool comments) {
    open_quote = false;
    if (std::memchr(text.data(), '"', text.size()) == nullptr) {
        const std::size_t last = text.rfind('\n');
        return last == std::string_view::npos ? 0 : last + 1;
    }
    std::size_t complete = 0;
    bool cell_start = true;
    std::size_t i = 0;
    while (i < text.size()) {
        const char c = text[i];
        if (comments && i == complete && i + 2 < text.size() && starts_comment(text.data() + i)) {
            const std::size_t end = text.find('\n', i);
            if (end == std::string_view::npos) return complete;
            complete = i = end + 1;
            continue;
        }
        if (c == '"' && cell_start) {
            cell_start = false;
            for (;;) {
                const std::size_t quote = text.find('"', i + 1);
                // A quote at the very end may be the first of a doubled one.
                open_quote = quote == std::string_view::npos;
                if (open_quote) return complete;
                i = quote + 1;
                if (i == text.size() || text[i] != '"') break;
            }
            continue;
        }
        ++i;
        if (c == '\n') {
            complete = i;
            cell_start = true;
        } else if (c == delimiter || (delimiter == run_of_blanks && is_blank(c))) {
            cell_start = true;
        } else if (!is_blank(c)) {
            cell_start = false;
        }
    }
    return complete;
}

}  // namespace tamis::detail
