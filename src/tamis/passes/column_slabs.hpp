// Some columns of all rows at a time, for work that needs whole columns.
#pragma once

#include "tamis/core/rows.hpp"

namespace tamis::detail {

// Calls visit(slab, first) until every column was in a slab: column j of the slab is column first + j of x. A
// matrix in memory is one slab, read in place. Other rows are read once per slab of up to 256 MB (and at
// least 256 columns), dense or sparse as they are.
void for_each_slab(const Rows& x, FunctionRef<void(const MatrixView& slab, Index first)> visit,
                   const Context& context);

}  // namespace tamis::detail
