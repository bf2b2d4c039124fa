#include "tamis/graph/approximate/descent.hpp"

#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

namespace {

constexpr Index chunk_samples = 2048;  // whose neighbors are compared by one thread

}  // namespace

Index Updates::insert(NearestLists& lists, FunctionRef<Index(const Update&)> list,
                      const Context& context) const {
    return parallel_sum(context, parts, 1, Index{0}, [&](const Chunk& part) {
        Index changed = 0;
        for (auto f = at(part.number); f < found_.size(); f += at(parts))
            for (const Update& update : found_[f])
                changed += lists.insert(list(update), update.neighbor, update.distance);
        return changed;
    });
}

Index Descent::round(Index number, const Context& context, const std::function<void(double)>& advance) const {
    const Index samples = points.count();
    const ChosenNeighbors chosen(lists, groups, number, context);
    const auto list = [&](Index i, Index j) { return group_of.empty() ? i : i * groups + group_of[at(j)]; };
    const std::vector<double> limits = limits_of(lists);
    const auto limit = [&](Small a, Small b) { return limits[at(list(a, b))]; };
    const auto knows = [&](Small a, Small b) { return lists.holds(list(a, b), b); };
    Index changes = 0;
    for (Index begin = 0; begin < samples; begin += descent_batch) {
        const Index end = std::min(begin + descent_batch, samples);
        Updates updates(samples, chunk_count(end - begin, chunk_samples));
        parallel_chunks(context, end - begin, chunk_samples, [&](const Chunk& chunk) {
            const auto tell = [&](Small a, Small b, double distance) {
                updates.add(chunk.number, {a, b, distance});
            };
            for (Index p = chunk.begin; p < chunk.end; ++p) {
                const Small i = order[at(begin + p)];
                compare_all(points, quick, chosen.fresh.of(i), chosen.old.of(i), limit, knows, tell);
            }
        });
        changes += updates.insert(
            lists, [&](const Update& update) { return list(update.sample, update.neighbor); }, context);
        advance(static_cast<double>(end) / static_cast<double>(samples));
    }
    return changes;
}

}  // namespace tamis::detail
