// Pairs of graphs as two numbers per feature: within = fᵀL_w f (to be small) and between = fᵀL_b f (to be
// large). nie2008, eq. 10-13.
// No pair is ever stored as n×n: label blocks act through class sums, neighbor graphs through their edges.
// The Fisher pair is `class_scatter` (passes/group_moments.hpp).
#pragma once

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/passes/moments/group_moments.hpp"

namespace tamis::detail {

// Eq. 12, 13: within = fᵀLf, between = f̃ᵀDf̃ with f̃ = f - (fᵀD1 / 1ᵀD1)·1. Isolated samples take no part, also
// not in what counts as constant.
Scatter laplacian_pair(const Rows& x, const Graph& graph, const Context& context = {});

// Any two graphs on the samples.
Scatter graph_pair(const Rows& x, const Graph& within, const Graph& between, const Context& context = {});

// Labels for some of the samples, neighbors for the rest. Within: weight label_weight for labeled pairs of
// one class, the graph's weight if at least one of the two is unlabeled. Between: weight 1 for labeled
// pairs of different classes.
Scatter semi_supervised_pair(const Rows& x, const Labels& labels, const Graph& graph, double label_weight,
                             const Context& context = {});

}  // namespace tamis::detail
