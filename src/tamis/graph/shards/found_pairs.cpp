#include "tamis/graph/shards/found_pairs.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/approximate/descent.hpp"

namespace tamis::detail {

namespace {

constexpr Index chunk_groups = 512;   // compared by one thread
constexpr Index chunks_at_once = 16;  // at least; what is found is told in their order

}  // namespace

bool FoundPairs::is_sound(Index samples_in_all) const {
    const auto in = [&](Small sample) { return sample >= 0 && sample < samples_in_all; };
    return neighbors.size() == samples.size() && distances.size() == samples.size() &&
           std::ranges::all_of(samples, in) && std::ranges::all_of(neighbors, in);
}

FoundPairs GroupComparison::run(Index groups, FunctionRef<SampleGroup(Index)> group,
                                const Context& context) const {
    // A list that begins with nothing takes all that the real one would take, and most repeats are not told.
    // No list takes more than all samples.
    NearestLists lists(places > 0 ? points.count() : 0, std::min(places, points.count()));
    FoundPairs all;
    std::vector<std::vector<Update>> found(
        at(std::max<Index>(chunks_at_once, Index{4} * thread_count(context))));
    const Index batch = static_cast<Index>(found.size()) * chunk_groups;
    for (Index begin = 0; begin < groups; begin += batch) {
        const Index count = std::min(batch, groups - begin);
        for (std::vector<Update>& some : found) some.clear();
        parallel_chunks(context, count, chunk_groups, [&](const Chunk& chunk) {
            const auto tell = [&](Small a, Small b, double distance) {
                found[at(chunk.number)].push_back({a, b, distance});
            };
            const auto limit = [&](Small a, Small) { return limits[at(a)]; };
            const auto knows = [](Small, Small) { return false; };
            for (Index g = chunk.begin; g < chunk.end; ++g) {
                const SampleGroup some = group(begin + g);
                compare_all(points, quick, some.fresh, some.old, limit, knows, tell);
            }
        });
        for (const std::vector<Update>& some : found)
            for (const auto& [sample, neighbor, distance] : some) {
                if (places > 0 && !lists.insert(sample, neighbor, distance)) continue;
                all.samples.push_back(sample);
                all.neighbors.push_back(neighbor);
                all.distances.push_back(distance);
            }
    }
    return all;
}

std::optional<QuickSquares> quick_squares_of(const MatrixView& cells,
                                             const std::optional<PackingScale>& scale,
                                             const Context& context) {
    std::optional<QuickSquares> quick;
    if (!scale) return quick;
    if (cells.is_sparse() || static_cast<Index>(scale->centers.size()) != cells.cols())
        throw Error("estimates that a request asks for do not go with the samples");
    quick.emplace(cells.dense(), *scale, context);
    return quick;
}

}  // namespace tamis::detail
