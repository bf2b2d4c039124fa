#include "tamis/passes/nearest.hpp"

#include <gtest/gtest.h>

#include "tamis/core/error.hpp"
#include "tamis/passes/sums.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

std::vector<Index> one_by_one(const DenseMatrix& known, const DenseMatrix& asked) {
    std::vector<Index> result;
    for (Index i = 0; i < asked.rows(); ++i) {
        Index best = 0;
        for (Index j = 1; j < known.rows(); ++j)
            if (squared_distance(asked.row(i), known.row(j), known.cols()) <
                squared_distance(asked.row(i), known.row(best), known.cols()))
                best = j;
        result.push_back(best);
    }
    return result;
}

TEST(NearestSamples, EqualsTheDirectSearch) {
    for (const Index columns : {1, 3, 40}) {
        const DenseMatrix known = testing::random_matrix(600, columns, 1);
        const DenseMatrix asked = testing::random_matrix(300, columns, 2);
        const std::vector<Index> wanted = one_by_one(known, asked);
        for (const int threads : {1, 2, 5}) {
            Context context;
            context.threads = threads;
            EXPECT_EQ(nearest_samples(known, asked, context), wanted);
        }
    }
}

TEST(NearestSamples, TakesTheLowerIndexOnTies) {
    const DenseMatrix known = testing::random_counts(700, 4, 0.5, 3);  // many equal rows
    const DenseMatrix asked = testing::random_counts(200, 4, 0.5, 4);
    EXPECT_EQ(nearest_samples(known, asked), one_by_one(known, asked));
    EXPECT_EQ(nearest_samples(to_sparse(known), to_sparse(asked)), one_by_one(known, asked));
}

// Several blocks of known samples, each turned into columns; 5000 columns make the blocks larger.
TEST(NearestSamples, OfSparseDataAreThoseOfDenseData) {
    for (const auto& [columns, density] : {std::pair<Index, double>{300, 0.1}, {5000, 0.002}}) {
        const DenseMatrix known = testing::random_counts(1300, columns, density, 11);
        const DenseMatrix asked = testing::random_counts(130, columns, density, 12);
        const std::vector<Index> wanted = one_by_one(known, asked);
        for (const int threads : {1, 2, 5}) {
            Context context;
            context.threads = threads;
            EXPECT_EQ(nearest_samples(to_sparse(known), to_sparse(asked), context), wanted) << columns;
        }
    }
}

// Empty rows are all at the same place: the first of them is the nearest.
TEST(NearestSamples, OfEmptyRows) {
    const SparseMatrix empty = to_sparse(DenseMatrix(600, 4));
    EXPECT_EQ(nearest_samples(empty, empty), std::vector<Index>(600, 0));
    DenseMatrix late(600, 4);
    for (Index i = 0; i < 600; ++i) late(i, 0) = i == 300 || i == 400 ? 2.0 : 1e-200;
    DenseMatrix asked(1, 4);
    asked(0, 0) = 2.0;
    EXPECT_EQ(nearest_samples(to_sparse(late), to_sparse(asked)), std::vector<Index>{300});
}

// The Gram form loses all digits here; the exact distances do not.
TEST(NearestSamples, SurvivesALargeMean) {
    DenseMatrix known = testing::random_matrix(300, 5, 5), asked = testing::random_matrix(100, 5, 6);
    for (Index e = 0; e < 300 * 5; ++e) known.data()[e] += 1e9;
    for (Index e = 0; e < 100 * 5; ++e) asked.data()[e] += 1e9;
    EXPECT_EQ(nearest_samples(known, asked), one_by_one(known, asked));
    DenseMatrix tiny_known = testing::random_matrix(50, 3, 7), tiny_asked = testing::random_matrix(50, 3, 8);
    for (Index e = 0; e < 150; ++e) tiny_known.data()[e] *= 1e-162, tiny_asked.data()[e] *= 1e-162;
    EXPECT_EQ(nearest_samples(tiny_known, tiny_asked), one_by_one(tiny_known, tiny_asked));
}

TEST(NearestByPrefix, EqualsTheSearchOnTheFirstColumns) {
    const std::vector<Index> counts{1, 2, 3, 17, 17, 40};
    for (const bool ties : {false, true}) {
        const DenseMatrix known =
            ties ? testing::random_counts(500, 40, 0.4, 1) : testing::random_matrix(500, 40, 1);
        const DenseMatrix asked =
            ties ? testing::random_counts(150, 40, 0.4, 2) : testing::random_matrix(150, 40, 2);
        const auto found = nearest_by_prefix(known, asked, counts);
        ASSERT_EQ(found.size(), counts.size());
        EXPECT_EQ(nearest_by_prefix(to_sparse(known), to_sparse(asked), counts), found);
        for (std::size_t c = 0; c < counts.size(); ++c) {
            std::vector<Index> first(at(counts[c]));
            for (std::size_t j = 0; j < first.size(); ++j) first[j] = static_cast<Index>(j);
            EXPECT_EQ(found[c],
                      one_by_one(to_dense(take_columns(known, first)), to_dense(take_columns(asked, first))))
                << counts[c] << " columns";
        }
    }
}

TEST(NearestByPrefix, LeavesASampleOutOfItsOwnSearch) {
    for (const Index rows : {2, 257, 600}) {  // 257: the last sample is alone in its tile
        const DenseMatrix x = testing::random_counts(rows, 6, 0.5, 3);  // many equal rows
        const std::vector<Index> counts{2, 6};
        const auto found = nearest_others_by_prefix(x, counts);
        EXPECT_EQ(nearest_others_by_prefix(to_sparse(x), counts), found);
        for (std::size_t c = 0; c < counts.size(); ++c)
            for (Index i = 0; i < rows; ++i) {
                Index best = i == 0 ? 1 : 0;
                for (Index j = best + 1; j < rows; ++j)
                    if (j != i && squared_distance(x.row(i), x.row(j), counts[c]) <
                                      squared_distance(x.row(i), x.row(best), counts[c]))
                        best = j;
                ASSERT_EQ(found[c][at(i)], best) << rows << " rows, sample " << i;
            }
    }
    EXPECT_THROW(nearest_others_by_prefix(DenseMatrix(1, 2), std::vector<Index>{1}), Error);
    EXPECT_THROW(nearest_others_by_prefix(DenseMatrix(3, 2), std::vector<Index>{3}), Error);
    EXPECT_THROW(nearest_others_by_prefix(DenseMatrix(3, 2), std::vector<Index>{2, 1}), Error);
}

TEST(NearestSamples, RefusesWhatDoesNotFit) {
    const DenseMatrix known = testing::random_matrix(5, 3, 9);
    EXPECT_THROW(nearest_samples(known, testing::random_matrix(5, 4, 9)), Error);
    EXPECT_THROW(nearest_samples(known, to_sparse(known)), Error);
    EXPECT_THROW(nearest_samples(DenseMatrix(0, 3), known), Error);
    EXPECT_TRUE(nearest_samples(known, DenseMatrix(0, 3)).empty());
}

// With so many columns products are in single precision first; where that cannot tell, double has to.
TEST(NearestSamples, OfWideDataAreExactWhateverTheNumbers) {
    const auto changed = [](DenseMatrix x, double shift, double scale) {
        for (Index e = 0; e < x.rows() * x.cols(); ++e) x.data()[e] = shift + scale * x.data()[e];
        return x;
    };
    for (const auto& [shift, scale] :
         {std::pair<double, double>{0.0, 1.0}, {1e6, 1.0}, {0.0, 1e-150}, {0.0, 1e140}}) {
        const DenseMatrix known = changed(testing::random_matrix(600, 90, 21), shift, scale);
        DenseMatrix asked = changed(testing::random_matrix(200, 90, 22), shift, scale);
        for (Index i = 0; i < 200; i += 3)  // nearly the same as a known one
            for (Index j = 0; j < 90; ++j)
                asked(i, j) = known(3 * i % 600, j) * (1.0 + 1e-12 * static_cast<double>(j));
        const std::vector<Index> wanted = one_by_one(known, asked);
        for (const int threads : {1, 2, 7})
            EXPECT_EQ(nearest_samples(known, asked, {.threads = threads}), wanted);
        const std::vector<Index> counts = {0, 1, 7, 64, 90};
        const auto by_prefix = nearest_by_prefix(known, asked, counts);
        EXPECT_EQ(by_prefix.back(), wanted);
        for (std::size_t c = 1; c < counts.size(); ++c) {
            std::vector<Index> columns;
            for (Index j = 0; j < counts[c]; ++j) columns.push_back(j);
            EXPECT_EQ(by_prefix[c],
                      one_by_one(take_columns(known, columns).dense(), take_columns(asked, columns).dense()));
        }
    }
    const DenseMatrix equal(400, 80);
    EXPECT_EQ(nearest_samples(equal, equal), std::vector<Index>(400, 0));
}

}  // namespace
}  // namespace tamis
