#include "tamis/pipeline/joint_criterion.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/methods/gfs/regularized_fisher.hpp"

namespace tamis::detail {

std::optional<double> joint_criterion(const Dataset& data, Scaling scale, std::span<const Index> features,
                                      double gamma, const Context& context) {
    const Labels& labels = data.labels;
    const auto filled =
        std::count_if(labels.counts.begin(), labels.counts.end(), [](Index n) { return n > 0; });
    const bool complete = std::find(labels.of.begin(), labels.of.end(), Labels::unlabeled) == labels.of.end();
    if (filled < 2 || !complete) return std::nullopt;
    // Scaling by rows looks at all features, so it comes before the columns are taken.
    Matrix x = scale == Scaling::unit ? data.x : take_columns(data.x, features);
    if (scale != Scaling::none) apply_scaler(fit_scaler(x, scale, context), x, context);
    if (scale == Scaling::unit) x = take_columns(x, features);
    std::vector<Index> all(features.size());
    std::iota(all.begin(), all.end(), Index{0});
    return regularized_fisher(x, labels, all, gamma, context);
}

}  // namespace tamis::detail
