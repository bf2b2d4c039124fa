#include "tamis/graph/approximate/chosen.hpp"

#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/approximate/mixing.hpp"

namespace tamis::detail {

void Chosen::add(Index i, Small j, std::uint64_t seed) {
    if (holds(i, j)) return;
    Small* all = of_.data() + i * most;
    std::uint8_t& count = count_[at(i)];
    if (count < most) {
        all[count++] = j;
        return;
    }
    const auto number = [&](Small other) {
        return mixed(seed, (static_cast<std::uint64_t>(i) << 32U) + static_cast<std::uint64_t>(other));
    };
    Index last = 0;
    std::uint64_t largest = 0;
    for (Index p = 0; p < most; ++p)
        if (const std::uint64_t drawn = number(all[p]); drawn >= largest) largest = drawn, last = p;
    if (number(j) < largest) all[last] = j;
}

ChosenNeighbors::ChosenNeighbors(KnownNeighbors& lists, Index groups, Index round, const Context& context,
                                 std::span<const char> wanted)
    : fresh(lists.lists() / groups), old(lists.lists() / groups) {
    const Index samples = lists.lists() / groups, threads = thread_count(context);
    const Index part_size = (samples + threads - 1) / threads;
    const std::uint64_t seed = mixed(context.seed, 0x726f756e64U + static_cast<std::uint64_t>(round));
    const auto takes = [&](const Chunk& part, Index i) {
        return i >= part.begin && i < part.end && (wanted.empty() || wanted[at(i)] != 0);
    };
    // Both ends of an entry are compared with what the other one knows. Every thread looks at all entries and
    // takes those that concern its part of the samples, so that what it takes, and when, is the same for any
    // number of parts.
    parallel_chunks(context, samples, part_size, [&](const Chunk& part) {
        for (Index i = 0; i < samples; ++i) {
            const bool takes_own = takes(part, i);
            for (Index l = i * groups; l < (i + 1) * groups; ++l)
                for (Index p = 0; p < lists.count(l); ++p) {
                    const Small j = lists.of(l)[at(p)];
                    Chosen& chosen = lists.fresh(l, p) ? fresh : old;
                    if (takes_own) chosen.add(i, j, seed);
                    if (takes(part, j)) chosen.add(j, static_cast<Small>(i), seed);
                }
        }
    });
    parallel_chunks(context, samples, part_size, [&](const Chunk& part) {
        for (Index i = part.begin; i < part.end; ++i) {
            if (!takes(part, i)) continue;
            for (Index l = i * groups; l < (i + 1) * groups; ++l)
                for (Index p = 0; p < lists.count(l); ++p)
                    if (lists.fresh(l, p) && fresh.holds(i, lists.of(l)[at(p)])) lists.set_compared(l, p);
        }
    });
}

}  // namespace tamis::detail
