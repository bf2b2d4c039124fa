#include "tamis/graph/approximate/search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "tamis/algebra/blas.hpp"
#include "tamis/graph/approximate/point_steps.hpp"
#include "tamis/graph/approximate/recall.hpp"

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
    ApproximateSearch(SearchSteps& steps, std::span<const int> group_of, Index groups, Index k,
                      const Context& context)
        : steps_(steps),
          group_of_(group_of),
          groups_(groups),
          k_(k),
          context_(context),
          lists_(steps.count() * groups,
                 groups == 1 ? std::max<Index>(3 * k, 15) : std::max<Index>(k + 5, 15)),
          progress_(context) {}

    ApproximateNeighbors run(const ApproximateGoal& goal) {
        const std::vector<Index> samples = recall_samples(steps_.count(), context_.seed);
        const RecallProbe probe(samples, steps_.probe(samples, k_));
        FoundBy found_by{.search = Search::approximate};
        MeasuredRecall recall{};
        const auto enough = [&] {
            recall = probe.measure(lists_);
            return recall.low >= goal.recall;
        };
        while (found_by.trees < goal.most_trees && found_by.rounds < goal.most_rounds) {
            const Index trees = std::min(steps_.forest().trees, goal.most_trees - found_by.trees);
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
        progress_.begin_step();
        std::vector<Small> order = steps_.search_trees(first, count, lists_, advance_);
        if (!order_.empty()) return;
        order_ = std::move(order);
        steps_.fill_short_lists(RandomBeginnings(steps_.count(), group_of_, groups_, k_, context_.seed),
                                lists_);
    }

    // False if hardly anything changed.
    bool descend(Index number) {
        progress_.begin_step();
        lists_.begin_round();
        steps_.descend(number, order_, lists_, advance_);
        return static_cast<double>(lists_.came_in()) >=
               few_changes * static_cast<double>(lists_.lists()) * static_cast<double>(lists_.places());
    }

    ClassNeighbors result() const {
        ClassNeighbors all{steps_.count(), groups_, k_, {}, {}, {}};
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

    SearchSteps& steps_;
    std::span<const int> group_of_;
    Index groups_;
    Index k_;
    const Context& context_;
    NearestLists lists_;
    std::vector<Small> order_;
    RisingProgress progress_;
    const SearchSteps::Advance advance_ = [this](double part) { progress_.advance(part); };
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
    PointSteps steps(points, group_of, groups, context);
    return ApproximateSearch(steps, group_of, groups, k, context).run(goal);
}

ApproximateNeighbors approximate_search(SearchSteps& steps, Index k, const ApproximateGoal& goal,
                                        const Context& context) {
    return ApproximateSearch(steps, {}, 1, k, context).run(goal);
}

}  // namespace tamis::detail
