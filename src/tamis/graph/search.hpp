// The two searches behind find_neighbors. 1 <= k < samples.
#pragma once

#include "tamis/core/context.hpp"
#include "tamis/graph/neighbors.hpp"
#include "tamis/graph/sample_rows.hpp"

namespace tamis {

Neighbors exact_search(const SampleRows& rows, Index k, const Context& context);

// Dense rows only. Distances and order are exact among what the index finds.
Neighbors approximate_search(const SampleRows& rows, Index k, const Context& context);

}  // namespace tamis
