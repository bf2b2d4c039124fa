#include "tamis/graph/approximate/search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/approximate/descent.hpp"
#include "tamis/graph/approximate/leaf_search.hpp"
#include "tamis/graph/approximate/mixing.hpp"
#include "tamis/graph/approximate/recall.hpp"
#include "tamis/graph/approximate/trees.hpp"

namespace tamis::detail {

namespace {

constexpr Index rounds_at_a_time = 5;
constexpr double few_changes = 0.001;  // of all places: the end of the rounds

// What is left gets smaller with every step, and nobody knows how many there will be.
class RisingProgress {
  public:
    explicit RisingProgress(const Context& context) : context_(context) {}

    // The next step takes half of what is left.
    void begin_step() { from_ = to_, to_ += (1.0 - to_) / 2.0; }
    void advance(double part) {
        const double done = from_ + part * (to_ - from_);
        if (done < reported_ + 0.01) return;
        reported_ = done;
        context_.report("neighbors", done);
    }
    void finish() const { context_.report("neighbors", 1.0); }

  private:
    const Context& context_;
    double from_ = 0.0, to_ = 0.0, reported_ = 0.0;
};

class ApproximateSearch {
  public:
    ApproximateSearch(const Points& points, std::span<const int> group_of, Index groups, Index k,
                      const Context& context)
        : points_(points),
          group_of_(group_of),
          groups_(groups),
          k_(k),
          context_(context),
          lists_(points.count() * groups,
                 groups == 1 ? std::max<Index>(3 * k, 15) : std::max<Index>(k + 5, 15)),
          forest_(points.forest(groups)),
          progress_(context) {}

    ApproximateNeighbors run(const ApproximateGoal& goal) {
        const RecallProbe probe(points_, group_of_, groups_, k_, context_);
        FoundBy found_by{.search = Search::approximate};
        MeasuredRecall recall{};
        const auto enough = [&] {
            recall = probe.measure(lists_);
            return recall.low >= goal.recall;
        };
        while (found_by.trees < goal.most_trees && found_by.rounds < goal.most_rounds) {
            const Index trees = std::min(forest_.trees, goal.most_trees - found_by.trees);
            add_trees(found_by.trees, trees);
            found_by.trees += trees;
            if (enough()) break;
            bool moving = true;
            for (Index r = 0; moving && r < rounds_at_a_time && found_by.rounds < goal.most_rounds; ++r) {
                moving = descend(found_by.rounds++);
                if (enough()) break;
            }
            if (recall.low >= goal.recall) break;
        }
        found_by.recall = recall.mean;
        found_by.recall_low = recall.low;
        found_by.recall_high = recall.high;
        progress_.finish();
        if (recall.low < goal.recall)
            warn_of_low_recall(
                found_by, goal.recall,
                std::to_string(found_by.trees) + " trees and " + std::to_string(found_by.rounds) + " rounds",
                context_);
        return {result(), found_by};
    }

  private:
    void add_trees(Index first, Index count) {
        std::vector<Leaves> trees = grow_trees(points_, forest_.leaf, first, count, context_);
        progress_.begin_step();
        for (std::size_t t = 0; t < trees.size(); ++t) {
            search_leaves(points_, trees[t], group_of_, groups_, lists_, pool_, context_);
            progress_.advance(static_cast<double>(t + 1) / static_cast<double>(trees.size()));
        }
        if (!order_.empty()) return;
        order_ = std::move(trees.front().order);
        fill_short_lists();
    }

    // A small class is not in every leaf, and k can be larger than a leaf: random samples of the group are a
    // beginning.
    void fill_short_lists() {
        std::vector<std::vector<Small>> members(at(groups_));
        for (Index i = 0; i < points_.count(); ++i)
            members[at(group_of_.empty() ? 0 : group_of_[at(i)])].push_back(static_cast<Small>(i));
        parallel_chunks(context_, points_.count(), 1024, [&](const Chunk& chunk) {
            for (Index i = chunk.begin; i < chunk.end; ++i)
                for (Index g = 0; g < groups_; ++g) fill_list(i, i * groups_ + g, members[at(g)]);
        });
    }

    void fill_list(Index i, Index list, const std::vector<Small>& members) {
        const auto others = static_cast<Index>(members.size());
        const Index wanted = std::min(lists_.places(), others);
        if (lists_.count(list) >= std::min(k_, wanted)) return;
        // Consecutive members from a random one on, so that all are met if all are needed.
        const auto start = static_cast<Index>(mixed(context_.seed, static_cast<std::uint64_t>(list)) %
                                              static_cast<std::uint64_t>(others));
        for (Index m = 0; m < others && lists_.count(list) < wanted; ++m) {
            const Small j = members[at((start + m) % others)];
            if (j != i) lists_.insert(list, j, points_.distance(i, j));
        }
    }

    // False if hardly anything changed.
    bool descend(Index number) {
        progress_.begin_step();
        if (number == 0) quick_ = points_.quick(context_);
        const Descent descent{points_, group_of_, groups_, order_, lists_, quick_.get()};
        const Index changes = descent.round(number, context_, [&](double part) { progress_.advance(part); });
        return static_cast<double>(changes) >=
               few_changes * static_cast<double>(lists_.lists()) * static_cast<double>(lists_.places());
    }

    ClassNeighbors result() const {
        ClassNeighbors all{points_.count(), groups_, k_, {}, {}, {}};
        all.index.resize(at(lists_.lists() * k_));
        all.distances.resize(at(lists_.lists() * k_));
        all.found.resize(at(lists_.lists()));
        for (Index list = 0; list < lists_.lists(); ++list) {
            const auto count = std::min(lists_.count(list), k_);
            all.found[at(list)] = static_cast<Small>(count);
            std::copy_n(lists_.of(list).begin(), count, all.index.begin() + list * k_);
            std::copy_n(lists_.distances_of(list).begin(), count, all.distances.begin() + list * k_);
        }
        return all;
    }

    const Points& points_;
    std::span<const int> group_of_;
    Index groups_;
    Index k_;
    const Context& context_;
    NearestLists lists_;
    std::vector<Small> order_;
    std::unique_ptr<QuickSquares> quick_;
    BufferPool pool_;
    ForestSize forest_;
    RisingProgress progress_;
};

}  // namespace

bool searches_exactly(Search search, double recall, const SearchSize& size) {
    if (search == Search::exact || recall == 1.0 || size.samples <= few_samples || size.cells == 0)
        return true;
    // Rows that have little in common make short work of all pairs: a pair takes about cells per row times
    // cells per column / samples, against cells per row for each of some thousand pairs per sample that are
    // compared otherwise. Beyond that many samples even pairs with nothing in common take long.
    constexpr Index most_in_column = 4000, most_samples = 200000;
    if (size.cells < size.samples * size.columns && size.samples <= most_samples &&
        size.cells <= most_in_column * size.columns)
        return true;
    constexpr double most_products = 5e12;
    return search == Search::automatic &&
           static_cast<double>(size.samples) * static_cast<double>(size.cells) <= most_products;
}

bool class_search_is_exact(const SearchSize& size, Index k, Index probes, const ClassSearch& how) {
    if (k > size.samples / 8) return true;
    const bool few = probes > 0 && probes < size.samples;
    if (few && searches_exactly(Search::automatic, how.recall, {probes, size.columns, size.cells}))
        return true;
    return searches_exactly(how.search, how.recall, size);
}

void require_recall(double recall) {
    if (recall > 0.0 && recall <= 1.0) return;
    char text[32];
    std::snprintf(text, sizeof text, "%g", recall);
    throw UsageError("the recall must be above 0 and at most 1, not " + std::string(text));
}

void warn_of_low_recall(const FoundBy& found_by, double wanted, const std::string& with,
                        const Context& context) {
    char numbers[128];
    std::snprintf(numbers, sizeof numbers, "%.3f (%.3f to %.3f), not surely the %g asked for",
                  found_by.recall, found_by.recall_low, found_by.recall_high, wanted);
    context.warning("the approximate search found neighbors with a recall of " + std::string(numbers) +
                    ", with " + with + ": an exact search finds all");
}

ApproximateNeighbors approximate_search(const Points& points, std::span<const int> group_of, Index groups,
                                        Index k, const ApproximateGoal& goal, const Context& context) {
    const blas::SingleThreaded one_thread_per_product;
    return ApproximateSearch(points, group_of, groups, k, context).run(goal);
}

}  // namespace tamis::detail
