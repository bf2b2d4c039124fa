// Label permutations for statistics that are made of the sums of a feature over the classes.
#pragma once

#include <cstdint>

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/trust/permutation_test.hpp"

namespace tamis::detail {

// With z the centered feature, T = Σz² and s_k its sum over class k of n_k samples. Neither changes with the
// unit of the feature, so the family-wise p compares like with like.
enum class ClassStatistic {
    fisher,       // u = Σ s_k²/n_k / T = b/(b + e), which rises with the Fisher score
    hsic_onehot,  // u = Σ s_k² / (T·max n_k), which is HSIC of one feature but for a factor
};

// Draw b has the labels y[permutation(n)]. Every sample needs a label. One matrix product gives the class
// sums of many draws at once; many classes and sparse data are summed instead.
PermutationTest permute_class_sums(const MatrixView& x, const Labels& labels, ClassStatistic statistic,
                                   Index draws, std::uint64_t seed, const Context& context = {});

}  // namespace tamis::detail
