// Why a feature was chosen or not: what the chosen ones say about it, and how far its score is from theirs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

// Of one feature.
struct Explanation {
    Index rank = 0;                     // 1 is best; what was not chosen follows by score
    std::optional<double> margin;       // its score less that of the last one chosen; nothing without scores
    double r2 = 0.0;                    // the part of its variance that the chosen features explain
    std::optional<double> r2_adjusted;  // for their number; nothing if there are too few samples for it
    std::optional<Index> nearest;       // the chosen feature with the largest |r|; nothing if it is constant
    std::optional<double> r;            // their correlation
    std::string reason;                 // in words
};

// Of a chosen feature: the classes in which it stands out, in standard deviations within the classes.
struct ClassProfile {
    Index feature = 0;
    std::string highest, lowest;  // classes whose mean is farthest above and below that of all others
    double highest_difference = 0.0, lowest_difference = 0.0;
};

struct Explanations {
    std::vector<Explanation> features;   // one per feature of the data
    std::vector<ClassProfile> profiles;  // one per chosen feature; empty without labels
};

}  // namespace tamis
