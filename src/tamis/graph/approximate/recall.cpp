#include "tamis/graph/approximate/recall.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/graph/approximate/mixing.hpp"

namespace tamis::detail {

namespace {

constexpr Index probe_count = 1000;

}  // namespace

// One sample out of each of equal parts of the data.
std::vector<Index> recall_samples(Index samples, std::uint64_t seed) {
    const Index count = std::min(probe_count, samples);
    std::vector<Index> chosen;
    for (Index p = 0; p < count; ++p) {
        const Index begin = p * samples / count, end = (p + 1) * samples / count;
        const std::uint64_t draw = mixed(mixed(seed, 0x7265636c6cU), static_cast<std::uint64_t>(p));
        chosen.push_back(begin + static_cast<Index>(draw % static_cast<std::uint64_t>(end - begin)));
    }
    return chosen;
}

ClassNeighbors exact_probe(const Points& points, std::span<const int> group_of, Index groups, Index k,
                           std::span<const Index> samples, const Context& context) {
    const Context quiet{.threads = context.threads, .seed = context.seed, .cancel = context.cancel};
    return probe_search(
        *points.tiles(quiet), [&](Index i, Index j) { return points.distance(i, j); }, group_of, groups, k,
        points.columns(), quiet, samples);
}

RecallProbe::RecallProbe(const Points& points, std::span<const int> group_of, Index groups, Index k,
                         const Context& context)
    : samples_(recall_samples(points.count(), context.seed)),
      truth_(exact_probe(points, group_of, groups, k, samples_, context)) {}

MeasuredRecall RecallProbe::measure(const NearestLists& lists) const {
    return measure(
        [&](Index p, Index group) { return lists.distances_of(samples_[at(p)] * truth_.classes + group); });
}

MeasuredRecall RecallProbe::measure(FunctionRef<std::span<const double>(Index, Index)> found_of) const {
    std::vector<double> shares;
    for (std::size_t s = 0; s < samples_.size(); ++s) {
        double sum = 0.0;
        Index counted = 0;
        for (Index g = 0; g < truth_.classes; ++g) {
            const std::span<const double> truth = truth_.distances_of(static_cast<Index>(s), g);
            if (truth.empty()) continue;
            std::span<const double> found = found_of(static_cast<Index>(s), g);
            found = found.first(std::min(found.size(), truth.size()));
            const auto hits = std::upper_bound(found.begin(), found.end(), truth.back()) - found.begin();
            sum += static_cast<double>(hits) / static_cast<double>(truth.size());
            ++counted;
        }
        if (counted > 0) shares.push_back(sum / static_cast<double>(counted));
    }
    if (shares.empty()) return {1.0, 1.0, 1.0};
    const auto count = static_cast<double>(shares.size());
    const double mean = std::accumulate(shares.begin(), shares.end(), 0.0) / count;
    double scatter = 0.0;
    for (const double share : shares) scatter += (share - mean) * (share - mean);
    const double half =
        shares.size() < 2 ? 0.0 : 1.959963984540054 * std::sqrt(scatter / (count - 1.0) / count);
    return {mean, std::max(0.0, mean - half), std::min(1.0, mean + half)};
}

}  // namespace tamis::detail
