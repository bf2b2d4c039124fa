// Text columns as one 0/1 column per value.
#pragma once

#include "tamis/core/dataset.hpp"

namespace tamis::detail {

// Every category column is replaced, in place, by one column per value, named "column=value". A missing cell
// is missing in all of them.
void expand_categories(Dataset& data);

}  // namespace tamis::detail
