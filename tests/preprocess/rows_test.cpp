// What is learned from the data before a method runs is the same on any kind of rows.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/preprocess/scale.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/vanishing_rows.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::VanishingRows;

std::vector<Matrix> dense_and_sparse(const DenseMatrix& x) { return {Matrix(x), Matrix(to_sparse(x))}; }

TEST(PreprocessOnRows, ScalersHaveTheSameBits) {
    DenseMatrix x = testing::random_counts(1300, 150, 0.4, 1);
    for (Index i = 0; i < x.rows(); ++i) x(i, 1) = 0.1;
    for (const Matrix& kind : dense_and_sparse(x))
        for (const Scaling scaling : {Scaling::standard, Scaling::minmax}) {
            const Scaler wanted = fit_scaler(kind, scaling, {.threads = 1});
            for (const Index size : {1, 7, 1300})
                for (const int threads : {1, 2, 7}) {
                    const Scaler found =
                        fit_scaler(VanishingRows(kind, {size, 3}), scaling, {.threads = threads});
                    EXPECT_EQ(found.scale, wanted.scale);
                    EXPECT_EQ(found.shift, wanted.shift);
                }
        }
}

TEST(PreprocessOnRows, MeansOfMissingCellsHaveTheSameBits) {
    DenseMatrix x = testing::random_counts(700, 90, 0.4, 2);
    for (Index i = 0; i < x.rows(); i += 3) x(i, i % x.cols()) = std::numeric_limits<double>::quiet_NaN();
    for (const Matrix& kind : dense_and_sparse(x))
        for (const Index size : {1, 7, 700})
            EXPECT_EQ(present_means(VanishingRows(kind, {size})), present_means(kind));
}

TEST(PreprocessOnRows, RequireFiniteNamesTheSameCells) {
    DenseMatrix x = testing::random_matrix(700, 9, 3);
    x(5, 2) = x(600, 1) = std::numeric_limits<double>::quiet_NaN();
    const auto message = [](const Rows& rows) -> std::string {
        try {
            require_finite(rows, "data");
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message(VanishingRows(x, {1, 7, 3})), message(x));
    EXPECT_NE(message(x), "");
}

}  // namespace
}  // namespace tamis
