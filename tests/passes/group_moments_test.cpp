#include "tamis/passes/moments/group_moments.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tamis/core/error.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

// Means and scatter by their definition, in extended precision.
struct Reference {
    long double mean = 0, scatter = 0;
};

Reference reference(const DenseMatrix& x, const Grouping& grouping, int group, Index j) {
    Reference result;
    long double weight = 0;
    const auto each = [&](auto use) {
        for (Index i = 0; i < x.rows(); ++i)
            if (grouping.group_of[at(i)] == group)
                use(x(i, j), grouping.weights.empty() ? 1.0 : grouping.weights[at(i)]);
    };
    each([&](double value, double w) {
        weight += w;
        result.mean += static_cast<long double>(w) * value;
    });
    result.mean /= weight;
    each([&](double value, double w) {
        result.scatter += static_cast<long double>(w) * (value - result.mean) * (value - result.mean);
    });
    return result;
}

void expect_equal_to_definition(const DenseMatrix& x, const Grouping& grouping, double tolerance) {
    const SparseMatrix sparse = to_sparse(x);
    for (const MatrixView& view : {MatrixView(x), MatrixView(sparse)}) {
        const GroupMoments moments = group_moments(view, grouping);
        for (int g = 0; g < grouping.groups; ++g)
            for (Index j = 0; j < x.cols(); ++j) {
                const Reference wanted = reference(x, grouping, g, j);
                const auto scatter = static_cast<double>(wanted.scatter);
                EXPECT_NEAR(moments.mean(g, j), static_cast<double>(wanted.mean),
                            1e-13 * (1 + std::abs(static_cast<double>(wanted.mean))));
                EXPECT_NEAR(moments.scatter(g, j), scatter, tolerance * scatter)
                    << "sparse " << view.is_sparse();
            }
    }
}

TEST(GroupMoments, EqualTheDefinition) {
    const DenseMatrix x = testing::random_matrix(3000, 7, 1);
    const Labels labels = testing::random_labels(3000, 3, 1);
    expect_equal_to_definition(x, {labels.of, 3}, 1e-12);
}

TEST(GroupMoments, WideData) {
    const DenseMatrix x = testing::random_matrix(5, 1300, 2);
    const std::vector<int> group_of{0, 1, -1, 1, 0};
    expect_equal_to_definition(x, {group_of, 2}, 1e-12);
}

TEST(GroupMoments, WeightedSparseCounts) {
    const DenseMatrix x = testing::random_counts(400, 20, 0.1, 3);
    const std::vector<int> group_of(400, 0);
    std::vector<double> weights;
    for (Index i = 0; i < 400; ++i) weights.push_back(0.1 + 0.01 * static_cast<double>(i % 7));
    expect_equal_to_definition(x, {group_of, 1, weights}, 1e-11);
}

TEST(GroupMoments, LargeMeansDoNotCancel) {
    DenseMatrix x = testing::random_matrix(2000, 3, 4);
    for (Index i = 0; i < x.rows(); ++i) x(i, 1) = 1e9 + std::round(1024 * x(i, 1)) / 1024;
    const std::vector<int> group_of(2000, 0);
    expect_equal_to_definition(x, {group_of, 1}, 1e-11);
}

TEST(GroupMoments, AFirstSampleFarOffCostsNoDigits) {
    DenseMatrix x = testing::random_matrix(100000, 2, 5);
    x(0, 1) = 1e5;
    const std::vector<int> group_of(100000, 0);
    expect_equal_to_definition(x, {group_of, 1}, 1e-12);
}

TEST(GroupMoments, ConstantIsExact) {
    DenseMatrix x(6, 5);
    const std::vector<int> group_of{0, 0, 1, 1, 1, -1};
    for (Index i = 0; i < 6; ++i) {
        x(i, 0) = 0.1;                              // constant
        x(i, 1) = i < 2 ? 0.1 : 0.3;                // constant within groups
        x(i, 2) = i == 3 ? 0.1 + 1e-16 * 16 : 0.1;  // one bit off
        x(i, 3) = i == 5 ? 4.0 : 0.0;               // differs only where the sample takes no part
        x(i, 4) = i == 4 ? 1e-200 : 0.0;            // a difference whose square underflows
    }
    const std::vector<double> weights{0.1, 0.2, 0.3, 0.7, 0.9, 0.0};
    const SparseMatrix sparse = to_sparse(x);
    for (const MatrixView& view : {MatrixView(x), MatrixView(sparse)})
        for (const std::span<const double> w :
             {std::span<const double>(), std::span<const double>(weights)}) {
            const GroupMoments moments = group_moments(view, {group_of, 2, w});
            EXPECT_EQ(moments.constant, (std::vector<char>{1, 0, 0, 1, 0}));
            EXPECT_EQ(moments.scatter(0, 1), 0.0);
            EXPECT_EQ(moments.scatter(1, 1), 0.0);
        }
}

TEST(GroupMoments, SameBitsForAnyNumberOfThreads) {
    const DenseMatrix x = testing::random_matrix(9000, 700, 6);
    const SparseMatrix sparse = to_sparse(testing::random_counts(5000, 30, 0.5, 6));
    const Labels labels = testing::random_labels(9000, 4, 6);
    const auto bits = [&](int threads) {
        Context context;
        context.threads = threads;
        std::vector<double> all = class_scatter(x, labels, context).within;
        const std::span<const int> part(labels.of.data(), 5000);
        const Scatter second = group_scatter(group_moments(sparse, {part, 4}, context));
        all.insert(all.end(), second.between.begin(), second.between.end());
        return all;
    };
    const std::vector<double> alone = bits(1);
    EXPECT_EQ(bits(2), alone);
    EXPECT_EQ(bits(7), alone);
}

TEST(GroupMoments, NamesTheCellThatIsNotFinite) {
    DenseMatrix x = testing::random_matrix(10, 3, 7);
    const std::vector<int> group_of(10, 0);
    for (const double bad : {std::nan(""), HUGE_VAL, 1e200}) {
        x(4, 2) = bad;
        try {
            group_moments(x, {group_of, 1});
            FAIL();
        } catch (const Error& error) {
            EXPECT_TRUE(std::string(error.what()).starts_with("row 4, column 2 (counted from 0) is "))
                << error.what();
        }
    }
}

}  // namespace
}  // namespace tamis
