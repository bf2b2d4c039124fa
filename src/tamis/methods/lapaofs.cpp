#include "tamis/methods/lapaofs.hpp"

#include "tamis/methods/lapofs/design_method.hpp"

namespace tamis {

using namespace detail;

template <>
About LapaofsOptions::about() {
    return {.name = "lapaofs",
            .title = "A-optimal design with a Laplacian prior",
            .citation = {{.key = "he2011", .place = "eq. 12, 20, 21"}},
            .raw_scales = true,
            .graph = design_graph()};
}

Selection lapaofs(const Rows& x, const Graph& graph, const LapaofsOptions& options, const Context& context) {
    return run_design(x, graph, options, context);
}

}  // namespace tamis
