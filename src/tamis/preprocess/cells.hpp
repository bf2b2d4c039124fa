// Single cells of a matrix, and naming them in messages.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

struct CellPlace {
    Index row = 0;
    Index column = 0;
    double value = 0.0;

    template <class Archive>
    void fields(Archive& archive) {
        archive(row, column, value);
    }
};

struct FoundCells {
    static constexpr std::size_t shown = 3;  // how many cells a message names

    Index total = 0;
    Index rows = 0;                // that hold at least one of them
    Index last_row = -1;           // that does
    std::vector<CellPlace> first;  // in reading order

    // A cell behind those that were added before.
    void add(const CellPlace& place);
    // Cells of rows that follow.
    void merge(const FoundCells& later);
    // The rows that were looked at come this many later.
    void move_rows(Index by);

    template <class Archive>
    void fields(Archive& archive) {
        archive(total, rows, last_row, first);
    }
};

// "column 'age'", or "column 3 (counted from 0)" if there are no names.
std::string column_text(const std::vector<std::string>& names, Index column);

// What the rows and columns of the data are called; empty if they have no names and lines.
struct CellNames {
    std::vector<std::string> columns = {};
    std::vector<Index> lines = {};  // of the rows in a text file, from 1
    Index first_row = 0;            // what the first row counts as
};

// "line 73, column 'age'; line 85, column 'sex'; …", or "row 72, …" (samples counted from 0) if the rows
// are not lines of a file. The values are named too if `with_values` is set.
std::string places_text(const FoundCells& cells, const CellNames& names, bool with_values = false);

// "1 row", "3 rows"
std::string counted(Index count, const std::string& noun);

}  // namespace tamis::detail
