#include "tamis/graph/shards/shard_trees.hpp"

#include <algorithm>

#include "tamis/core/rows/sorted_numbers.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/sample_rows.hpp"

namespace tamis::detail {

ShardedTreeSamples::ShardedTreeSamples(const Rows& x, const PointsKind& kind, const Context& context)
    : x_(x), kind_(kind), shape_{x.cols(), x.sparse(), kind.metric == Metric::cosine}, context_(context) {}

void ShardedTreeSamples::add_directions(std::span<const Small> ends, std::span<double* const> out) const {
    std::vector<Index> numbers(ends.begin(), ends.end());
    sort_once(numbers);
    std::vector<Small> places;
    for (const Small end : ends) places.push_back(static_cast<Small>(place_of(numbers, end)));
    const Matrix cells = x_.gather(numbers);
    const SampleRows rows(cells, kind_.metric, context_);
    const std::unique_ptr<Points> points = make_points(rows, kind_.seed);
    TreePoints(*points, context_).add_directions(places, out);
}

void ShardedTreeSamples::project(std::span<const TreeProjections> trees) const {
    const Shards& shards = *x_.shards();
    const RowRuns runs = shards.runs();
    ProjectionsRound::Request request{kind_, {}};
    for (const TreeProjections& tree : trees)
        request.directions.emplace_back(tree.directions.begin(), tree.directions.end());
    const auto own = [&](Index run) {
        ProjectionsRound::Own part;
        for (const TreeProjections& tree : trees)
            part.node_of.push_back(entries_of(std::span<const Small>(tree.node_of), runs.of(run)));
        return part;
    };
    const auto found = run_on_runs<ProjectionsRound>(shards, request, own, context_);
    for (Index run = 0; run < runs.count(); ++run) {
        const std::vector<std::vector<double>>& all = found[at(run)].projections;
        if (all.size() != trees.size() || std::any_of(all.begin(), all.end(), [&](const auto& some) {
                return static_cast<Index>(some.size()) != runs.rows(run);
            }))
            throw Error("an answer with projections is damaged");
        for (std::size_t t = 0; t < trees.size(); ++t)
            for (const RowStretch& rows : runs.of(run))
                std::copy_n(all[t].begin() + rows.place, rows.count,
                            trees[t].projections.begin() + rows.number);
    }
}

namespace {

[[noreturn]] void damaged_leaves() { throw Error("an answer with neighbors is damaged"); }

}  // namespace

SamplesBelow::SamplesBelow(std::span<Small> order) : numbers_(order.begin(), order.end()), order_(order) {
    std::sort(numbers_.begin(), numbers_.end());
}

LeavesRound::Mine SamplesBelow::request(const OwnRows& rows, const TreeNode& node, const NearestLists& lists,
                                        bool wants_order) const {
    LeavesRound::Mine mine{.rows = rows, .node = node, .order = {}, .caps = {}, .wants_order = wants_order};
    for (const Small sample : order_) mine.order.push_back(static_cast<Small>(place_of(numbers_, sample)));
    for (const Index sample : numbers_) mine.caps.push_back(lists.limit(sample));
    return mine;
}

void SamplesBelow::take(const LeavesRound::Partial& found, bool wants_order, NearestLists& lists) const {
    if (!is_order(found.order, wants_order ? static_cast<Index>(order_.size()) : 0)) damaged_leaves();
    take_near(found.near, numbers_, lists);
    for (std::size_t i = 0; i < found.order.size(); ++i)
        order_[i] = static_cast<Small>(numbers_[at(found.order[i])]);
}

void ShardTree::search(const Shards& shards, const PointsKind& kind, NearestLists& lists,
                       const Context& context) {
    const LeavesRound::Request request{kind, levels_below, lists.places()};
    for (Index node = 0; node < top.count();) {
        Deliveries deliveries(shards);
        std::vector<SamplesBelow> nodes;
        std::vector<std::optional<LeavesRound::Mine>> own(at(deliveries.runs()));
        for (Index run = 0; run < deliveries.runs() && node < top.count(); ++run, ++node) {
            const auto begin = at(top.start[at(node)]), end = at(top.start[at(node) + 1]);
            const SamplesBelow& below = nodes.emplace_back(std::span(top.order).subspan(begin, end - begin));
            own[at(run)] =
                below.request(deliveries.want(run, below.numbers()), {number, levels, node}, lists, finished);
        }
        const auto found = deliveries.run<LeavesRound>(request, own, context);
        // A sample is below one node only, so that no two threads change the same list.
        parallel_chunks(context, static_cast<Index>(nodes.size()), 1, [&](const Chunk& chunk) {
            nodes[at(chunk.number)].take(found[at(chunk.number)], finished, lists);
        });
    }
}

}  // namespace tamis::detail
