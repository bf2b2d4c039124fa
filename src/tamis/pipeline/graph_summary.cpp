#include "tamis/pipeline/graph_summary.hpp"

namespace tamis {

using namespace detail;

namespace {

GraphSummary summarize(const Graph& graph, const Rows& x, const Context& context) {
    GraphSummary summary;
    summary.bandwidth = graph.bandwidth;
    summary.health = check_graph(graph, x, context);
    summary.hash = graph_hash(graph);
    return summary;
}

}  // namespace

CheckedGraph detail::build_checked(FunctionRef<Graph(const Context&)> build, const GraphOptions& options,
                                   const Rows& x, const Context& context) {
    CheckedGraph checked;
    Context listening = context;
    listening.warn = [&](const std::string& text) { checked.remarks.push_back(text); };
    Graph graph = build(listening);
    checked.summary = summarize(graph, x, context);
    GraphOptions resolved = options;
    resolved.search = graph.found_by.search;
    checked.summary.options = GraphOptions::fields().values(resolved);
    checked.summary.recall = graph.found_by.recall;
    checked.summary.recall_interval = {graph.found_by.recall_low, graph.found_by.recall_high};
    checked.graph = std::make_shared<const Graph>(std::move(graph));
    return checked;
}

CheckedGraph detail::check_own(const Graph& graph, const Graph* between, const Rows& x,
                               const Context& context) {
    CheckedGraph checked;
    checked.summary = summarize(graph, x, context);
    checked.graph = std::shared_ptr<const Graph>(std::shared_ptr<void>(), &graph);  // not ours to delete
    checked.between = between;
    if (between != nullptr) {
        checked.summary.between_edges = between->edges();
        checked.summary.between_hash = graph_hash(*between);
    }
    return checked;
}

GraphOptions detail::with_graph_options(GraphOptions base, const Record& changes) {
    GraphOptions::fields().assign(base, changes);
    return base;
}

}  // namespace tamis
