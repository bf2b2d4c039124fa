#include "tamis/preprocess/cells.hpp"

#include "tamis/core/options/value.hpp"

namespace tamis::detail {

void FoundCells::add(const CellPlace& place) {
    ++total;
    if (place.row != last_row) ++rows;
    last_row = place.row;
    if (first.size() < shown) first.push_back(place);
}

void FoundCells::merge(const FoundCells& later) {
    total += later.total;
    rows += later.rows;
    if (later.rows > 0) last_row = later.last_row;
    for (const CellPlace& place : later.first)
        if (first.size() < shown) first.push_back(place);
}

void FoundCells::move_rows(Index by) {
    if (rows > 0) last_row += by;
    for (CellPlace& place : first) place.row += by;
}

std::string column_text(const std::vector<std::string>& names, Index column) {
    if (names.empty()) return "column " + std::to_string(column) + " (counted from 0)";
    return "column '" + names[at(column)] + "'";
}

std::string places_text(const FoundCells& cells, const CellNames& names, bool with_values) {
    std::string text;
    for (const CellPlace& place : cells.first) {
        if (!text.empty()) text += "; ";
        text += names.lines.empty() ? "row " + std::to_string(names.first_row + place.row)
                                    : "line " + std::to_string(names.lines[at(place.row)]);
        text += ", ";
        text += names.columns.empty() ? "column " + std::to_string(place.column)
                                      : column_text(names.columns, place.column);
        if (with_values) text += " is " + to_text(Value(place.value));
    }
    if (cells.total > static_cast<Index>(cells.first.size())) text += "; …";
    if (names.lines.empty() && names.columns.empty())
        text += " (rows and columns counted from 0)";
    else if (names.lines.empty())
        text += " (rows counted from 0)";
    else if (names.columns.empty())
        text += " (columns counted from 0)";
    return text;
}

std::string counted(Index count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace tamis::detail
