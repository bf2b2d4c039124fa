// Products of a matrix with a few vectors at a time, as hot loops need them: the vectors side by side, row by
// row, in whole fours, with their sums in registers.
#pragma once

#include <algorithm>
#include <vector>

#include "tamis/core/matrix.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

inline constexpr Index most_vectors = 16;  // at a time

struct VectorGroup {
    const double* vectors;  // rows × 4·fours, filled up with zeros
    int fours;
    Index first;  // of the caller's vectors
    Index count;

    Index width() const { return 4 * fours; }
};

// The group that begins with vector `first` of a row-major rows × count block. `padded` holds what had to be
// filled up and must outlive the group.
inline VectorGroup vector_group(const double* block, Index rows, Index count, Index first,
                                DenseMatrix& padded) {
    const Index vectors = std::min(most_vectors, count - first);
    VectorGroup group{block, static_cast<int>(chunk_count(vectors, 4)), first, vectors};
    if (count == group.width()) return group;
    padded = DenseMatrix(rows, group.width());
    for (Index i = 0; i < rows; ++i) std::copy_n(block + i * count + first, vectors, padded.row(i));
    group.vectors = padded.data();
    return group;
}

// Calls work(group) for all vectors of the block, in groups.
template <class Work>
void for_vector_groups(const double* block, Index rows, Index count, Work&& work) {
    for (Index first = 0; first < count; first += most_vectors) {
        DenseMatrix padded;
        work(vector_group(block, rows, count, first, padded));
    }
}

// out (a row of `features` numbers per vector) at the given columns = the sums, which lie column by column.
inline void write_sums(const VectorGroup& group, const std::vector<double>& sums, const Strip& columns,
                       Index features, double* out) {
    for (Index c = 0; c < group.count; ++c)
        for (Index j = columns.begin; j < columns.end; ++j)
            out[(group.first + c) * features + j] = sums[at((j - columns.begin) * group.width() + c)];
}

}  // namespace tamis::detail
