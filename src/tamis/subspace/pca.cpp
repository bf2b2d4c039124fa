#include "tamis/subspace/pca.hpp"

#include "tamis/core/directions.hpp"
#include "tamis/subspace/pca_basis.hpp"

namespace tamis {

using namespace detail;

ProjectorAbout PcaOptions::about() {
    return {.name = "pca",
            .title = "Principal component analysis",
            .citation = {{.key = "pearson1901"}},
            .below_classes = false,
            .raw_scales = true};
}

Fields<PcaOptions> PcaOptions::fields() { return {}; }

Projection pca(const Rows& x, const PcaOptions& options, const Context& context) {
    PcaBasis basis = pca_basis(x, options.dim, context);
    Projection result;
    result.objective = {"share of the variance", {basis.share}, basis.share};
    result.weights = std::move(basis.components);
    result.mean = std::move(basis.mean);
    result.eigenvalues = std::move(basis.eigenvalues);
    result.feature_weights = row_lengths(result.weights);
    result.iterations = 1;
    return result;
}

}  // namespace tamis
