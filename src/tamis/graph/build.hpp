// From data to a neighbour graph.
#pragma once

#include <optional>

#include "tamis/core/context.hpp"
#include "tamis/core/fields.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/graph/neighbors.hpp"

namespace tamis {

enum class Weights { heat, binary, cosine };
enum class Symmetry { either, mutual };  // "union" on the command line: `union` is a C++ keyword

struct GraphOptions {
    Index neighbors = 5;  // per sample; more connects more and smooths more; capped at samples - 1
    Metric metric = Metric::euclidean;
    Weights weights = Weights::heat;
    bool self_loops = false;
    // T of exp(-d²/T); nothing: mean d² over the directed neighbour pairs
    std::optional<double> bandwidth = {};
    Symmetry symmetry = Symmetry::either;
    Search knn = Search::exact;

    static Fields<GraphOptions> fields();
};

// Throws UsageError on bad options and Error on data with fewer than two samples.
Graph build_graph(const MatrixView& x, const GraphOptions& options = {}, const Context& context = {});

// The same from neighbour lists that were found before (of at least options.neighbors, for options.metric).
// x is needed for cosine weights and for the exact distances of edges that only one side lists.
Graph weigh_graph(const Neighbors& lists, const MatrixView& x, const GraphOptions& options,
                  const Context& context = {});

}  // namespace tamis
