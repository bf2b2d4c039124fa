// A graph with what a user should know about it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tamis/core/options/fields.hpp"
#include "tamis/core/threads/function_ref.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/graph/health.hpp"

namespace tamis {

struct GraphSummary {
    Record options;  // every graph option, resolved; empty for the user's own graph
    double bandwidth = 0.0;
    double recall = 1.0;  // of the neighbor search, measured
    std::vector<double>
        recall_interval;  // low and high end, with 95 % certainty; empty for the user's own graph
    GraphHealth health;
    std::string hash;
    std::optional<Index> between_edges;  // of the second graph of a pair, if the user gave one
    std::string between_hash;
};

namespace detail {

struct CheckedGraph {
    std::shared_ptr<const Graph> graph;
    const Graph* between = nullptr;  // the second graph of a pair, if the user gave one
    GraphSummary summary;
    std::vector<std::string> remarks;  // on its making; those on its health are in the summary
};

// Calls build(context) for a graph of x with these options, and checks its health.
CheckedGraph build_checked(FunctionRef<Graph(const Context&)> build, const GraphOptions& options,
                           const Rows& x, const Context& context);
// The same for graphs of the user's own, which must outlive the result; `between` may be null.
CheckedGraph check_own(const Graph& graph, const Graph* between, const Rows& x, const Context& context);

// The base with some options changed; throws UsageError on wrong names and values.
GraphOptions with_graph_options(GraphOptions base, const Record& changes);

}  // namespace detail

}  // namespace tamis
