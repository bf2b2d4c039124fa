#include "tamis/subspace/hmss.hpp"

#include "tamis/subspace/whitened/pair_means.hpp"

namespace tamis {

ProjectorAbout HmssOptions::about() {
    return {.name = "hmss",
            .title = "Harmonic mean for subspace selection",
            .citation = "Bian, Tao: Harmonic mean for subspace selection. ICPR 2008",
            .below_classes = true};
}

Fields<HmssOptions> HmssOptions::fields() { return pair_mean_fields<HmssOptions>(); }

Projection hmss(const MatrixView& x, const Labels& labels, const HmssOptions& options,
                const Context& context) {
    return project_by_pair_mean(x, labels, options, PairMean::harmonic, "harmonic mean criterion", context);
}

}  // namespace tamis
