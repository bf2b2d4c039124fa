#include "tamis/pipeline/joint_criterion.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/methods/gfs/regularized_fisher.hpp"
#include "tamis/pipeline/prepared.hpp"

namespace tamis::detail {

std::optional<double> joint_criterion(const Dataset& data, Scaling scale, std::span<const Index> features,
                                      double gamma, const Context& context) {
    const Labels& labels = data.labels;
    const auto filled =
        std::count_if(labels.counts.begin(), labels.counts.end(), [](Index n) { return n > 0; });
    const bool complete = std::find(labels.of.begin(), labels.of.end(), Labels::unlabeled) == labels.of.end();
    if (filled < 2 || !complete) return std::nullopt;
    Context quiet = context;  // the run that chose the features has remarked on the data
    quiet.warn = nullptr;
    // Scaling by rows looks at all features, so the columns are taken after it.
    const bool by_rows = scale == Scaling::unit;
    const Prepared prepared(view_of(data), by_rows ? data.x : take_columns(data.x, features), scale, quiet);
    const Matrix& scaled = prepared.own();
    const Matrix x = by_rows ? take_columns(scaled, features) : scaled;
    std::vector<Index> all(features.size());
    std::iota(all.begin(), all.end(), Index{0});
    return regularized_fisher(x, labels, all, gamma, context);
}

}  // namespace tamis::detail
