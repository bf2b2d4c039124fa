// Laplacian score. hecai2005; as a pair of graphs in nie2008, eq. 12, 13.
#pragma once

#include "tamis/methods/method.hpp"

namespace tamis {

struct LaplacianOptions {
    Index k = 10;              // features to select
    FixedFeatures fixed = {};  // features to be chosen in any case, and never

    static About about();
    std::string not_shared() const { return {}; }
    static Fields<LaplacianOptions> fields() { return {}; }
};

// Raw score of feature f, smaller is better: fᵀLf / f̃ᵀDf̃ with f̃ = f - (fᵀD1 / 1ᵀD1)·1.
// What it takes and throws: see method.hpp.
Selection laplacian(const Rows& x, const Graph& graph, const LaplacianOptions& options = {},
                    const Context& context = {});

}  // namespace tamis
