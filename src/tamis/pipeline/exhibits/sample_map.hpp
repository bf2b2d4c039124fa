// Samples in two dimensions.
#pragma once

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/projection.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/pipeline/exhibits/exhibits.hpp"

namespace tamis::detail {

constexpr Index most_mapped_samples = 5000;

// Drawn without repetition by context.seed, ascending; all of them if there are no more than can be shown.
std::vector<Index> mapped_samples(Index samples, const Context& context);

// Their classes; empty without labels.
std::vector<Index> classes_of(const std::vector<Index>& samples, const Labels& labels);

// `cells` holds the given samples on the chosen features. By PCA, and with two classes or more by FLDA, both
// as the projectors of these names find them. Where there is one direction only, a second plane axis is made
// of the first principal component (FLDA) or is 0 (PCA). Nothing but a note if the cells do not vary.
SampleMap map_samples(const DenseMatrix& cells, std::vector<Index> samples, const Labels& labels,
                      const Context& context);

// The first two directions of a projection; one pass over x.
SampleMap map_projected(const Projection& projection, const std::string& method, const Rows& x,
                        const Labels& labels, const Context& context);

}  // namespace tamis::detail
