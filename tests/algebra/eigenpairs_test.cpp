// Eigenpairs by residual, orthogonality and known spectra.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>

#include "tamis/algebra/smallest_eigenpairs.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/error.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::random_matrix;

double dot(const double* a, const double* b, Index count) {
    double sum = 0;
    for (Index i = 0; i < count; ++i) sum += a[i] * b[i];
    return sum;
}

TEST(DenseEigen, SolvesARandomSymmetricMatrix) {
    const Index n = 40;
    DenseMatrix a = random_matrix(n, n, 1);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < i; ++j) a(j, i) = a(i, j);
    const DenseEigen got = dense_eigen(a);
    for (Index p = 0; p < n; ++p) {
        const double value = got.values[at(p)];
        if (p > 0) {
            EXPECT_LE(got.values[at(p) - 1], value);
        }
        for (Index i = 0; i < n; ++i)
            EXPECT_NEAR(dot(a.row(i), got.vectors.row(p), n), value * got.vectors(p, i), 1e-12);
        for (Index q = 0; q <= p; ++q)
            EXPECT_NEAR(dot(got.vectors.row(p), got.vectors.row(q), n), p == q ? 1.0 : 0.0, 1e-13);
    }
    EXPECT_THROW(dense_eigen(DenseMatrix(2, 3)), Error);
    EXPECT_TRUE(dense_eigen(DenseMatrix()).values.empty());
}

// Larger than what LAPACK does in one call.
class LargeDenseEigen : public ::testing::Test {
  protected:
    static constexpr Index n = 800;
    LargeDenseEigen() : a_(random_matrix(n, n, 7)) {
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < i; ++j) a_(j, i) = a_(i, j);
    }
    DenseMatrix a_;
};

TEST_F(LargeDenseEigen, EqualsTheOneCall) {
    DenseMatrix lower = a_;  // only this triangle may be read
    for (Index i = 0; i < n; ++i)
        for (Index j = i + 1; j < n; ++j) lower(i, j) = 1e300;
    const DenseEigen expected = dense_eigen(a_), got = dense_eigen(lower, Context{});
    for (Index p = 0; p < n; ++p) {
        const auto place = at(p);
        EXPECT_NEAR(got.values[place], expected.values[place], 1e-11);
        EXPECT_NEAR(std::abs(dot(got.vectors.row(p), expected.vectors.row(p), n)), 1.0, 1e-9);
        for (const Index q : {p, (p + 1) % n, (p * 7 + 3) % n})
            EXPECT_NEAR(dot(got.vectors.row(p), got.vectors.row(q), n), p == q ? 1.0 : 0.0, 1e-12);
    }
}

TEST_F(LargeDenseEigen, GivesTheSameBitsOnAnyNumberOfThreads) {
    Context context;
    context.threads = 1;
    const DenseEigen first = dense_eigen(a_, context);
    for (const int threads : {2, 7}) {
        context.threads = threads;
        const DenseEigen again = dense_eigen(a_, context);
        EXPECT_EQ(again.values, first.values);
        EXPECT_TRUE(std::equal(first.vectors.data(), first.vectors.data() + n * n, again.vectors.data()));
    }
}

TEST_F(LargeDenseEigen, CanBeStopped) {
    const std::atomic<bool> cancel{true};
    Context context;
    context.cancel = &cancel;
    EXPECT_THROW(dense_eigen(a_, context), Cancelled);
}

// Several rings of the same length: every eigenvalue 2 - 2cos(2πj/m) comes once or twice per ring.
class Rings {
  public:
    Rings(Index rings, Index length) : rings_(rings), length_(length) {}
    Index size() const { return rings_ * length_; }
    void apply(const double* in, double* out) const {
        for (Index i = 0; i < size(); ++i) {
            const Index start = i / length_ * length_, place = i - start;
            out[i] =
                2 * in[i] - in[start + (place + 1) % length_] - in[start + (place + length_ - 1) % length_];
        }
    }
    std::vector<double> spectrum() const {
        std::vector<double> values;
        for (Index r = 0; r < rings_; ++r)
            for (Index j = 0; j < length_; ++j)
                values.push_back(2 - 2 * std::cos(2 * std::numbers::pi * static_cast<double>(j) /
                                                  static_cast<double>(length_)));
        std::sort(values.begin(), values.end());
        return values;
    }

  private:
    Index rings_, length_;
};

class SmallestEigenpairs : public ::testing::TestWithParam<std::pair<Index, Index>> {};

TEST_P(SmallestEigenpairs, FindEveryCopyOfAMultipleEigenvalue) {
    const Rings rings(GetParam().first, GetParam().second);
    const auto apply = [&](const double* in, double* out) { rings.apply(in, out); };
    const auto nothing = [](double*) {};
    const Index n = rings.size(), count = 9;
    const SparseEigen got = smallest_eigenpairs({n, 0, 4.0, apply, nothing}, count);
    EXPECT_EQ(got.stop, Stop::converged);
    ASSERT_EQ(static_cast<Index>(got.values.size()), count);
    const std::vector<double> wanted = rings.spectrum();
    std::vector<double> image(at(n));
    for (Index p = 0; p < count; ++p) {
        const double value = got.values[at(p)];
        EXPECT_NEAR(value, wanted[at(p)], 1e-9) << p;
        rings.apply(got.vectors.row(p), image.data());
        for (Index i = 0; i < n; ++i) EXPECT_NEAR(image[at(i)], value * got.vectors(p, i), 1e-8);
        for (Index q = 0; q <= p; ++q)
            EXPECT_NEAR(dot(got.vectors.row(p), got.vectors.row(q), n), p == q ? 1.0 : 0.0, 1e-8);
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, SmallestEigenpairs,
                         ::testing::Values(std::pair<Index, Index>{3, 20}, std::pair<Index, Index>{4, 100},
                                           std::pair<Index, Index>{1, 500}));

TEST(SmallestEigenpairsOf, KnownSpaceIsLeftOut) {
    const Rings rings(1, 300);
    const auto apply = [&](const double* in, double* out) { rings.apply(in, out); };
    const auto center = [](double* vector) {
        double mean = 0;
        for (Index i = 0; i < 300; ++i) mean += vector[i] / 300;
        for (Index i = 0; i < 300; ++i) vector[i] -= mean;
    };
    const SparseEigen got = smallest_eigenpairs({300, 1, 4.0, apply, center}, 2);
    const std::vector<double> wanted = rings.spectrum();
    EXPECT_NEAR(got.values[0], wanted[1], 1e-10);
    EXPECT_NEAR(got.values[1], wanted[2], 1e-10);
}

TEST(SmallestEigenpairsOf, StopsWhenCancelled) {
    const Rings rings(1, 400);
    const auto apply = [&](const double* in, double* out) { rings.apply(in, out); };
    const auto nothing = [](double*) {};
    const std::atomic<bool> cancel{true};
    Context context;
    context.cancel = &cancel;
    EXPECT_THROW(smallest_eigenpairs({400, 0, 4.0, apply, nothing}, 3, context), Cancelled);
}

}  // namespace
}  // namespace tamis
