#include "tamis/methods/lapaofs.hpp"

namespace tamis {

About LapaofsOptions::about() {
    return {.name = "lapaofs",
            .title = "A-optimal design with a Laplacian prior",
            .citation =
                "He, Ji, Zhang, Bao: A Variance Minimization Criterion to Feature Selection Using "
                "Laplacian Regularization. IEEE TPAMI 33(10), 2011, eq. 12, 20, 21",
            .graph = design_graph()};
}

Fields<LapaofsOptions> LapaofsOptions::fields() { return solved_design_fields<LapaofsOptions>(); }

Selection lapaofs(const MatrixView& x, const Graph& graph, const LapaofsOptions& options,
                  const Context& context) {
    LapaofsOptions::fields().check(options);
    return run_design(x, graph,
                      {Design::a, options.k, options.lambda1, options.lambda2, options.solver, options.gamma,
                       options.tol, options.laplacian},
                      context);
}

}  // namespace tamis
