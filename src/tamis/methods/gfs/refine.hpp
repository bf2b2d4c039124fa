// The features of `gfs` improved under the joint criterion tr(S_b(S_t + γI)⁻¹) itself (gu2011, eq. 2), which
// the planes only relax.
#pragma once

#include <span>
#include <vector>

#include "tamis/methods/gfs/fisher_data.hpp"

namespace tamis::detail {

struct Refined {
    std::vector<Index> selected;  // the included ones, then each the best addition to those before it
    double criterion = 0.0;
    Index swaps = 0;
};

// Exchanges single features, never one of the included, while the criterion grows. Nothing changes if no
// exchange gains anything.
Refined refine_by_exchange(FisherData& data, std::span<const Index> selected, double gamma,
                           std::span<const Index> included = {});

}  // namespace tamis::detail
