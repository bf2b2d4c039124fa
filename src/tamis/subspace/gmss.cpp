#include "tamis/subspace/gmss.hpp"

#include "tamis/subspace/whitened/pair_means.hpp"

namespace tamis {

using namespace detail;

template <>
ProjectorAbout GmssOptions::about() {
    return {.name = "gmss",
            .title = "Geometric mean for subspace selection",
            .citation = {{.key = "tao2009"}},
            .below_classes = true};
}

Projection gmss(const Rows& x, const Labels& labels, const GmssOptions& options, const Context& context) {
    return project_by_pair_mean(x, labels, options, "log of the geometric mean", context);
}

}  // namespace tamis
