// Approximate neighbors: random projection trees, exact searches within their leaves, rounds of NN-Descent,
// and a measurement of what was missed.
#pragma once

#include <span>
#include <string>

#include "tamis/core/context.hpp"
#include "tamis/graph/approximate/points.hpp"
#include "tamis/graph/approximate/steps.hpp"
#include "tamis/graph/class_neighbors.hpp"
#include "tamis/graph/found_by.hpp"

namespace tamis::detail {

// Up to so many samples all pairs take less time than trees and rounds.
constexpr Index few_samples = 8000;

// What the search goes for, and gives up at.
struct ApproximateGoal {
    double recall = 0.95;
    static constexpr Index most_trees = 40, most_rounds = 20;
};

struct SearchSize {
    Index samples, columns;
    Index cells;  // stored ones

    static SearchSize of(const MatrixView& x) {
        return {x.rows(), x.cols(), x.is_sparse() ? x.sparse().nonzeros() : x.rows() * x.cols()};
    }
};

// Whether a search is exact: a rule of the size alone, so that it is the same on every machine. Also the
// approximate one is where that is quicker: on few samples, and on sparse data with few cells per column.
bool searches_exactly(Search search, double recall, const SearchSize& size);
// The same of a search for the k nearest of every class, of `probes` samples or (0) all of them. A few probes
// are searched exactly as long as that is quick.
bool class_search_is_exact(const SearchSize& size, Index k, Index probes, const ClassSearch& how);
// Throws UsageError unless the recall is in (0, 1].
void require_recall(double recall);

// `with`: the means that were used up.
void warn_of_low_recall(const FoundBy& found_by, double wanted, const std::string& with,
                        const Context& context);

struct ApproximateNeighbors {
    ClassNeighbors lists;
    FoundBy found_by;
};

// The k nearest of every group for every sample, for about goal.recall of the neighbors: exact distances, by
// (distance, index). Same bits on any number of threads. `group_of` may be empty for one group. Warns if the
// goal is not reached.
ApproximateNeighbors approximate_search(const Points& points, std::span<const int> group_of, Index groups,
                                        Index k, const ApproximateGoal& goal, const Context& context);
// The same for samples anywhere, in one group.
ApproximateNeighbors approximate_search(SearchSteps& steps, Index k, const ApproximateGoal& goal,
                                        const Context& context);

}  // namespace tamis::detail
