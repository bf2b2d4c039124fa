#include "tamis/methods/lapdofs.hpp"

namespace tamis {

About LapdofsOptions::about() {
    return {.name = "lapdofs",
            .title = "D-optimal design with a Laplacian prior",
            .citation =
                "He, Ji, Zhang, Bao: A Variance Minimization Criterion to Feature Selection Using "
                "Laplacian Regularization. IEEE TPAMI 33(10), 2011, eq. 13, 29, 30",
            .graph = design_graph()};
}

Fields<LapdofsOptions> LapdofsOptions::fields() { return solved_design_fields<LapdofsOptions>(); }

Selection lapdofs(const MatrixView& x, const Graph& graph, const LapdofsOptions& options,
                  const Context& context) {
    LapdofsOptions::fields().check(options);
    return run_design(x, graph,
                      {Design::d, options.k, options.lambda1, options.lambda2, options.solver, options.gamma,
                       options.tol, options.laplacian},
                      context);
}

}  // namespace tamis
