#include "tamis/methods/gfs/regularized_fisher.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/methods/gfs/class_fit.hpp"

namespace tamis::detail {

namespace {

double explained_by(const FisherData& data, std::span<const Index> features, double gamma) {
    std::vector<Index> sorted(features.begin(), features.end());
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        throw Error("feature " + std::to_string(*std::adjacent_find(sorted.begin(), sorted.end())) +
                    " is in the set twice");
    const std::vector<double> ones(sorted.size(), 1.0);
    return make_class_fit(data, std::move(sorted), gamma, 1)->explained(ones);
}

}  // namespace

double regularized_fisher(const FisherData& data, std::span<const Index> features, double gamma) {
    return explained_by(data, features, gamma) / static_cast<double>(data.samples());
}

double regularized_fisher(const MatrixView& x, const Labels& labels, std::span<const Index> features,
                          double gamma, const Context& context) {
    require_classes(labels, x.rows(), "the regularized Fisher criterion");
    if (!(gamma > 0.0)) throw UsageError("gamma must be a number > 0");
    const Matrix part = take_columns(x, features);
    const FisherData data(part, labels, context);
    std::vector<Index> all(features.size());
    for (std::size_t j = 0; j < all.size(); ++j) all[j] = static_cast<Index>(j);
    return regularized_fisher(data, all, gamma);
}

double objective_of_set(const FisherData& data, std::span<const Index> features, double gamma) {
    return 0.5 * (data.classes().total() - explained_by(data, features, gamma));
}

}  // namespace tamis::detail
