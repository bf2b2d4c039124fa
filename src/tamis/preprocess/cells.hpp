// Finding single cells of a matrix and naming them in messages.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/core/parallel.hpp"

namespace tamis {

struct CellPlace {
    Index row;
    Index column;
    double value;
};

struct FoundCells {
    static constexpr std::size_t shown = 3;  // how many cells a message names

    Index total = 0;
    Index rows = 0;                // that hold at least one of them
    std::vector<CellPlace> first;  // in reading order

    FoundCells& operator+=(const FoundCells& later);
};

// The cells of `x` (stored ones, for sparse data) whose value passes `test`.
FoundCells find_cells(const MatrixView& x, FunctionRef<bool(double)> test, const Context& context);

// Calls visit(column, value) for the stored cells of one row.
template <class Visit>
void for_each_cell(const MatrixView& x, Index i, Visit&& visit) {
    if (x.is_sparse()) {
        const SparseRow row = x.sparse().row(i);
        for (std::size_t p = 0; p < row.columns.size(); ++p) visit(Index{row.columns[p]}, row.values[p]);
    } else {
        const double* row = x.dense().row(i);
        for (Index j = 0; j < x.cols(); ++j) visit(j, row[j]);
    }
}

// "column 'age'", or "column 3 (counted from 0)" where there are no names.
std::string column_text(const std::vector<std::string>& names, Index column);

// "row 72, column 'age'; row 84, column 'sex'; …": rows are samples counted from 1. The values are named
// too where `with_values` is set.
std::string places_text(const FoundCells& cells, const std::vector<std::string>& names,
                        bool with_values = false);

// "1 row", "3 rows"
std::string counted(Index count, const std::string& noun);

}  // namespace tamis
