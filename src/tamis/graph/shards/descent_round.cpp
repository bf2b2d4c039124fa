#include "tamis/graph/shards/descent_round.hpp"

#include "tamis/core/error.hpp"
#include "tamis/graph/approximate/descent.hpp"
#include "tamis/graph/sample_rows.hpp"
#include "tamis/graph/shards/found_pairs.hpp"

namespace tamis::detail {

namespace {

[[noreturn]] void damaged_descent() { throw Error("a request for a round of descent is damaged"); }

// Per sample, whether it is one of some. Throws Error if one of them is not there or stands there twice.
std::vector<char> marked(std::span<const Small> some, Index samples) {
    std::vector<char> marks(at(samples), 0);
    for (const Small i : some) {
        if (i < 0 || i >= samples || marks[at(i)] != 0) damaged_descent();
        marks[at(i)] = 1;
    }
    return marks;
}

}  // namespace

DescentRound::Partial DescentRound::partial(const Request& request, const Own& own, const Rows& run,
                                            const Context& given) {
    const auto mine = from_bytes<Mine>(own.own);
    const DeliveredRows delivered = delivered_rows(own, mine.rows, run);
    const MatrixView& cells = delivered.cells;
    if (cells.rows() < 1 || !request.lists.is_sound(cells.rows()) ||
        static_cast<Index>(request.limits.size()) != cells.rows())
        damaged_descent();
    Context context = given;
    context.seed = request.points.seed;
    KnownNeighbors lists = request.lists;
    const ChosenNeighbors chosen(lists, 1, request.number, context, marked(mine.samples, cells.rows()));
    const SampleRows rows(cells, request.points.metric, context);
    const std::unique_ptr<Points> points = make_points(rows, request.points.seed);
    const std::optional<QuickSquares> quick = quick_squares_of(cells, request.quick, context);
    // Lists that begin with nothing take all that the real ones would take.
    NearestLists found(cells.rows(), lists.places());
    ChosenComparisons{*points, quick ? &*quick : nullptr, chosen, mine.samples}.run(
        [&](Small a, Small) { return request.limits[at(a)]; },
        [&](Small a, Small b) { return lists.holds(a, b) || found.holds(a, b); },
        [&](const Updates& updates) {
            updates.insert(
                found, [](const Update& update) { return Index{update.sample}; }, context);
        },
        [](double) {}, context);
    Partial partial{near_lists_of(found), {}};
    partial.fresh.reserve(mine.samples.size() * at(lists.places()));
    for (const Small i : mine.samples)
        for (Index place = 0; place < lists.places(); ++place)
            partial.fresh.push_back(lists.fresh(i, place) ? 1 : 0);
    return partial;
}

}  // namespace tamis::detail
