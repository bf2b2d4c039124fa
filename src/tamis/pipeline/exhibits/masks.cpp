#include "tamis/pipeline/exhibits/masks.hpp"

#include <set>
#include <tuple>

namespace tamis::detail {

namespace {

std::vector<double> shares(const std::vector<std::vector<Index>>& sets, Index features) {
    std::vector<double> share(at(features), 0.0);
    for (const std::vector<Index>& set : sets)
        for (const Index feature : set) share[at(feature)] += 1.0;
    for (double& one : share) one /= static_cast<double>(sets.size());
    return share;
}

}  // namespace

void add_masks(EvaluateRun& run, const ImageShape& image) {
    check_image(image, run.features, run.data_name);
    run.exhibits = {};
    run.exhibits.image = image;
    std::set<std::tuple<std::size_t, Index, Index>> done;
    for (const SummaryRow& row : run.summary.rows) {
        const EvaluatedMethod& method = run.methods[row.method];
        if (method.method == "all") continue;  // every pixel
        if (!done.insert({row.method, row.k, row.measure.clusters}).second) continue;
        const std::optional<Index> k = row.any_k ? std::nullopt : std::optional(row.k);
        const auto sets = sets_of_splits(run, row.method, row.measure.clusters, k);
        if (sets.empty()) continue;
        run.exhibits.masks.push_back({.data = run.data_name,
                                      .label = method.label,
                                      .k = row.k,
                                      .clusters = row.measure.clusters,
                                      .share = shares(sets, run.features)});
    }
}

}  // namespace tamis::detail
