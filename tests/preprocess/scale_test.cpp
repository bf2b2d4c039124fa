#include "tamis/preprocess/scale.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/random/engine.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::HasSubstr;

// Columns of very different size; column 3 is constant and column 4 mostly zero.
DenseMatrix example(Index rows) {
    Random random(7);
    DenseMatrix x(rows, 5);
    for (Index i = 0; i < rows; ++i) {
        x(i, 0) = random.normal();
        x(i, 1) = 1e9 + random.uniform();
        x(i, 2) = 1e-200 * random.normal();
        x(i, 3) = 0.1;
        x(i, 4) = i % 7 == 0 ? random.uniform() : 0.0;
    }
    return x;
}

Matrix scaled(const Matrix& x, Scaling kind) {
    Matrix copy = x;
    apply_scaler(fit_scaler(x, kind), copy);
    return copy;
}

TEST(Scale, StandardHasMeanZeroAndPopulationDeviationOne) {
    const DenseMatrix x = to_dense(scaled(example(500), Scaling::standard));
    for (const Index j : {0, 1, 2, 4}) {
        double sum = 0.0, squares = 0.0;
        for (Index i = 0; i < x.rows(); ++i) sum += x(i, j);
        for (Index i = 0; i < x.rows(); ++i) squares += x(i, j) * x(i, j);
        EXPECT_NEAR(sum / 500.0, 0.0, j == 1 ? 1e-6 : 1e-12) << j;
        EXPECT_NEAR(squares / 500.0, 1.0, j == 1 ? 1e-6 : 1e-12) << j;
    }
    for (Index i = 0; i < x.rows(); ++i) EXPECT_EQ(x(i, 3), 0.0);  // only centered, and exactly
}

TEST(Scale, MinmaxFillsZeroToOne) {
    const DenseMatrix x = to_dense(scaled(example(200), Scaling::minmax));
    for (const Index j : {0, 1, 2, 4}) {
        double low = 2.0, high = -1.0;
        for (Index i = 0; i < x.rows(); ++i) {
            low = std::min(low, x(i, j));
            high = std::max(high, x(i, j));
        }
        EXPECT_EQ(low, 0.0);
        EXPECT_NEAR(high, 1.0, 1e-15);
    }
    for (Index i = 0; i < x.rows(); ++i) EXPECT_EQ(x(i, 3), 0.0);
}

TEST(Scale, UnitRowsHaveLengthOneAndZeroRowsStay) {
    DenseMatrix x(3, 2);
    x(0, 0) = 3.0;
    x(0, 1) = 4.0;
    x(2, 0) = 3e-200;  // squares underflow
    x(2, 1) = 4e-200;
    const DenseMatrix unit = to_dense(scaled(x, Scaling::unit));
    EXPECT_DOUBLE_EQ(unit(0, 0), 0.6);
    EXPECT_DOUBLE_EQ(unit(0, 1), 0.8);
    EXPECT_EQ(unit(1, 0), 0.0);
    EXPECT_DOUBLE_EQ(unit(2, 0), 0.6);
}

TEST(Scale, FittedOnOneSetAppliedToAnother) {
    DenseMatrix train(2, 1), test(1, 1);
    train(0, 0) = 1.0;
    train(1, 0) = 3.0;
    test(0, 0) = 7.0;
    Matrix other = test;
    apply_scaler(fit_scaler(train, Scaling::standard), other);
    EXPECT_DOUBLE_EQ(other.dense()(0, 0), 5.0);
    other = test;
    apply_scaler(fit_scaler(train, Scaling::minmax), other);
    EXPECT_DOUBLE_EQ(other.dense()(0, 0), 3.0);
}

TEST(Scale, SparseEqualsDense) {
    const DenseMatrix x = example(300);
    for (const Scaling kind : {Scaling::none, Scaling::standard, Scaling::minmax, Scaling::unit}) {
        const DenseMatrix dense = to_dense(scaled(x, kind));
        const DenseMatrix sparse = to_dense(scaled(to_sparse(x), kind));
        for (Index i = 0; i < x.rows(); ++i)
            for (Index j = 0; j < x.cols(); ++j)
                EXPECT_NEAR(dense(i, j), sparse(i, j), 1e-9) << to_text(kind) << " " << i << "," << j;
    }
}

TEST(Scale, SparseStaysSparseWhereNothingIsSubtracted) {
    DenseMatrix x(3, 2);
    x(0, 0) = 4.0;
    x(2, 1) = 2.0;
    EXPECT_TRUE(scaled(to_sparse(x), Scaling::minmax).is_sparse());
    EXPECT_TRUE(scaled(to_sparse(x), Scaling::unit).is_sparse());
    std::string warning;
    Context context;
    context.warn = [&](const std::string& text) { warning = text; };
    Matrix sparse = to_sparse(x);
    apply_scaler(fit_scaler(sparse, Scaling::standard), sparse, context);
    EXPECT_FALSE(sparse.is_sparse());
    EXPECT_THAT(warning, HasSubstr("1 MB"));
}

TEST(Scale, SameBitsForAnyNumberOfThreads) {
    Random random(3);
    DenseMatrix x(97, 301);
    for (Index i = 0; i < x.rows(); ++i)
        for (Index j = 0; j < x.cols(); ++j) x(i, j) = random.normal();
    Context one, five;
    one.threads = 1;
    five.threads = 5;
    EXPECT_EQ(fit_scaler(x, Scaling::standard, one).scale, fit_scaler(x, Scaling::standard, five).scale);
    EXPECT_EQ(fit_scaler(x, Scaling::standard, one).shift, fit_scaler(x, Scaling::standard, five).shift);
}

// A spread whose reciprocal overflows must not produce infinities.
TEST(Scale, NeverNotANumber) {
    DenseMatrix x(3, 2);
    x(0, 0) = 5e-324;
    x(0, 1) = 1e150;
    x(1, 1) = -1e150;
    for (const Scaling kind : {Scaling::standard, Scaling::minmax, Scaling::unit}) {
        const DenseMatrix y = to_dense(scaled(x, kind));
        for (Index i = 0; i < 3; ++i)
            for (Index j = 0; j < 2; ++j) EXPECT_TRUE(std::isfinite(y(i, j))) << to_text(kind);
    }
}

TEST(Scale, WrongWidthAndUnknownNames) {
    Matrix narrow = DenseMatrix(2, 3);
    EXPECT_THROW(apply_scaler(fit_scaler(DenseMatrix(2, 4), Scaling::standard), narrow), Error);
    EXPECT_EQ(parse_scaling("minmax"), Scaling::minmax);
    try {
        parse_scaling("standart");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), HasSubstr("did you mean 'standard'?"));
    }
}

}  // namespace
}  // namespace tamis
