#include "tamis/graph/approximate/steps.hpp"

#include <algorithm>

#include "tamis/graph/approximate/mixing.hpp"

namespace tamis::detail {

RandomBeginnings::RandomBeginnings(Index samples, std::span<const int> group_of, Index groups, Index k,
                                   std::uint64_t seed)
    : groups_(groups), k_(k), seed_(seed), members_(at(groups)) {
    for (Index i = 0; i < samples; ++i)
        members_[at(group_of.empty() ? 0 : group_of[at(i)])].push_back(static_cast<Small>(i));
}

std::vector<Small> RandomBeginnings::of(Index sample, Index group, const NearestLists& lists) const {
    const Index list = sample * groups_ + group;
    const std::vector<Small>& members = members_[at(group)];
    const auto all = static_cast<Index>(members.size());
    const Index wanted = std::min(lists.places(), all), known = lists.count(list);
    if (known >= std::min(k_, wanted)) return {};
    std::vector<Small> there(lists.of(list).begin(), lists.of(list).end());
    there.push_back(static_cast<Small>(sample));
    std::sort(there.begin(), there.end());
    // Consecutive members from a random one on, so that all are met if all are needed.
    const auto start =
        static_cast<Index>(mixed(seed_, static_cast<std::uint64_t>(list)) % static_cast<std::uint64_t>(all));
    std::vector<Small> beginnings;
    for (Index m = 0; m < all && known + static_cast<Index>(beginnings.size()) < wanted; ++m) {
        const Small j = members[at((start + m) % all)];
        if (!std::binary_search(there.begin(), there.end(), j)) beginnings.push_back(j);
    }
    return beginnings;
}

}  // namespace tamis::detail
