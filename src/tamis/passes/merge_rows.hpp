// Two sparse rows side by side.
#pragma once

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// Calls visit(column, value of a, value of b) for every column that either row stores, ascending.
template <class Visit>
void merge_rows(const SparseRow& a, const SparseRow& b, Visit visit) {
    std::size_t p = 0, q = 0;
    while (p < a.columns.size() && q < b.columns.size()) {
        const Small left = a.columns[p], right = b.columns[q];
        if (left == right)
            visit(left, a.values[p++], b.values[q++]);
        else if (left < right)
            visit(left, a.values[p++], 0.0);
        else
            visit(right, 0.0, b.values[q++]);
    }
    for (; p < a.columns.size(); ++p) visit(a.columns[p], a.values[p], 0.0);
    for (; q < b.columns.size(); ++q) visit(b.columns[q], 0.0, b.values[q]);
}

}  // namespace tamis::detail
