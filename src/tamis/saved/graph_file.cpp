#include "tamis/saved/graph_file.hpp"

#include <charconv>
#include <cmath>
#include <istream>
#include <iterator>
#include <ostream>

#include "tamis/core/error.hpp"
#include "tamis/core/options/value.hpp"
#include "tamis/graph/user_graph.hpp"
#include "tamis/io/byte_source.hpp"
#include "tamis/io/numpy/npz.hpp"
#include "tamis/io/numpy/scipy_matrix.hpp"
#include "tamis/io/sparse/matrix_market.hpp"
#include "tamis/io/sparse/parts.hpp"

namespace tamis {

using namespace detail;

namespace {

void require_size(Index vertices, std::optional<Index> samples, const std::string& name) {
    if (samples && vertices != *samples)
        throw Error(name + ": is a graph of " + std::to_string(vertices) + " samples, the data have " +
                    std::to_string(*samples));
}

void require_square(const SparseMatrix& weights, const std::string& name) {
    if (weights.rows() != weights.cols())
        throw Error(name + ": a graph needs a square matrix with a row per sample");
}

Graph read_market_graph(ByteSource& source, const std::string& name, std::optional<Index> samples) {
    MarketReader reader(source, name);
    const MarketBanner& banner = reader.read_banner();
    if (banner.format != "coordinate")
        reader.fail("a graph must be in 'coordinate' format, not '" + banner.format + "'");
    if (banner.field != "real" && banner.field != "integer" && banner.field != "pattern")
        reader.fail("weights must be 'real', 'integer' or 'pattern', not '" + banner.field + "'");
    if (banner.symmetry != "general" && banner.symmetry != "symmetric")
        reader.fail("a graph must be 'general' or 'symmetric', not '" + banner.symmetry + "'");
    const bool symmetric = banner.symmetry == "symmetric";
    reader.read_size();
    if (reader.rows() != reader.cols())
        reader.fail("a graph needs a square matrix, not " + std::to_string(reader.rows()) + " x " +
                    std::to_string(reader.cols()));
    if (reader.rows() < 1) reader.fail("'0 0' is not the size of a graph");
    require_size(reader.rows(), samples, name);
    std::vector<GraphEntry> entries;
    reader.read_cells([&](Index row, Index column, double weight) {
        if (!std::isfinite(weight) || weight < 0.0)
            reader.fail("a weight must be a finite number >= 0, not " + to_text(Value(weight)));
        entries.push_back({row, column, weight});
        if (symmetric && row != column) entries.push_back({column, row, weight});
    });
    require_justified_rows(reader.rows(), entries.size(), name);
    return make_graph(reader.rows(), std::move(entries), name);
}

// What scipy.sparse.save_npz writes.
Graph read_npz_graph(const std::string& path, std::optional<Index> samples) {
    const SparseMatrix weights = scipy_matrix(read_npz(path, is_scipy_part), path);
    require_square(weights, path);
    require_size(weights.rows(), samples, path);
    return graph_of_matrix(weights, path);
}

}  // namespace

Graph graph_of_matrix(const SparseMatrix& weights, const std::string& name) {
    require_square(weights, name);
    std::vector<GraphEntry> entries;
    for (Index i = 0; i < weights.rows(); ++i) {
        const SparseRow row = weights.view().row(i);
        for (std::size_t p = 0; p < row.columns.size(); ++p)
            entries.push_back({i, row.columns[p], row.values[p]});
    }
    Graph graph = make_graph(weights.rows(), std::move(entries), name);
    check_user_graph(graph, graph.samples, name);
    return graph;
}

Graph read_graph(std::istream& stream, const std::string& name, std::optional<Index> samples) {
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (stream.bad()) throw Error("cannot read " + name);
    Graph graph = read_market_graph(*open_memory(text), name, samples);
    check_user_graph(graph, graph.samples, name);
    return graph;
}

Graph read_graph(const std::string& path, std::optional<Index> samples) {
    if (path.ends_with(".npz")) return read_npz_graph(path, samples);
    if (!path.ends_with(".mtx"))
        throw Error("cannot read " + path +
                    " as a graph: the formats are Matrix Market (.mtx) and sparse matrices of SciPy (.npz)");
    Graph graph = read_market_graph(*open_file(path), path, samples);
    check_user_graph(graph, graph.samples, path);
    return graph;
}

void write_graph(std::ostream& stream, const Graph& graph) {
    require_graph(graph, graph.samples);
    Index count = 0;
    for (Index i = 0; i < graph.samples; ++i)
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p)
            if (graph.neighbors[at(p)] <= i) ++count;
    stream << "%%MatrixMarket matrix coordinate real symmetric\n"
           << graph.samples << ' ' << graph.samples << ' ' << count << '\n';
    for (Index i = 0; i < graph.samples; ++i)
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p) {
            const Small l = graph.neighbors[at(p)];
            if (l > i) continue;
            char text[32];  // the shortest text that gives the same number back
            const auto end = std::to_chars(text, text + sizeof text, graph.weights[at(p)]).ptr;
            stream << i + 1 << ' ' << l + 1 << ' ';
            stream.write(text, end - text) << '\n';
        }
}

}  // namespace tamis
