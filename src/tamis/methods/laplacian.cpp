#include "tamis/methods/laplacian.hpp"

#include "tamis/core/ranking.hpp"
#include "tamis/graph/pairs.hpp"

namespace tamis {

About LaplacianOptions::about() {
    return {.name = "laplacian",
            .title = "Laplacian score",
            .citation =
                "He, Cai, Niyogi: Laplacian Score for Feature Selection. NIPS 2005; Nie, Xiang, Jia, Zhang, "
                "Yan: Trace Ratio Criterion for Feature Selection. AAAI 2008, eq. 12 and 13"};
}

Selection laplacian(const MatrixView& x, const Graph& graph, const LaplacianOptions& options,
                    const Context& context) {
    require_k(options.k, x.cols());
    const Scatter pair = laplacian_pair(x, graph, context);
    return select_by_score(ratios(pair.within, pair.between, Direction::smaller), Direction::smaller,
                           pair.constant, {}, options.k, "sum of Laplacian scores");
}

}  // namespace tamis
