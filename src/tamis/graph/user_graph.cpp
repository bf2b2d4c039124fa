#include "tamis/graph/user_graph.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/options/value.hpp"

namespace tamis {

using namespace detail;

namespace {

std::string position_text(Index row, Index column) {
    return "(" + std::to_string(row) + ", " + std::to_string(column) + ") (counted from 0)";
}

}  // namespace

Graph make_graph(Index samples, std::vector<GraphEntry> entries, const std::string& name) {
    std::sort(entries.begin(), entries.end(), [](const GraphEntry& a, const GraphEntry& b) {
        return a.row < b.row || (a.row == b.row && a.column < b.column);
    });
    if (samples < 0) throw Error(name + ": a graph cannot have " + std::to_string(samples) + " samples");
    Graph graph;
    graph.samples = samples;
    graph.row_start.assign(at(samples) + 1, 0);
    for (std::size_t p = 0; p < entries.size(); ++p) {
        const GraphEntry& entry = entries[p];
        if (entry.row < 0 || entry.row >= samples || entry.column < 0 || entry.column >= samples)
            throw Error(name + ": position " + position_text(entry.row, entry.column) +
                        " is outside a graph of " + std::to_string(samples) + " samples");
        if (p > 0 && entry.row == entries[p - 1].row && entry.column == entries[p - 1].column)
            throw Error(name + ": the entry " + position_text(entry.row, entry.column) + " is given twice");
        if (entry.weight == 0.0) continue;
        ++graph.row_start[at(entry.row) + 1];
        graph.neighbors.push_back(static_cast<Small>(entry.column));
        graph.weights.push_back(entry.weight);
    }
    for (std::size_t i = 1; i < graph.row_start.size(); ++i) graph.row_start[i] += graph.row_start[i - 1];
    set_degrees(graph);
    return graph;
}

void check_user_graph(const Graph& graph, Index samples, const std::string& name) {
    if (graph.samples != samples)
        throw Error(name + " is a graph of " + std::to_string(graph.samples) + " samples and the data have " +
                    std::to_string(samples));
    require_graph(graph, samples);
    // Rows are visited in order, so the entries (l, i) of row l come up in order of i as well.
    std::vector<Index> next(graph.row_start.begin(), graph.row_start.end() - 1);
    for (Index i = 0; i < samples; ++i)
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p) {
            const Small l = graph.neighbors[at(p)];
            const double weight = graph.weights[at(p)];
            if (l < 0 || l >= samples)
                throw Error(name + ": position " + position_text(i, l) + " is outside a graph of " +
                            std::to_string(samples) + " samples");
            if (!std::isfinite(weight) || weight < 0.0)
                throw Error(name + ": the weight at " + position_text(i, l) +
                            " must be a finite number >= 0, not " + to_text(Value(weight)));
            const Index mirror = next[at(l)]++;
            if (mirror >= graph.row_start[at(l) + 1] || graph.neighbors[at(mirror)] != i ||
                graph.weights[at(mirror)] != weight)
                throw Error(name + " is not symmetric: look near " + position_text(l, i) +
                            "; give both entries of an edge the same weight, or write the " +
                            "file as 'symmetric' with the lower triangle alone");
        }
}

}  // namespace tamis
