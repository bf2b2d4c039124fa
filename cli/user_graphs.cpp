#include "user_graphs.hpp"

#include "tamis/core/error.hpp"
#include "tamis/io/hdf5/h5ad.hpp"
#include "tamis/saved/graph_file.hpp"

namespace tamis::cli {

namespace {

// A file, or obsp:NAME for a graph that comes with the data.
Graph read_user_graph(const std::string& name, const std::string& data_path, Index samples) {
    constexpr std::string_view in_data = "obsp:";
    if (!name.starts_with(in_data)) return read_graph(name, samples);
    if (!data_path.ends_with(".h5ad"))
        throw UsageError("--graph " + name +
                         " takes a graph out of the data, which must be an .h5ad file, not " + data_path);
    const std::string key = name.substr(in_data.size());
    return graph_of_matrix(load_obsp(data_path, key), data_path + ": obsp/" + key);
}

}  // namespace

UserGraphs::UserGraphs(const std::string& graph_file, const std::string& between_file,
                       const std::string& data_path, Index samples, SelectRequest& request) {
    if (!between_file.empty() && graph_file.empty())
        throw UsageError("--graph-between is the second graph of a pair: give the first one with --graph");
    if (!graph_file.empty()) {
        graph_ = read_user_graph(graph_file, data_path, samples);
        request.graph = &*graph_;
    }
    if (!between_file.empty()) {
        between_ = read_user_graph(between_file, data_path, samples);
        request.between = &*between_;
    }
}

}  // namespace tamis::cli
