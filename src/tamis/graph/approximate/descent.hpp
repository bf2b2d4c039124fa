// Neighbors of neighbors: rounds of NN-Descent (Dong, Charikar, Li 2011) in which all samples are served from
// the state before, so that the result does not depend on the threads.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/threads/function_ref.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/approximate/chosen.hpp"
#include "tamis/graph/approximate/lists.hpp"
#include "tamis/graph/approximate/points.hpp"

namespace tamis::detail {

// Compares the fresh samples with each other and with the old ones. limit(a, b): no farther b is of interest
// to a. knows(a, b): a need not be told of b. found(a, b, distance) tells a of b. `quick` rules out most
// pairs, if there is one; most of the others know each other.
template <class Limit, class Knows, class Found>
void compare_all(const Points& points, const QuickSquares* quick, std::span<const Small> fresh,
                 std::span<const Small> old, const Limit& limit, const Knows& knows, const Found& found) {
    const auto compare = [&](Small a, Small b) {
        const double limit_a = limit(a, b), limit_b = limit(b, a);
        if (quick != nullptr && !quick->may_be_within(a, b, std::max(limit_a, limit_b))) return;
        const bool tell_a = !knows(a, b);
        if (!tell_a && knows(b, a)) return;
        const double distance = points.distance(a, b);
        if (tell_a && distance <= limit_a) found(a, b, distance);
        if (distance <= limit_b && !knows(b, a)) found(b, a, distance);
    };
    for (std::size_t p = 0; p < fresh.size(); ++p) {
        for (std::size_t q = p + 1; q < fresh.size(); ++q) compare(fresh[p], fresh[q]);
        for (const Small other : old)
            if (other != fresh[p]) compare(fresh[p], other);
    }
}

// A neighbor that a sample has not known of.
struct Update {
    Small sample, neighbor;
    double distance;
};

// What several chunks of work have found, for lists that are then changed by several threads.
class Updates {
  public:
    explicit Updates(Index samples, Index chunks = 1)
        : part_size_((samples + parts - 1) / parts), found_(at(chunks * parts)) {}

    // Different chunks may add at the same time.
    void add(Index chunk, const Update& update) {
        found_[at(chunk * parts + update.sample / part_size_)].push_back(update);
    }
    // Puts all of them into the lists; list(update) is that of the sample.
    void insert(NearestLists& lists, FunctionRef<Index(const Update&)> list, const Context& context) const;

  private:
    static constexpr Index parts = 16;  // of the samples: a part is changed by one thread

    Index part_size_;
    std::vector<std::vector<Update>> found_;
};

// What is found around so many samples is put into the lists together.
constexpr Index descent_batch = 65536;

// Compares what is chosen for some samples, those that follow each other in `order` by the same thread.
struct ChosenComparisons {
    const Points& points;
    const QuickSquares* quick;
    const ChosenNeighbors& chosen;
    std::span<const Small> order;

    // `limit` and `knows` as above; insert(updates) after every batch, advance(part) when it is done.
    template <class Limit, class Knows, class Insert, class Advance>
    void run(const Limit& limit, const Knows& knows, const Insert& insert, const Advance& advance,
             const Context& context) const;
};

struct Descent {
    const Points& points;
    std::span<const int> group_of;  // empty for one group
    Index groups;
    std::span<const Small> order;  // samples that follow each other are near each other
    NearestLists& lists;
    const QuickSquares* quick = nullptr;

    // Compares the neighbors and reverse neighbors of every sample with each other, new ones with all.
    // `number` seeds the choice among too many; `advance` hears of the part of the round that is done.
    void round(Index number, const Context& context, const std::function<void(double)>& advance) const;
};

template <class Limit, class Knows, class Insert, class Advance>
void ChosenComparisons::run(const Limit& limit, const Knows& knows, const Insert& insert,
                            const Advance& advance, const Context& context) const {
    constexpr Index chunk_samples = 2048;  // whose neighbors are compared by one thread
    const auto samples = static_cast<Index>(order.size());
    for (Index begin = 0; begin < samples; begin += descent_batch) {
        const Index end = std::min(begin + descent_batch, samples);
        Updates updates(points.count(), chunk_count(end - begin, chunk_samples));
        parallel_chunks(context, end - begin, chunk_samples, [&](const Chunk& chunk) {
            const auto tell = [&](Small a, Small b, double distance) {
                updates.add(chunk.number, {a, b, distance});
            };
            for (Index p = chunk.begin; p < chunk.end; ++p) {
                const Small i = order[at(begin + p)];
                compare_all(points, quick, chosen.fresh.of(i), chosen.old.of(i), limit, knows, tell);
            }
        });
        insert(updates);
        advance(static_cast<double>(end) / static_cast<double>(samples));
    }
}

}  // namespace tamis::detail
