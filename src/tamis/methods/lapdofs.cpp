#include "tamis/methods/lapdofs.hpp"

#include "tamis/methods/lapofs/design_method.hpp"

namespace tamis {

using namespace detail;

template <>
About LapdofsOptions::about() {
    return {.name = "lapdofs",
            .title = "D-optimal design with a Laplacian prior",
            .citation = {{.key = "he2011", .place = "eq. 13, 29, 30"}},
            .raw_scales = true,
            .graph = design_graph()};
}

Selection lapdofs(const Rows& x, const Graph& graph, const LapdofsOptions& options, const Context& context) {
    return run_design(x, graph, options, context);
}

}  // namespace tamis
