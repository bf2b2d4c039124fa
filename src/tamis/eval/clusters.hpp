// How well clusters agree with classes.
#pragma once

#include <span>

namespace tamis::detail {

// AC: the largest part of the samples that lie in the cluster of their class, over all one-to-one pairings of
// clusters and classes (Hungarian method). Numbers from 0; both of the same length.
double clustering_accuracy(std::span<const int> classes, std::span<const int> clusters);

// NMI: mutual information / the larger of the two entropies, in bits. 1 if both have one group only.
double normalized_information(std::span<const int> classes, std::span<const int> clusters);

}  // namespace tamis::detail
