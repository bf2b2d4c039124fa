// The attributes of an ARFF file.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/dataset.hpp"
#include "tamis/io/interner.hpp"

namespace tamis::detail {

struct ArffAttribute {
    std::string name;
    bool nominal = false;
    Interner values;  // of a nominal one, as declared
};

// Cells of nominal features hold the positions of their values as declared. They become the ranks of the
// values that occur, sorted, as in every other format.
void rank_values(Dataset& data, const std::vector<const ArffAttribute*>& features);

}  // namespace tamis::detail
