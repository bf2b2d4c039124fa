#include "tamis/subspace/whitened/pair_mean_options.hpp"

#include "tamis/subspace/whitened/whitened_centroids.hpp"

namespace tamis {

using namespace detail;

template <PairMean mean>
Fields<PairMeanOptions<mean>> PairMeanOptions<mean>::fields() {
    return Fields<PairMeanOptions>()
        .real("regularization", &PairMeanOptions::regularization, at_least(0), regularization_help)
        .choice("basis", &PairMeanOptions::basis, basis_choices(), basis_help)
        .real("tolerance", &PairMeanOptions::tolerance, above(0),
              "relative accuracy at which to stop; measured by the gradient, relative to the value")
        .integer("max_iterations", &PairMeanOptions::max_iterations, at_least(1),
                 "maximum number of iterations; for each of the two starts");
}
template Fields<PairMeanOptions<PairMean::harmonic>> PairMeanOptions<PairMean::harmonic>::fields();
template Fields<PairMeanOptions<PairMean::geometric>> PairMeanOptions<PairMean::geometric>::fields();

}  // namespace tamis
