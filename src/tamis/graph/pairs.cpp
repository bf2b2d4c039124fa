#include "tamis/graph/pairs.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/graph/edge_energy.hpp"

namespace tamis::detail {

namespace {

// Group 0 for the samples that `takes_part` names, none for the others; throws if none is left.
template <class Predicate>
std::vector<int> participants(Index samples, Predicate takes_part) {
    std::vector<int> group_of(at(samples), -1);
    bool any = false;
    for (Index i = 0; i < samples; ++i) {
        if (!takes_part(i)) continue;
        group_of[at(i)] = 0;
        any = true;
    }
    if (!any)
        throw Error(
            "the graph has no edges: use more neighbors or a larger bandwidth, or check the graph that you "
            "gave");
    return group_of;
}

// The edges that have at least one unlabeled end.
Graph edges_with_unlabeled_end(const Graph& graph, const Labels& labels) {
    Graph kept;
    kept.samples = graph.samples;
    kept.bandwidth = graph.bandwidth;
    kept.found_by = graph.found_by;
    for (Index i = 0; i < graph.samples; ++i) {
        double degree = 0.0;
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i + 1)]; ++p) {
            const Small j = graph.neighbors[at(p)];
            if (labels.of[at(i)] >= 0 && labels.of[at(j)] >= 0) continue;
            kept.neighbors.push_back(j);
            kept.weights.push_back(graph.weights[at(p)]);
            degree += graph.weights[at(p)];
        }
        kept.row_start.push_back(static_cast<Index>(kept.neighbors.size()));
        kept.degrees.push_back(degree);
    }
    return kept;
}

}  // namespace

Scatter laplacian_pair(const Rows& x, const Graph& graph, const Context& context) {
    require_same_samples(graph, x.rows());
    const std::vector<int> group_of =
        participants(x.rows(), [&](Index i) { return graph.degrees[at(i)] > 0.0; });
    const Grouping everyone{group_of, 1, graph.degrees};
    Scatter pair;
    GroupMoments moments;
    if (x.sparse()) {
        pair.within = edge_energy(graph, x, context);
        moments = group_moments(x, everyone, context);
    } else {  // rows are read once for both
        moments = start_moments(x, everyone);
        const RowMoments on_the_way{moments.shift.data(), graph.degrees, moments.sum.data(),
                                    moments.square.data()};
        pair.within = edge_energy(graph, x, context, &on_the_way);
        finish_moments(x, everyone, moments, context);
    }
    pair.constant = moments.constant;
    for (Index j = 0; j < x.cols(); ++j) pair.between.push_back(moments.scatter(0, j));
    return pair;
}

Scatter graph_pair(const Rows& x, const Graph& within, const Graph& between, const Context& context) {
    require_same_samples(within, x.rows());
    require_same_samples(between, x.rows());
    const std::vector<int> group_of = participants(
        x.rows(), [&](Index i) { return within.degrees[at(i)] > 0.0 || between.degrees[at(i)] > 0.0; });
    return {edge_energy(between, x, context), edge_energy(within, x, context),
            group_moments(x, {group_of, 1}, context).constant};
}

Scatter semi_supervised_pair(const Rows& x, const Labels& labels, const Graph& graph, double label_weight,
                             const Context& context) {
    require_same_samples(graph, x.rows());
    if (labels.samples() != x.rows())
        throw Error("semi-supervised selection needs one label per sample (some of them may be missing)");
    if (std::count_if(labels.counts.begin(), labels.counts.end(), [](Index n) { return n > 0; }) < 2)
        throw Error("semi-supervised selection needs labeled samples of at least two classes");
    const Graph open = edges_with_unlabeled_end(graph, labels);
    const GroupMoments moments = group_moments(x, {labels.of, labels.classes()}, context);
    const Scatter classes = group_scatter(moments);
    const std::vector<int> group_of =
        participants(x.rows(), [&](Index i) { return labels.of[at(i)] >= 0 || open.degrees[at(i)] > 0.0; });
    Scatter pair{classes.between, edge_energy(open, x, context),
                 group_moments(x, {group_of, 1}, context).constant};
    double labeled = 0.0;
    for (const double count : moments.weight) labeled += count;
    // Σ_{i<j in k}(f_i-f_j)² = n_k·scatter_k, and over pairs of different classes Σ_k(n-n_k)·scatter_k +
    // n·between.
    for (Index j = 0; j < x.cols(); ++j) {
        pair.between[at(j)] *= labeled;
        for (Index k = 0; k < moments.groups(); ++k) {
            const double size = moments.weight[at(k)];
            if (size == 0.0) continue;
            pair.between[at(j)] += (labeled - size) * moments.scatter(k, j);
            pair.within[at(j)] += label_weight * size * moments.scatter(k, j);
        }
    }
    return pair;
}

}  // namespace tamis::detail
