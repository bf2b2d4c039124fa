#include "tamis/graph/health.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <numeric>

#include "tamis/passes/repeated/repeated_rows.hpp"

namespace tamis {

using namespace detail;

namespace {

Index find_root(std::vector<Index>& parent, Index i) {
    while (parent[at(i)] != i) {
        Index& up = parent[at(i)];
        up = parent[at(up)];
        i = up;
    }
    return i;
}

std::string count_of(Index count, const std::string& one, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::vector<std::string> remarks_on(const GraphHealth& health, Index samples) {
    std::vector<std::string> remarks;
    if (health.edges == 0) {
        remarks.push_back(
            "The graph has no edges: if it is built from the data, a larger bandwidth or union instead of "
            "mutual makes some.");
        return remarks;
    }
    if (health.isolated > 0)
        remarks.push_back(
            count_of(health.isolated, "sample is isolated and takes", "samples are isolated and take") +
            " no part: if the graph is built from the data, more neighbors, a larger bandwidth or union "
            "instead of mutual connects " +
            (health.isolated == 1 ? "it." : "them."));
    const Index connected = health.components - health.isolated;
    if (connected > 1)
        remarks.push_back(
            "The graph falls into " + std::to_string(connected) + " parts, the largest with " +
            std::to_string(health.largest_component) + " of " + std::to_string(samples) +
            " samples: if it is built from the data, more neighbors join them, unless the data are meant "
            "to fall apart.");
    return remarks;
}

}  // namespace

std::vector<Index> connected_components(const Graph& graph) {
    require_graph(graph, graph.samples);
    std::vector<Index> parent(at(graph.samples));
    std::iota(parent.begin(), parent.end(), Index{0});
    for (Index i = 0; i < graph.samples; ++i) {
        const auto row = at(i);
        for (Index p = graph.row_start[row]; p < graph.row_start[row + 1]; ++p) {
            const Index a = find_root(parent, i);
            const Index b = find_root(parent, graph.neighbors[at(p)]);
            // The lower root wins, so a root is the lowest member of its component.
            parent[at(std::max(a, b))] = std::min(a, b);
        }
    }
    std::vector<Index> component(parent.size());
    Index count = 0;
    for (Index i = 0; i < graph.samples; ++i) {
        const Index root = find_root(parent, i);
        component[at(i)] = root == i ? count++ : component[at(root)];
    }
    return component;
}

GraphHealth check_graph(const Graph& graph, const Rows& x, const Context& context) {
    require_graph(graph, x.rows());
    GraphHealth health;
    if (graph.samples == 0) return health;
    health.edges = graph.edges();
    std::vector<Index> sizes;
    for (const Index number : connected_components(graph)) {
        sizes.resize(std::max(sizes.size(), at(number) + 1));
        ++sizes[at(number)];
    }
    health.components = static_cast<Index>(sizes.size());
    health.largest_component = *std::max_element(sizes.begin(), sizes.end());
    health.isolated = std::count(graph.degrees.begin(), graph.degrees.end(), 0.0);
    health.duplicates = count_repeated_rows(x, context);
    const auto [low, high] = std::minmax_element(graph.degrees.begin(), graph.degrees.end());
    health.smallest_degree = *low;
    health.largest_degree = *high;
    health.mean_degree = graph.volume() / static_cast<double>(graph.samples);
    if (!graph.weights.empty()) {
        const auto [light, heavy] = std::minmax_element(graph.weights.begin(), graph.weights.end());
        health.smallest_weight = *light;
        health.largest_weight = *heavy;
    }
    health.remarks = remarks_on(health, graph.samples);
    return health;
}

std::string graph_hash(const Graph& graph) {
    require_graph(graph, graph.samples);
    const std::uint64_t parts[] = {
        static_cast<std::uint64_t>(graph.samples),
        XXH3_64bits(graph.row_start.data(), graph.row_start.size() * sizeof(Index)),
        XXH3_64bits(graph.neighbors.data(), graph.neighbors.size() * sizeof(Small)),
        XXH3_64bits(graph.weights.data(), graph.weights.size() * sizeof(double)),
    };
    char text[32];
    std::snprintf(text, sizeof text, "xxh3:%016llx",
                  static_cast<unsigned long long>(XXH3_64bits(parts, sizeof parts)));
    return text;
}

}  // namespace tamis
