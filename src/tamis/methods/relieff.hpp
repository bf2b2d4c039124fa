// ReliefF. robnik2003. The squared form is that of Theorem 5 in zhao2007.
#pragma once

#include <optional>

#include "tamis/graph/found_by.hpp"
#include "tamis/methods/method.hpp"

namespace tamis {

struct RelieffOptions {
    enum class Diff {
        l1,       // |a - b| / range, neighbors by the Manhattan distance of range-scaled data
        squared,  // its square, neighbors by the Euclidean distance of range-scaled data
    };

    Index k = 10;          // features to select
    Index neighbors = 10;  // hits, and misses per other class; more smooth out noise
    Diff diff = Diff::l1;
    std::optional<Index> samples;  // random probes; none = every sample; fewer are faster and noisier
    bool priors = true;            // weigh the misses of a class by its share of the other classes' samples
    Search search = Search::automatic;  // of the neighbors of all samples
    double recall = 0.95;               // of an approximate search; 1 makes every search exact
    FixedFeatures fixed = {};           // features to be chosen in any case, and never

    static About about();
    bool in_passes() const { return false; }
    std::string not_shared() const {
        return search == Search::approximate ? "search=approximate needs all rows in one place" : "";
    }
    static Fields<RelieffOptions> fields();
};

// Raw score of feature j: the mean over the probes of
//     - mean diff_j to the hits + Σ_{other classes C} P(C)/(1 - P(own class)) · mean diff_j to the misses of
//     C.
// A class with fewer candidates than asked for gives those it has; a probe without hits has no hit term.
// What it takes and throws: see method.hpp.
Selection relieff(const Rows& x, const Labels& labels, const RelieffOptions& options = {},
                  const Context& context = {});

}  // namespace tamis
