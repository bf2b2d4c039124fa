// Pairs of graphs as two numbers per feature: within = fᵀL_w f (to be small) and between = fᵀL_b f (to be
// large). Nie, Xiang, Jia, Zhang, Yan, "Trace Ratio Criterion for Feature Selection", AAAI 2008, eq. 10-13.
// No pair is ever stored as n×n: label blocks act through class sums, neighbor graphs through their edges.
// The Fisher pair is `class_scatter` (numeric/group_moments.hpp).
#pragma once

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/passes/group_moments.hpp"

namespace tamis {

// Eq. 12, 13: within = fᵀLf, between = f̃ᵀDf̃ with f̃ = f - (fᵀD1 / 1ᵀD1)·1. Isolated samples take no part, also
// not in what counts as constant.
Scatter laplacian_pair(const MatrixView& x, const Graph& graph, const Context& context = {});

// Any two graphs on the samples.
Scatter graph_pair(const MatrixView& x, const Graph& within, const Graph& between,
                   const Context& context = {});

// Labels for some of the samples, neighbors for the rest. Within: weight gamma for labeled pairs of one
// class, the graph's weight where at least one of the two is unlabeled. Between: weight 1 for labeled pairs
// of different classes.
Scatter semi_supervised_pair(const MatrixView& x, const Labels& labels, const Graph& graph, double gamma,
                             const Context& context = {});

}  // namespace tamis
