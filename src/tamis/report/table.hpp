// Tables for the terminal, for documents and for other programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tamis::detail {

// Columns that a UTF-8 text takes in a terminal: 2 for East Asian wide characters and emoji, 0 for combining
// marks.
std::size_t display_width(std::string_view text);

// `text` with blanks up to `width` terminal columns.
std::string padded(std::string_view text, std::size_t width);

enum class Align { left, right };

class Table {
  public:
    struct Column {
        std::string title;
        Align align = Align::left;
    };

    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
    void add(std::vector<std::string> cells);  // one per column
    std::string text() const;                  // titles, a rule, one line per row
    std::string markdown() const;
    std::string latex() const;  // a tabular with the rules of booktabs
    std::string delimited(char delimiter) const;

  private:
    Table shown() const;  // with visible control characters
    std::string plain_text() const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

// "name   value" lines, the values aligned.
std::string paired_lines(const std::vector<std::pair<std::string, std::string>>& pairs);

// A number for other programs: the shortest text that reads as the same double.
std::string exact_number(double value);

// A number for people: up to `digits` significant ones; "inf" as it is.
std::string short_number(double value, int digits = 6);

// "420 µs", "1.3 s", "2 min 5 s"
std::string duration_text(double seconds);

}  // namespace tamis::detail
