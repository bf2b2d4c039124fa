#include "tamis/subspace/hmss.hpp"

#include "tamis/subspace/whitened/pair_means.hpp"

namespace tamis {

using namespace detail;

template <>
ProjectorAbout HmssOptions::about() {
    return {.name = "hmss",
            .title = "Harmonic mean for subspace selection",
            .citation = {{.key = "bian2008"}},
            .below_classes = true};
}

Projection hmss(const Rows& x, const Labels& labels, const HmssOptions& options, const Context& context) {
    return project_by_pair_mean(x, labels, options, "harmonic mean criterion", context);
}

}  // namespace tamis
