#include "tamis/graph/shards/meetings.hpp"

#include <algorithm>

namespace tamis::detail {

Index Meetings::traveling(Index run) const {
    if (runs() < 2) return 0;
    return runs() == 2 && faces_later(run) ? half(run) : sizes_[at(run)];
}

std::vector<Meetings::Range> Meetings::part(Index run, Index part, Index parts) const {
    const Index begin = traveling(run) * part / parts, end = traveling(run) * (part + 1) / parts;
    const Index cut = faces_later(run) ? std::clamp(half(run), begin, end) : end;
    std::vector<Range> ranges;
    for (const Range& range : {Range{begin, cut}, Range{cut, end}})
        if (range.first < range.second) ranges.push_back(range);
    return ranges;
}

Meetings::Range Meetings::met(Index from, const Range& piece, Index to) const {
    const Index apart = (to - from + runs()) % runs(), all = sizes_[at(to)];
    if (apart == 0 || 2 * apart > runs()) return {0, 0};
    if (2 * apart < runs()) return {0, all};
    if (from < to) return {0, piece.second <= half(from) ? all : 0};
    return {half(to), all};
}

}  // namespace tamis::detail
