// Options that a method has in common with the neighbor graph. ReliefF looks for neighbors without a graph:
// whoever says how many neighbors there are to be means its own.
#pragma once

#include "tamis/methods/method.hpp"

namespace tamis::detail {

struct SharedOptions {
    Record method, graph;
};

// Moves the graph options that the method has under the same name and of the same kind to the options of the
// method, unless it uses a graph; those that are given there already stay.
SharedOptions share_options(const Method& method, Record own, const Record& graph);

// Throws UsageError where an option is given for both with different values.
void refuse_contradiction(const Method& method, const Record& own, const Record& graph);

}  // namespace tamis::detail
