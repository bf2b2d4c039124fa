// The pieces that the page is written with. Every text from a document passes through here or html_text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tamis/report/table.hpp"

namespace tamis::detail::html {

// At most `letters` characters, with an ellipsis in place of the rest. Control characters are made visible
// first.
std::string shortened(std::string_view text, std::size_t letters);

// A name inside a sentence or cell: cut, the whole in the title, and its direction of writing kept to itself.
std::string name_html(std::string_view name, std::size_t letters = 60);

// A number for people with digits that fit where it stands; an em dash if there is none.
std::string number_text(double value, int digits = 4);
// "87.3 %"
std::string percent(double share, int decimals = 1);
// "< 0.001" or "0.023": p- and q-values.
std::string probability_text(double p);
// "1 class", "3 classes"
std::string class_count(std::size_t classes);
// "a, b and c"
std::string listed(const std::vector<std::string>& words);

// Adds a text to a list that does not have it yet.
void add_once(std::vector<std::string>& list, const std::string& text);

struct Cell {
    std::string text;        // for people, not escaped
    std::string value = {};  // what it is sorted by; "" is missing
    std::string html = {};   // in place of the text, escaped already
    std::string style = {};  // a class of the cell
};
Cell number_cell(double value, int digits = 4);
Cell percent_cell(double share);

// A table of the page that can also be saved as CSV and LaTeX.
class DataTable {
  public:
    enum class Kind { number, text, none };  // how a column is sorted, and aligned
    struct Column {
        std::string title;
        Kind kind = Kind::number;
    };

    DataTable(std::string caption, std::vector<Column> columns)
        : caption_(std::move(caption)), columns_(std::move(columns)) {}
    // One cell per column; the cell of column `head_column` is the row's heading.
    void add(std::vector<Cell> cells, std::string row_attributes = {});
    void set_heading(std::size_t column) { heading_ = column; }
    bool empty() const { return rows_.empty(); }

    std::string html() const;
    // For other programs: exact values where there are any; otherwise as the page shows them.
    Table plain(bool exact) const;

  private:
    struct Row {
        std::vector<Cell> cells;
        std::string attributes;
    };

    std::string cell_html(const Cell& cell, std::size_t column) const;

    std::string caption_;
    std::vector<Column> columns_;
    std::vector<Row> rows_;
    std::size_t heading_ = 0;
};

}  // namespace tamis::detail::html
