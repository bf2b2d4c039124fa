#include "tamis/graph/shards/comparison_round.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/graph/approximate/lists.hpp"
#include "tamis/graph/sample_rows.hpp"

namespace tamis::detail {

namespace {

[[noreturn]] void damaged_request() { throw Error("a request for comparisons of samples is damaged"); }

// Where the samples of each group begin, and their number.
std::vector<Index> starts_of(std::span<const Small> counts, std::span<const Small> members, Index samples) {
    std::vector<Index> starts = {0};
    for (const Small count : counts) {
        if (count < 0) damaged_request();
        starts.push_back(starts.back() + count);
    }
    if (starts.back() != static_cast<Index>(members.size()) ||
        std::any_of(members.begin(), members.end(), [&](Small i) { return i < 0 || i >= samples; }))
        damaged_request();
    return starts;
}

std::span<const Small> of_group(std::span<const Small> members, std::span<const Index> starts, Index group) {
    return members.subspan(at(starts[at(group)]), at(starts[at(group) + 1] - starts[at(group)]));
}

}  // namespace

ComparisonRound::Partial ComparisonRound::partial(const Request& request, const Own& own, const Rows& run,
                                                  const Context& context) {
    const auto mine = from_bytes<Mine>(own.own);
    const DeliveredRows delivered = delivered_rows(own, mine.rows, run);
    const MatrixView& cells = delivered.cells;
    const auto groups = static_cast<Index>(mine.fresh_counts.size());
    const std::vector<Index> fresh = starts_of(mine.fresh_counts, mine.fresh, cells.rows());
    const std::vector<Index> old = starts_of(mine.old_counts, mine.old, cells.rows());
    if (mine.old_counts.size() != mine.fresh_counts.size() ||
        static_cast<Index>(mine.limits.size()) != cells.rows() ||
        (request.places != 0 && !may_have_places(request.places)))
        damaged_request();
    const SampleRows rows(cells, request.points.metric, context);
    const std::unique_ptr<Points> points = make_points(rows, request.points.seed);
    const std::optional<QuickSquares> quick = quick_squares_of(cells, request.quick, context);
    return GroupComparison{*points, quick ? &*quick : nullptr, mine.limits, request.places}.run(
        groups,
        [&](Index group) {
            return SampleGroup{of_group(mine.fresh, fresh, group), of_group(mine.old, old, group)};
        },
        context);
}

}  // namespace tamis::detail
