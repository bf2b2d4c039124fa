// A selection as text for people.
#pragma once

#include <string>

#include "tamis/pipeline/select.hpp"
#include "tamis/report/table.hpp"

namespace tamis::cli {

using namespace detail;

// `reason` says why this method, where the user named none.
std::string select_table(const SelectRun& run, double load_seconds, const std::string& reason = {});

// One line per chosen feature, best first, for other programs: rank from 1, feature (its position where the
// data have no names), column from 0, score (larger is better), raw_score (as the paper defines it).
Table select_rows(const SelectRun& run);

// "5 neighbors, heat weights (T = 12.3), union, 6201 edges, 1 component"
std::string graph_line(const GraphSummary& graph);

}  // namespace tamis::cli
