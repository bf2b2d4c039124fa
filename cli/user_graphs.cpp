#include "user_graphs.hpp"

#include "tamis/core/error.hpp"
#include "tamis/saved/graph_file.hpp"

namespace tamis::cli {

UserGraphs::UserGraphs(const std::string& graph_file, const std::string& between_file,
                       SelectRequest& request) {
    if (!between_file.empty() && graph_file.empty())
        throw UsageError("--graph-between is the second graph of a pair: give the first one with --graph");
    if (!graph_file.empty()) {
        graph_ = read_graph(graph_file);
        request.graph = &*graph_;
    }
    if (!between_file.empty()) {
        between_ = read_graph(between_file);
        request.between = &*between_;
    }
}

}  // namespace tamis::cli
