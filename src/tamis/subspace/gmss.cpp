#include "tamis/subspace/gmss.hpp"

#include "tamis/subspace/whitened/pair_means.hpp"

namespace tamis {

ProjectorAbout GmssOptions::about() {
    return {.name = "gmss",
            .title = "Geometric mean for subspace selection",
            .citation = "Tao, Li, Wu, Maybank: Geometric mean for subspace selection. IEEE TPAMI 2009",
            .below_classes = true};
}

Fields<GmssOptions> GmssOptions::fields() { return pair_mean_fields<GmssOptions>(); }

Projection gmss(const MatrixView& x, const Labels& labels, const GmssOptions& options,
                const Context& context) {
    return project_by_pair_mean(x, labels, options, PairMean::geometric, "log of the geometric mean",
                                context);
}

}  // namespace tamis
