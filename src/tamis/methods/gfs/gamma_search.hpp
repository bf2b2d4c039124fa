// Two searches around the cutting planes of `gfs`: for the m that gives k features, and for γ.
#pragma once

#include "tamis/methods/gfs.hpp"
#include "tamis/methods/gfs/fisher_planes.hpp"

namespace tamis::detail {

// Those of the features that are not constant and no copies of others.
std::vector<Index> competing(const FisherData& data, std::span<const Index> features);

// Whether there is no feature to put into a plane: all are constant, or k constant ones are included.
bool nothing_competes(const FisherData& data, const GfsOptions& options);

struct PlaneSearch {
    Index m = 0;
    PlaneSolution solution;
};

// The smallest m whose planes together hold options.k features, or all that are not constant if there are
// fewer. The included features that compete are in every plane; those that do not count toward k as well.
PlaneSearch search_planes(FisherData& data, const GfsOptions& options, double gamma);

// The γ of {50, 100, 200, 300, 400, 500} with the most correct 1NN decisions in 5 stratified folds of the
// data; the smaller one on ties. The folds depend on context.seed.
double cross_validated_gamma(const MatrixView& x, const Labels& labels, const GfsOptions& options,
                             const Context& context);

}  // namespace tamis::detail
