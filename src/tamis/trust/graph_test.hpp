// Is a feature smoother on a graph than its values would be in any other order?
#pragma once

#include <cstdint>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/threads/function_ref.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/trust/permutation_test.hpp"

namespace tamis::detail {

// Beyond this skewness the closed form is not trusted: Pearson's law would end before the data do.
constexpr double largest_skew = 0.1;

// Per feature. A constant feature has z = 0 and p = 1.
struct GraphTest {
    std::vector<double> score;  // Laplacian score, smaller is smoother; +inf if constant
    std::vector<double> z, skew;
    std::vector<double> p;  // lower tail: Pearson's law up to the largest skewness, the normal law beyond
    std::vector<char> constant;
};

// The Laplacian score against all orders of the values, isolated samples left out. Throws Error unless
// 6 samples or more have neighbors.
GraphTest graph_test(const MatrixView& x, const Graph& graph, const Context& context = {});

// The same by drawing orders: draw b has the values x[permutation(n)] on the n samples that are not isolated,
// one order for all features.
PermutationTest permute_values(const MatrixView& x, const Graph& graph, Index draws, std::uint64_t seed,
                               const Context& context = {});

// For any score of the features that the graph and the order of the rows give; larger is better.
PermutationTest permute_rows(const MatrixView& x, const Graph& graph, std::span<const char> constant,
                             FunctionRef<std::vector<double>(const MatrixView& x)> score, Index draws,
                             std::uint64_t seed, const Context& context = {});

// Cross-fitting: the features dealt into groups. Feature permutation(d)[i] is in group i mod `groups`.
std::vector<int> deal_features(Index features, Index groups, std::uint64_t seed);

}  // namespace tamis::detail
