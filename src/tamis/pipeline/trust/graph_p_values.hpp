// p-values of scores on a graph, with cross-fitted graphs.
#pragma once

#include "tamis/pipeline/trust/p_values.hpp"

namespace tamis::detail {

// A graph that is built from the same features joins samples that agree in them by chance, and noise looks
// smooth on it. So the features are dealt into 5 groups (or as many as there are), and those of a group
// are tested on a graph that is built from the others. Excluded features build none, unless graphs are to be
// made of all, and are tested on that of all others. A graph of the user's own is used as it is. `kind` is
// TestKind::graph or TestKind::rows_again. Without q.
PValues graph_p_values(TestKind kind, const ConfiguredMethod& method, const TestData& data,
                       const TrustRequest& request, const Context& context);

}  // namespace tamis::detail
