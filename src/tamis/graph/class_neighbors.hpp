// The nearest samples of every class: hits (own class) and misses (the others) of each sample.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/graph/found_by.hpp"

namespace tamis::detail {

enum class ClassMetric {
    euclidean,  // distances are squared: Σ(a-b)²
    manhattan,  // Σ|a-b|
};

// Per sample and class the nearest samples of that class, never the sample itself, by (distance, index).
struct ClassNeighbors {
    Index samples = 0;
    Index classes = 0;
    Index count = 0;                // places per sample and class
    std::vector<Small> index;       // samples × classes × count
    std::vector<double> distances;  // the same shape; squared for the Euclidean metric
    std::vector<Small> found;       // samples × classes: how many places are used
    FoundBy found_by = {};

    std::span<const Small> of(Index sample, Index of_class) const {
        const Index list = sample * classes + of_class;
        return {index.data() + list * count, at(found[at(list)])};
    }
    std::span<const double> distances_of(Index sample, Index of_class) const {
        const Index list = sample * classes + of_class;
        return {distances.data() + list * count, at(found[at(list)])};
    }
};

struct ClassSearch {
    Search search = Search::automatic;
    double recall = 0.95;
};

// `column_factors` (one finite number >= 0 per column, or none) scale the data: the Manhattan distance is
// then Σ f|a-b| and takes no copy; the Euclidean one Σ(fa-fb)² on a scaled copy of the data. A class with
// fewer than k candidates gives those it has. Every sample needs a label. Memory O(samples · classes · k)
// besides. `probes` (samples, none = all of them) says whose lists are asked for: a few are found faster, and
// the lists of the other samples may then be empty; they are found exactly up to the 5·10¹² products that
// the automatic search allows. `how` says how all of them are found, as find_neighbors does.
// The rows are a matrix in memory, or sharded: these are always searched exactly.
ClassNeighbors find_class_neighbors(const Rows& x, const Labels& labels, Index k,
                                    ClassMetric metric = ClassMetric::euclidean,
                                    std::span<const double> column_factors = {}, const Context& context = {},
                                    std::span<const Index> probes = {}, const ClassSearch& how = {});

// Warns through context.warn if the smallest class cannot give every sample k neighbors; `who` is the
// method.
void warn_of_small_classes(const Labels& labels, Index k, const std::string& who, const Context& context);

}  // namespace tamis::detail
