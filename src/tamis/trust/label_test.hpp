// Label permutations for scores that must be computed anew for every draw.
#pragma once

#include <cstdint>

#include "tamis/core/context.hpp"
#include "tamis/core/threads/function_ref.hpp"
#include "tamis/methods/relieff.hpp"
#include "tamis/trust/permutation_test.hpp"

namespace tamis::detail {

// score(labels) gives one number per feature, larger is better. Draw b has the labels y[permutation(n)].
PermutationTest permute_labels(const Labels& labels, std::span<const char> constant,
                               FunctionRef<std::vector<double>(const Labels& labels)> score, Index draws,
                               std::uint64_t seed, const Context& context = {});

// The weights of ReliefF. Distances do not depend on the labels: the neighbors of every sample are sorted
// once, if they fit into memory, and each draw walks along them.
PermutationTest permute_relieff(const MatrixView& x, const Labels& labels, const RelieffOptions& options,
                                Index draws, std::uint64_t seed, const Context& context = {});

}  // namespace tamis::detail
