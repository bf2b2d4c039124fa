// Fisher score. nie2008, eq. 10, 11; the same as eq. 4 of gu2011.
#pragma once

#include "tamis/methods/method.hpp"

namespace tamis {

struct FisherOptions {
    Index k = 10;              // features to select
    FixedFeatures fixed = {};  // features to be chosen in any case, and never

    static About about();
    std::string not_shared() const { return {}; }
    static Fields<FisherOptions> fields() { return {}; }
};

// Score of feature j: b_j / e_j, scatter between the class means over scatter within the classes.
// What it takes and throws: see method.hpp.
Selection fisher(const Rows& x, const Labels& labels, const FisherOptions& options = {},
                 const Context& context = {});

}  // namespace tamis
