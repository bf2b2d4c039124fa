#include "user_graphs.hpp"

#include "tamis/core/error.hpp"
#include "tamis/graph/graph_io.hpp"
#include "tamis/io/npz.hpp"

namespace tamis::cli {

namespace {

Index whole(double value, const std::string& path) {
    const auto number = static_cast<Index>(value);
    if (static_cast<double>(number) != value) throw Error(path + ": an index is not a whole number");
    return number;
}

// What scipy.sparse.save_npz writes: compressed rows or columns (the same for a symmetric matrix), or a list
// of entries.
Graph read_npz_graph(const std::string& path) {
    const std::vector<NpzArray> arrays = read_npz(path);
    const auto numbers = [&](const char* name) -> const std::vector<double>& {
        return find_array(arrays, name, path).numbers;
    };
    const NpzArray& format = find_array(arrays, "format", path);
    const std::string kind = format.texts.empty() ? "" : format.texts.front();
    const std::vector<double>&shape = numbers("shape"), &weights = numbers("data");
    if (shape.size() != 2 || shape[0] != shape[1] || shape[0] < 1 || shape[0] > 2147483647.0)
        throw Error(path + ": a graph needs a square matrix with a row per sample");
    std::vector<GraphEntry> entries;
    if (kind == "coo") {
        const std::vector<double>&rows = numbers("row"), &columns = numbers("col");
        if (rows.size() != weights.size() || columns.size() != weights.size())
            throw Error(path + ": row, col and data have different lengths");
        for (std::size_t p = 0; p < weights.size(); ++p)
            entries.push_back({whole(rows[p], path), whole(columns[p], path), weights[p]});
    } else if (kind == "csr" || kind == "csc") {
        const std::vector<double>&columns = numbers("indices"), &starts = numbers("indptr");
        if (columns.size() != weights.size() || starts.size() != static_cast<std::size_t>(shape[0]) + 1 ||
            starts.front() != 0.0 || starts.back() != static_cast<double>(weights.size()))
            throw Error(path + ": indptr, indices and data do not belong together");
        for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
            if (starts[i] > starts[i + 1]) throw Error(path + ": indptr falls");
            for (Index p = whole(starts[i], path); p < whole(starts[i + 1], path); ++p)
                entries.push_back({static_cast<Index>(i), whole(columns[static_cast<std::size_t>(p)], path),
                                   weights[static_cast<std::size_t>(p)]});
        }
    } else {
        throw Error(path + ": holds a sparse matrix of format '" + kind +
                    "'; save it as csr, csc or coo with scipy.sparse.save_npz");
    }
    Graph graph = make_graph(static_cast<Index>(shape[0]), std::move(entries), path);
    check_user_graph(graph, graph.samples, path);
    return graph;
}

Graph read_user_graph(const std::string& path) {
    return path.ends_with(".npz") ? read_npz_graph(path) : read_graph(path);
}

}  // namespace

UserGraphs::UserGraphs(const std::string& graph_file, const std::string& between_file,
                       SelectRequest& request) {
    if (!between_file.empty() && graph_file.empty())
        throw UsageError("--graph-between is the second graph of a pair: give the first one with --graph");
    if (!graph_file.empty()) {
        graph_ = read_user_graph(graph_file);
        request.graph = &*graph_;
    }
    if (!between_file.empty()) {
        between_ = read_user_graph(between_file);
        request.between = &*between_;
    }
}

}  // namespace tamis::cli
