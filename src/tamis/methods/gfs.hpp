// Generalized Fisher score: features chosen together, not one by one.
// gu2011, eq. 22 and Algorithm 1.
#pragma once

#include <optional>

#include "tamis/methods/method.hpp"

namespace tamis {

struct GfsOptions {
    enum class LineSearch {
        linear,  // m = 1, 2, 3, …: the smallest m, always
        bisect,  // doubles m, then halves the interval: the same wherever a larger m has a larger union
    };

    enum class Refine {
        none,      // the set that the planes give
        exchange,  // single features of it exchanged for others while the criterion of the set grows
    };

    Index k = 10;  // features to select
    // Compare it with the number of samples of standardized data, whose features each have a scatter of n.
    // Larger lets correlated features in; smaller looks for features that add something new. Empty: chosen
    // by cross-validation.
    std::optional<double> gamma = 100.0;
    Index max_planes = 100;   // larger comes closer to the optimum of the relaxation, and costs more
    double tolerance = 1e-4;  // larger stops earlier
    LineSearch line_search = LineSearch::linear;
    Refine refine = Refine::none;
    FixedFeatures fixed = {};  // features to be chosen in any case, and never

    static About about();
    bool in_passes() const { return false; }
    std::string not_shared() const {
        if (!gamma) return "gamma=cv cuts the rows into folds";
        if (refine == Refine::exchange) return "refine=exchange needs whole columns in one place";
        return {};
    }
    static Fields<GfsOptions> fields();
};

// Maximizes tr(S_b(S_t + γI)⁻¹) over the sets of features by the paper's relaxation; the data are centered,
// not scaled. `scores` are the weights 0 ≤ q ≤ 1 of the features. Of the certificate, lower ≤ θ* ≤ upper
// enclose the optimum of the relaxation for the m found and `criterion` is the value of the selected set;
// with refine=exchange `unrefined` is the value before, and the features are in the order in which each adds
// most. What it takes and throws: see method.hpp.
Selection gfs(const Rows& x, const Labels& labels, const GfsOptions& options = {},
              const Context& context = {});

}  // namespace tamis
