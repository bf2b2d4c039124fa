// Neighbors of a few probes are those that the search for all samples finds.
#include <gtest/gtest.h>

#include "tamis/graph/class_neighbors.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

TEST(ClassNeighbors, OfFewProbesAreThoseOfTheWholeSearch) {
    const Index samples = 1100;  // three blocks of samples
    const Labels labels = testing::random_labels(samples, 3, 1);
    const DenseMatrix x = testing::random_counts(samples, 12, 0.5, 1);  // whole numbers: many ties
    const SparseMatrix sparse = to_sparse(x);
    const std::vector<Index> probes = {0, 511, 512, 700, 1099};
    for (const ClassMetric metric : {ClassMetric::euclidean, ClassMetric::manhattan})
        for (const MatrixView& view : {MatrixView(x), MatrixView(sparse)}) {
            const ClassNeighbors all = find_class_neighbors(view, labels, 4, metric);
            const ClassNeighbors few = find_class_neighbors(view, labels, 4, metric, {}, {}, probes);
            for (const Index i : probes)
                for (Index c = 0; c < 3; ++c) {
                    const auto wanted = all.of(i, c), got = few.of(i, c);
                    ASSERT_EQ(std::vector<Small>(got.begin(), got.end()),
                              std::vector<Small>(wanted.begin(), wanted.end()));
                }
        }
}

}  // namespace
}  // namespace tamis
