// The whole selection, scaling and graph included, on many half samples.
#pragma once

#include "tamis/pipeline/prepared.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis::detail {

// The labels that half samples and bootstrap samples keep the shares of: those of a method that uses labels.
const Labels& resampled_labels(const SelectRequest& request, const Labels& labels);

// The rank of every feature, from 1: the selected in their order, then the others by score, the lower column
// first; without scores the others share the last place.
std::vector<Small> ranking_of(const Selection& selection, Index features);

struct HalfRuns {
    std::vector<std::vector<Index>> selected;  // first and second half of pair 1, of pair 2, …
    std::vector<std::vector<Small>> rankings;  // all features: the selected in their order, the rest by score
};

// Selects `size` features on both halves of every pair. `data` are as given, `prepared` as the method saw
// all of them. Throws Error if there are fewer than 6 samples, or if the halves have no two classes left
// for a method that needs labels.
HalfRuns run_halves(const DataView& data, const SelectRequest& request, const Prepared& prepared, Index pairs,
                    Index size, bool with_rankings, const Context& context);

}  // namespace tamis::detail
