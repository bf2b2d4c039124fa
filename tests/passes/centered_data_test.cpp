#include "tamis/passes/centered/centered_data.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

#include "tests/support/random_data.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using namespace testing;

struct Groups {
    DenseMatrix x, means;
    std::vector<int> group_of;
    Dense centered;  // by definition, without a unit

    CenteredData::Centers centers(double unit = 1.0) const {
        return {.means = means, .group_of = group_of, .unit = unit};
    }
};

Groups groups_of(Index samples, Index features, Index groups = 3) {
    Groups made{random_counts(samples, features, 0.4, 5), random_matrix(groups, features, 6), {}, {}};
    made.centered = as_eigen(made.x);
    for (Index i = 0; i < samples; ++i) {
        made.group_of.push_back(static_cast<int>(i % groups));
        made.centered.row(i) -= as_eigen(made.means).row(i % groups);
    }
    return made;
}

void expect_same_bits(const DenseMatrix& a, const DenseMatrix& b) {
    ASSERT_EQ(a.rows(), b.rows());
    ASSERT_EQ(a.cols(), b.cols());
    EXPECT_TRUE(std::equal(a.data(), a.data() + a.rows() * a.cols(), b.data())) << "the same bits";
}

Context threads(int count) {
    Context context;
    context.threads = count;
    return context;
}

TEST(CenteredData, ProductsByBlocksOfDenseSparseAndHeldData) {
    for (const auto& [samples, features] : {std::pair<Index, Index>{70, 30}, {20, 5000}}) {
        const Groups data = groups_of(samples, features);
        const SparseMatrix sparse = to_sparse(data.x);
        const DenseMatrix w = random_matrix(features, 3, 7), v = random_matrix(samples, 3, 8);
        std::vector<double> weights;
        for (Index j = 0; j < features; ++j) weights.push_back(0.5 + static_cast<double>(j % 7));
        const CenteredData plain(data.x, data.centers()), thin(sparse, data.centers());
        CenteredData held(data.x, data.centers());
        held.hold_if_small();
        const Eigen::Map<const Eigen::VectorXd> diagonal(weights.data(), features);
        const Dense gram = data.centered * diagonal.asDiagonal() * data.centered.transpose();
        for (const CenteredData* z : std::initializer_list<const CenteredData*>{&plain, &thin, &held}) {
            EXPECT_LT(largest_difference(as_eigen(z->times(w, {})), data.centered * as_eigen(w)), 1e-10);
            EXPECT_LT(largest_difference(as_eigen(z->transposed_times(v, {})),
                                         data.centered.transpose() * as_eigen(v)),
                      1e-10);
            EXPECT_LT(largest_difference(as_eigen(z->sample_gram(weights, {})), gram), 1e-9);
        }
        expect_same_bits(plain.sample_gram(weights, {}), thin.sample_gram(weights, threads(7)));
    }
}

TEST(CenteredData, FeatureGramOfSomeSamples) {
    const Groups data = groups_of(700, 20);
    const CenteredData z(data.x, data.centers());
    std::vector<Index> some;
    std::vector<double> weights;
    Dense expected = Dense::Zero(20, 20), weighted = Dense::Zero(20, 20);
    for (Index i = 0; i < 700; ++i) {
        weights.push_back(static_cast<double>(i % 5));
        if (i % 4 == 0) continue;
        some.push_back(i);
        expected += data.centered.row(i).transpose() * data.centered.row(i);
        weighted += weights.back() * data.centered.row(i).transpose() * data.centered.row(i);
    }
    EXPECT_LT(largest_difference(as_eigen(z.feature_gram(some, {}, {})), expected), 1e-9);
    EXPECT_LT(largest_difference(as_eigen(z.feature_gram(some, weights, {})), weighted), 1e-9);
}

TEST(CenteredData, ProductsByCorrection) {
    const Groups data = groups_of(50, 21);
    const SparseMatrix sparse = to_sparse(data.x);
    const DenseMatrix block = random_matrix(50, 4, 9), rows = random_matrix(4, 21, 10);
    for (const double unit : {1.0, 0.25})
        for (const MatrixView& x : {MatrixView(data.x), MatrixView(sparse)}) {
            const CenteredData z(x, data.centers(unit));
            DenseMatrix left(4, 21), right(50, 4);
            z.left(block.data(), 4, left.data(), {});
            z.right(rows.data(), 4, right.data(), {});
            EXPECT_LT(largest_difference(as_eigen(left), unit * as_eigen(block).transpose() * data.centered),
                      1e-11);
            EXPECT_LT(largest_difference(as_eigen(right), unit * data.centered * as_eigen(rows).transpose()),
                      1e-11);
        }
}

TEST(CenteredData, WithoutMeansItIsTheData) {
    const Groups data = groups_of(30, 9);
    const CenteredData z(data.x, std::vector<double>());
    std::vector<Index> all(30);
    std::iota(all.begin(), all.end(), Index{0});
    DenseMatrix cells(30, 9);
    z.rows(all, cells.data());
    expect_same_bits(cells, data.x);
    const DenseMatrix rows = random_matrix(2, 9, 11);
    DenseMatrix right(30, 2);
    z.right(rows.data(), 2, right.data(), {});
    EXPECT_LT(largest_difference(as_eigen(right), as_eigen(data.x) * as_eigen(rows).transpose()), 1e-12);
}

// All products with the features, put together from the strips.
DenseMatrix multiplied(const CenteredData& z, const DenseMatrix& left, const Context& context = {}) {
    DenseMatrix result(left.rows(), z.features());
    z.multiply(
        left,
        [&](Index first, Index width, const double* block) {
            for (Index r = 0; r < left.rows(); ++r)
                std::copy_n(block + r * width, width, result.row(r) + first);
        },
        context);
    return result;
}

TEST(CenteredData, ProductsByColumns) {
    const Groups data = groups_of(300, 150, 1);
    const Dense z_by_definition = 0.5 * data.centered;
    const SparseMatrix sparse = to_sparse(data.x);
    const std::vector<Index> columns = {140, 3, 77};
    const std::vector<double> weights = {2.0, 0.5, 1.0};
    const DenseMatrix left = random_matrix(6, 300, 12), coefficients = random_matrix(3, 2, 13);
    Dense picked(300, 3);
    for (Index c = 0; c < 3; ++c) picked.col(c) = z_by_definition.col(columns[at(c)]);
    const Eigen::Map<const Eigen::VectorXd> diagonal(weights.data(), 3);
    for (const MatrixView& x : {MatrixView(data.x), MatrixView(sparse)}) {
        CenteredData z(x, data.centers(0.5));
        z.hold_by_columns({});
        EXPECT_LT(largest_difference(as_eigen(multiplied(z, left)), as_eigen(left) * z_by_definition), 1e-10);
        expect_same_bits(multiplied(z, left), multiplied(z, left, threads(3)));
        EXPECT_LT(largest_difference(as_eigen(z.gather(columns)), picked.transpose()), 1e-14);
        EXPECT_LT(largest_difference(as_eigen(z.combine(columns, coefficients, {})),
                                     as_eigen(coefficients).transpose() * picked.transpose()),
                  1e-12);
        EXPECT_LT(largest_difference(as_eigen(z.multiply_columns(columns, left, {})),
                                     picked.transpose() * as_eigen(left).transpose()),
                  1e-11);
        EXPECT_LT(largest_difference(as_eigen(z.weighted_gram(columns, weights)),
                                     picked * diagonal.asDiagonal() * picked.transpose()),
                  1e-12);
    }
}

TEST(CenteredData, ProductsByColumnsNeedOneGroupAndSparseColumns) {
    const Groups data = groups_of(20, 6);
    const std::vector<Index> columns = {1};
    EXPECT_THROW(CenteredData(data.x, data.centers()).gather(columns), std::logic_error);
    const SparseMatrix sparse = to_sparse(data.x);
    const std::vector<double> means(6, 1.0);
    EXPECT_THROW(CenteredData(sparse, means).gather(columns), std::logic_error);
    EXPECT_NO_THROW(CenteredData(data.x, means).gather(columns));
}

}  // namespace
}  // namespace tamis
