#include "tamis/methods/spec/relief_graph.hpp"

#include <algorithm>

namespace tamis::detail {

namespace {

// Calls visit(i, j, w) for every entry of the directed graph.
template <class Visit>
void for_each_entry(const ClassNeighbors& lists, const Labels& labels, Visit visit) {
    const auto others = static_cast<double>(lists.classes - 1);
    for (Index i = 0; i < lists.samples; ++i)
        for (Index c = 0; c < lists.classes; ++c) {
            const auto found = lists.of(i, c);
            const auto count = static_cast<double>(found.size());
            const double weight = c == labels.of[at(i)] ? 1.0 / count : -1.0 / (others * count);
            for (const Small j : found) visit(i, j, weight);
        }
}

}  // namespace

Graph relief_graph(const ClassNeighbors& lists, const Labels& labels) {
    struct Entry {
        Small column;
        double weight;
    };
    std::vector<Index> start(at(lists.samples) + 1, 0);
    for_each_entry(lists, labels, [&](Index i, Small j, double) {
        ++start[at(i) + 1];
        ++start[at(j) + 1];
    });
    for (std::size_t i = 0; i + 1 < start.size(); ++i) start[i + 1] += start[i];
    std::vector<Entry> entries(at(start.back()));
    std::vector<Index> next(start.begin(), start.end() - 1);
    for_each_entry(lists, labels, [&](Index i, Small j, double weight) {
        entries[at(next[at(i)]++)] = {j, 0.5 * weight};
        entries[at(next[at(j)]++)] = {static_cast<Small>(i), 0.5 * weight};
    });

    Graph graph;
    graph.samples = lists.samples;
    for (Index i = 0; i < lists.samples; ++i) {
        const auto begin = entries.begin() + start[at(i)], end = entries.begin() + start[at(i) + 1];
        std::stable_sort(begin, end, [](const Entry& a, const Entry& b) { return a.column < b.column; });
        for (auto entry = begin; entry != end; ++entry) {
            if (entry != begin && entry->column == (entry - 1)->column) {
                graph.weights.back() += entry->weight;
            } else {
                graph.neighbors.push_back(entry->column);
                graph.weights.push_back(entry->weight);
            }
        }
        graph.row_start.push_back(static_cast<Index>(graph.neighbors.size()));
    }
    set_degrees(graph);
    return graph;
}

}  // namespace tamis::detail
