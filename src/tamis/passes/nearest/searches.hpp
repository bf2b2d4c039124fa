// The two searches behind nearest.hpp. `known` and `asked` have the same number of columns; nearest[c] has
// one place per row of `asked`. `others`: both are the same rows, and no row is its own neighbor.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::detail {

void search_dense(const DenseView& known, const DenseView& asked, std::span<const Index> counts, bool others,
                  std::vector<std::vector<Index>>& nearest, const Context& context);

void search_sparse(const SparseView& known, const SparseView& asked, std::span<const Index> counts,
                   bool others, std::vector<std::vector<Index>>& nearest, const Context& context);

}  // namespace tamis::detail
