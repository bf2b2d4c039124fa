#include "tamis/graph/approximate/descent.hpp"

namespace tamis::detail {

void Updates::insert(NearestLists& lists, FunctionRef<Index(const Update&)> list,
                     const Context& context) const {
    parallel_chunks(context, parts, 1, [&](const Chunk& part) {
        for (auto f = at(part.number); f < found_.size(); f += at(parts))
            for (const Update& update : found_[f])
                lists.insert(list(update), update.neighbor, update.distance);
    });
}

void Descent::round(Index number, const Context& context, const std::function<void(double)>& advance) const {
    const ChosenNeighbors chosen(lists, groups, number, context);
    const auto list = [&](Index i, Index j) { return group_of.empty() ? i : i * groups + group_of[at(j)]; };
    const std::vector<double> limits = limits_of(lists);
    ChosenComparisons{points, quick, chosen, order}.run(
        [&](Small a, Small b) { return limits[at(list(a, b))]; },
        [&](Small a, Small b) { return lists.holds(list(a, b), b); },
        [&](const Updates& updates) {
            updates.insert(
                lists, [&](const Update& update) { return list(update.sample, update.neighbor); }, context);
        },
        advance, context);
}

}  // namespace tamis::detail
