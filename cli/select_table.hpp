// A selection as text for people.
#pragma once

#include <string>

#include "tamis/pipeline/select.hpp"

namespace tamis::cli {

std::string select_table(const SelectRun& run, double load_seconds);

// "5 neighbors, heat weights (T = 12.3), union, 6201 edges, 1 component"
std::string graph_line(const GraphSummary& graph);

}  // namespace tamis::cli
