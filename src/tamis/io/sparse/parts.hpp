// Sparse matrices from what files hold: compressed rows or columns, or a list of cells.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// Compressed rows (or columns) as a file has them: not checked, a row's cells in any order.
struct CompressedParts {
    Index rows = 0, cols = 0;
    bool by_rows = true;
    std::vector<Index> starts;     // indptr of SciPy, jc of MATLAB
    std::vector<Small> positions;  // indices, ir
    std::vector<double> values;    // data
};

// How a format calls the three arrays, for messages.
struct PartNames {
    const char* starts = "indptr";
    const char* positions = "indices";
    const char* values = "data";
};

// Throws Error that begins with `where` if lengths differ, the starts fall, or a position is outside the
// matrix or there twice.
SparseMatrix make_sparse(CompressedParts parts, const std::string& where, const PartNames& names = {});

// A row takes eight bytes of memory even if it is empty, and none in the file: throws Error that begins with
// `where` if the number of cells does not justify that of the rows.
void require_justified_rows(Index rows, std::size_t cells, const std::string& where);

struct CellList {
    std::vector<Small> rows, columns;
    std::vector<double> values;

    void add(Index row, Index column, double value) {
        rows.push_back(static_cast<Small>(row));
        columns.push_back(static_cast<Small>(column));
        values.push_back(value);
    }
};

// Cells in any order, inside the matrix. Throws Error that begins with `where` if a cell is there twice.
SparseMatrix make_sparse(Index rows, Index cols, CellList cells, const std::string& where);

}  // namespace tamis::detail
