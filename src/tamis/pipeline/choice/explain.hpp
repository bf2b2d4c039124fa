// The computation of explanations: one product of the chosen features with all features.
#pragma once

#include <span>

#include "tamis/core/choice/fixed_features.hpp"
#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/core/selection.hpp"
#include "tamis/pipeline/choice/explanations.hpp"

namespace tamis::detail {

struct ExplainedRequest {
    const Selection& selection;
    const FixedFeatures& fixed;
    std::span<const std::string> names = {};  // of the features; empty: they have none
    std::span<const double> q = {};           // of the features; empty: they were not tested
    bool by_stability = false;                // chosen for how often they are chosen on half samples
};

// Remarks if the chosen features explain everything because there are as many of them as samples.
Explanations explain(const Rows& x, const Labels& labels, const ExplainedRequest& request,
                     const Context& context);

// What the chosen columns explain of every column: R² of the centered least squares, by a pivoted Cholesky
// factor of their correlations.
struct Explained {
    std::vector<double> r2;      // per feature; 0 for constant ones
    std::vector<Index> nearest;  // position in `chosen`; -1 for constant features
    std::vector<double> r;       // correlation with it
    std::vector<char> constant;
    Index rank = 0;  // of the chosen columns, centered
};
Explained explained_by(const Rows& x, std::span<const Index> chosen, const Context& context);

// δ_kj = (mean in class k - mean of the others) / deviation within the classes: classes × chosen.size().
// Features without scatter within the classes are measured by their deviation over all samples.
DenseMatrix class_differences(const Rows& x, const Labels& labels, std::span<const Index> chosen,
                              const Context& context);

}  // namespace tamis::detail
