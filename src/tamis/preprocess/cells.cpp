#include "tamis/preprocess/cells.hpp"

#include "tamis/core/value.hpp"

namespace tamis {

FoundCells& FoundCells::operator+=(const FoundCells& later) {
    total += later.total;
    rows += later.rows;
    for (const CellPlace& place : later.first)
        if (first.size() < shown) first.push_back(place);
    return *this;
}

FoundCells find_cells(const MatrixView& x, FunctionRef<bool(double)> test, const Context& context) {
    return parallel_sum(context, x.rows(), 512, FoundCells{}, [&](const Chunk& chunk) {
        FoundCells found;
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            const Index before = found.total;
            for_each_cell(x, i, [&](Index column, double value) {
                if (!test(value)) return;
                ++found.total;
                if (found.first.size() < FoundCells::shown) found.first.push_back({i, column, value});
            });
            if (found.total > before) ++found.rows;
        }
        return found;
    });
}

std::string column_text(const std::vector<std::string>& names, Index column) {
    if (names.empty()) return "column " + std::to_string(column) + " (counted from 0)";
    return "column '" + names[static_cast<std::size_t>(column)] + "'";
}

std::string places_text(const FoundCells& cells, const std::vector<std::string>& names, bool with_values) {
    std::string text;
    for (const CellPlace& place : cells.first) {
        if (!text.empty()) text += "; ";
        text += "row " + std::to_string(place.row + 1) + ", ";
        text += names.empty() ? "column " + std::to_string(place.column) : column_text(names, place.column);
        if (with_values) text += " is " + to_text(Value(place.value));
    }
    if (cells.total > static_cast<Index>(cells.first.size())) text += "; …";
    if (names.empty()) text += " (columns counted from 0)";
    return text;
}

std::string counted(Index count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace tamis
