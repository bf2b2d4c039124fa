#include "tamis/graph/shards/comparison_round.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/approximate/descent.hpp"
#include "tamis/graph/sample_rows.hpp"

namespace tamis::detail {

namespace {

constexpr Index chunk_groups = 512;  // compared by one thread

[[noreturn]] void damaged() { throw Error("a request for comparisons of samples is damaged"); }

// Where the samples of each group begin, and their number.
std::vector<Index> starts_of(std::span<const Small> counts, std::span<const Small> members, Index samples) {
    std::vector<Index> starts = {0};
    for (const Small count : counts) {
        if (count < 0) damaged();
        starts.push_back(starts.back() + count);
    }
    if (starts.back() != static_cast<Index>(members.size()) ||
        std::any_of(members.begin(), members.end(), [&](Small i) { return i < 0 || i >= samples; }))
        damaged();
    return starts;
}

std::span<const Small> of_group(std::span<const Small> members, std::span<const Index> starts, Index group) {
    return members.subspan(at(starts[at(group)]), at(starts[at(group) + 1] - starts[at(group)]));
}

void append(ComparisonRound::Partial& all, const ComparisonRound::Partial& more) {
    all.samples.insert(all.samples.end(), more.samples.begin(), more.samples.end());
    all.neighbors.insert(all.neighbors.end(), more.neighbors.begin(), more.neighbors.end());
    all.distances.insert(all.distances.end(), more.distances.begin(), more.distances.end());
}

}  // namespace

ComparisonRound::Partial ComparisonRound::partial(const Request& request, const Own& own, const Rows& run,
                                                  const Context& context) {
    const auto mine = from_bytes<Mine>(own.own);
    const Matrix cells = delivered_rows(own, mine.rows, run);
    const auto groups = static_cast<Index>(mine.fresh_counts.size());
    const std::vector<Index> fresh = starts_of(mine.fresh_counts, mine.fresh, cells.rows());
    const std::vector<Index> old = starts_of(mine.old_counts, mine.old, cells.rows());
    if (mine.old_counts.size() != mine.fresh_counts.size() ||
        static_cast<Index>(mine.limits.size()) != cells.rows())
        damaged();
    const SampleRows rows(cells, request.points.metric, context);
    const std::unique_ptr<Points> points = make_points(rows, request.points.seed);
    std::optional<QuickSquares> quick;
    if (request.quick) {
        if (cells.is_sparse() || static_cast<Index>(request.quick->centers.size()) != cells.cols()) damaged();
        quick.emplace(cells.dense().view(), *request.quick, context);
    }
    std::vector<Partial> found(at(chunk_count(groups, chunk_groups)));
    parallel_chunks(context, groups, chunk_groups, [&](const Chunk& chunk) {
        Partial& some = found[at(chunk.number)];
        const auto tell = [&](Small a, Small b, double distance) {
            some.samples.push_back(a);
            some.neighbors.push_back(b);
            some.distances.push_back(distance);
        };
        for (Index group = chunk.begin; group < chunk.end; ++group)
            compare_all(
                *points, quick ? &*quick : nullptr, of_group(mine.fresh, fresh, group),
                of_group(mine.old, old, group), [&](Small a, Small) { return mine.limits[at(a)]; }, tell);
    });
    Partial all;
    for (Partial& some : found) {
        append(all, some);
        some = {};
    }
    return all;
}

}  // namespace tamis::detail
