// One selection from start to end: scale, graph where the method needs one, method.
#pragma once

#include <optional>
#include <string>

#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/core/fields.hpp"
#include "tamis/core/selection.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/graph/health.hpp"
#include "tamis/pipeline/data_view.hpp"
#include "tamis/pipeline/run_head.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis {

// "25", "0.1" (a fraction of the features, at least one) or "all" as a number of features.
Index parse_feature_count(const std::string& text, Index features);

struct SelectRequest {
    std::string method;
    std::string k = "10";
    Settings settings;               // the method's own options (--set)
    Settings graph_settings;         // graph options over the method's defaults
    const Graph* graph = nullptr;    // the user's own graph instead of one built from the data
    const Graph* between = nullptr;  // the second graph of a pair, for methods that take one
    Scaling scale = Scaling::none;
    bool hash_data = true;  // SelectRun::data_hash, which costs a pass over the data
};

struct GraphSummary {
    Record options;  // every graph option, resolved; empty for the user's own graph
    double bandwidth = 0.0;
    GraphHealth health;
    std::string hash;
    std::optional<Index> between_edges;  // of the second graph of a pair, where the user gave one
    std::string between_hash;
};

// Plain data: everything that the JSON of `select` holds but the load time.
struct SelectRun : RunHead {
    std::optional<GraphSummary> graph;
    Selection selection;
    double graph_seconds = 0.0, method_seconds = 0.0, total_seconds = 0.0;
};

// Checks the request before it does any work. The data must be clean (finite).
SelectRun run_select(const DataView& data, const SelectRequest& request, const Context& context = {});
SelectRun run_select(const Dataset& data, const SelectRequest& request, const Context& context = {});

}  // namespace tamis
