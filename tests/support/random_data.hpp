// Small data sets for tests, the same on every machine.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/random/engine.hpp"

namespace tamis::testing {

using namespace detail;

inline DenseMatrix random_matrix(Index rows, Index cols, std::uint64_t seed) {
    Random random(seed);
    DenseMatrix x(rows, cols);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < cols; ++j) x(i, j) = random.normal();
    return x;
}

// Most cells are zero; the others are small whole numbers, as in word counts.
inline DenseMatrix random_counts(Index rows, Index cols, double density, std::uint64_t seed) {
    Random random(seed);
    DenseMatrix x(rows, cols);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < cols; ++j)
            if (random.uniform() < density) x(i, j) = static_cast<double>(1 + random.below(5));
    return x;
}

// Classes 0 … classes-1, every one of them used, in mixed order and of unequal size.
inline Labels random_labels(Index samples, int classes, std::uint64_t seed) {
    Random random(seed);
    std::vector<int> values;
    for (Index i = 0; i < samples; ++i) {
        const Index draw = random.below(classes * (classes + 1) / 2);
        int label = 0;
        for (Index passed = label + 1; passed <= draw; passed += label + 1) ++label;
        values.push_back(i < classes ? static_cast<int>(i) : label);
    }
    random.shuffle(values);
    return make_labels(values);
}

}  // namespace tamis::testing
