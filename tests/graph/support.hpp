// Slow and simple versions of what the graph module computes.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tamis/core/matrix.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/graph/neighbors.hpp"

namespace tamis::testing {

using namespace detail;

// Rows over their lengths, as the cosine metric sees them.
inline DenseMatrix unit_rows(DenseMatrix x) {
    for (Index i = 0; i < x.rows(); ++i) {
        double sum = 0.0;
        for (Index j = 0; j < x.cols(); ++j) sum += x(i, j) * x(i, j);
        if (sum == 0.0) continue;
        for (Index j = 0; j < x.cols(); ++j) x(i, j) /= std::sqrt(sum);
    }
    return x;
}

inline long double direct_distance(const DenseMatrix& x, Index a, Index b) {
    long double sum = 0.0L;
    for (Index j = 0; j < x.cols(); ++j) {
        const long double gap = static_cast<long double>(x(a, j)) - static_cast<long double>(x(b, j));
        sum += gap * gap;
    }
    return sum;
}

// All distances in extended precision, sorted by (distance, index).
inline Neighbors brute_force(const DenseMatrix& x, Index k) {
    Neighbors result{x.rows(), std::min(k, x.rows() - 1), {}, {}};
    for (Index i = 0; i < x.rows(); ++i) {
        std::vector<std::pair<long double, Index>> all;
        for (Index j = 0; j < x.rows(); ++j)
            if (j != i) all.emplace_back(direct_distance(x, i, j), j);
        std::sort(all.begin(), all.end());
        for (Index p = 0; p < result.count; ++p) {
            result.index.push_back(static_cast<Small>(all[at(p)].second));
            result.squared_distances.push_back(static_cast<double>(all[at(p)].first));
        }
    }
    return result;
}

inline DenseMatrix weight_matrix(const Graph& graph) {
    DenseMatrix w(graph.samples, graph.samples);
    for (Index i = 0; i < graph.samples; ++i)
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p)
            w(i, graph.neighbors[at(p)]) = graph.weights[at(p)];
    return w;
}

}  // namespace tamis::testing
