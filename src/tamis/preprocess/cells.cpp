#include "tamis/preprocess/cells.hpp"

#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/options/value.hpp"
#include "tamis/passes/run_pass.hpp"

namespace tamis::detail {

namespace {

constexpr Index chunk_rows = 512;

class CellSearch {
  public:
    explicit CellSearch(FunctionRef<bool(double)> test) : test_(test) {}

    void add(const RowBlock& block) {
        for (Index i = 0; i < block.cells.rows(); ++i) {
            const Index before = found_.total;
            for_each_cell(block.cells, i, [&](Index column, double value) {
                if (!test_(value)) return;
                ++found_.total;
                if (found_.first.size() < FoundCells::shown)
                    found_.first.push_back({block.first + i, column, value});
            });
            if (found_.total > before) ++found_.rows;
        }
    }
    void merge(const CellSearch& later) { found_.merge(later.found_); }

    const FoundCells& found() const { return found_; }

  private:
    FunctionRef<bool(double)> test_;
    FoundCells found_;
};

}  // namespace

void FoundCells::merge(const FoundCells& later) {
    total += later.total;
    rows += later.rows;
    for (const CellPlace& place : later.first)
        if (first.size() < shown) first.push_back(place);
}

FoundCells find_cells(const Rows& x, FunctionRef<bool(double)> test, const Context& context) {
    return run_pass(
               x, chunk_rows, [&](const Piece&) { return CellSearch(test); }, context)
        .found();
}

std::string column_text(const std::vector<std::string>& names, Index column) {
    if (names.empty()) return "column " + std::to_string(column) + " (counted from 0)";
    return "column '" + names[at(column)] + "'";
}

std::string places_text(const FoundCells& cells, const CellNames& names, bool with_values) {
    std::string text;
    for (const CellPlace& place : cells.first) {
        if (!text.empty()) text += "; ";
        text += names.lines.empty() ? "row " + std::to_string(place.row)
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
