// From data to a neighbor graph.
#pragma once

#include <optional>

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/options/fields.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/graph/neighbors.hpp"

namespace tamis {

// The weight of an edge: exp(-d²/T), 1, or the cosine of the two samples.
enum class Weights { heat, binary, cosine };
// An edge if either sample lists the other, or only if both do.
enum class Symmetry { either, mutual };  // "union" on the command line: `union` is a C++ keyword

struct GraphOptions {
    Index neighbors = 5;  // per sample; more connects more and smooths more; capped at samples - 1
    Metric metric = Metric::euclidean;
    Weights weights = Weights::heat;
    bool self_loops = false;
    // T of exp(-d²/T); nothing: mean d² over the directed neighbor pairs
    std::optional<double> bandwidth = {};
    Symmetry symmetry = Symmetry::either;
    Search search = Search::automatic;
    double recall = 0.95;     // of an approximate search; 1 makes every search exact
    double same_class = 1.0;  // factor on edges within a class; other than 1 needs the labels

    bool needs_labels() const { return same_class != 1.0; }  // to weigh edges within a class
    static Fields<GraphOptions> fields();
};

// The graph of the nearest neighbors of every sample. `labels` are used only if options.same_class is
// not 1. Throws UsageError on bad options and Error on data with fewer than two samples, or without the
// labels that the options need.
Graph build_graph(const Rows& x, const GraphOptions& options = {}, const Context& context = {},
                  const Labels* labels = nullptr);

// The same from neighbor lists that were found before (of at least options.neighbors, for options.metric).
// x is needed for cosine weights and for the exact distances of edges that only one side lists. Throws as
// build_graph does, and Error on lists that are too short, of other data or damaged.
Graph weigh_graph(const Neighbors& lists, const Rows& x, const GraphOptions& options,
                  const Context& context = {}, const Labels* labels = nullptr);

}  // namespace tamis
