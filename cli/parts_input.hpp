// Parts (.tps) instead of data.
#pragma once

#include <string>
#include <vector>

#include "options.hpp"
#include "tamis/pipeline/parts/select_parts.hpp"

namespace tamis::cli {

// Whether the files are parts, by their names. Throws UsageError if some are and some are not.
bool are_parts(const std::vector<std::string>& files);

// Throws UsageError if options are given that say how to read data, plan the work on them, or name a graph.
void refuse_for_parts(const DataOptions& options, bool own_graph, bool plan);

// For a user who named no method and whose parts have no labels.
[[noreturn]] void refuse_usual_method();

struct LoadedParts {
    MergedParts data;
    double seconds = 0.0;
};

LoadedParts load_parts(const std::vector<std::string>& files);

}  // namespace tamis::cli
