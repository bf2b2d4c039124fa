// The searches behind find_neighbors and find_class_neighbors.
#pragma once

#include <span>

#include "tamis/core/context.hpp"
#include "tamis/graph/candidates.hpp"
#include "tamis/graph/class_neighbors.hpp"
#include "tamis/graph/neighbors.hpp"
#include "tamis/graph/sample_rows.hpp"
#include "tamis/graph/tile_buffers.hpp"
#include "tamis/graph/tiles.hpp"

namespace tamis::detail {

// Squared distances of these rows, which must outlive it.
ExactDistance squared_distances_of(const SampleRows& rows);

// 1 <= k < samples.
Neighbors exact_search(const SampleRows& rows, Index k, const Context& context);

// The k nearest of every group for every sample; group_of holds 0 … groups-1 per sample and may be empty for
// one group. `tiles` bound the distances that `distance` gives exactly, in about `columns` steps. If `probes`
// are given, only their lists are asked for; those of other samples may then be empty.
ClassNeighbors grouped_search(const TileSource& tiles, const ExactDistance& distance,
                              std::span<const int> group_of, Index groups, Index k, Index columns,
                              const Context& context, std::span<const Index> probes = {});

// The lists of the probes alone, in their order: `samples` of the result is their number.
ClassNeighbors probe_search(const TileSource& tiles, const ExactDistance& distance,
                            std::span<const int> group_of, Index groups, Index k, Index columns,
                            const Context& context, std::span<const Index> probes);

// The lists of the probes at the places of their samples, of which there are `samples`; the others are empty.
ClassNeighbors at_samples(const ClassNeighbors& of_probes, std::span<const Index> probes, Index samples);

// On the calling thread; what is farther than caps[sample · groups + group] is left out. Up to one tile of
// samples, or a few, is what it is made for.
ClassNeighbors capped_search(const TileSource& tiles, const ExactDistance& distance,
                             std::span<const int> group_of, Index groups, Index k,
                             std::span<const double> caps, BufferPool& pool);

// Samples before `split` meet those from there on, and nobody else; both sides have samples. What is farther
// than caps[sample · groups + group] is left out; a list that is not asked for has a cap below 0.
ClassNeighbors cross_search(const TileSource& tiles, const ExactDistance& distance,
                            std::span<const int> group_of, Index groups, Index k, Index columns,
                            const Context& context, Index split, std::span<const double> caps);

}  // namespace tamis::detail
