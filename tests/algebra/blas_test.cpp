#include "tamis/algebra/blas.hpp"

#include <gmock/gmock.h>

#include <thread>
#include <vector>

#include "tests/support/random_data.hpp"

extern "C" int openblas_get_num_threads(void);
extern "C" void openblas_set_num_threads(int);

namespace tamis {

using namespace detail;

namespace {

using testing::random_matrix;

TEST(Multiply, TakesEveryForm) {
    const DenseMatrix a = random_matrix(5, 7, 1), b = random_matrix(7, 4, 2);
    const DenseMatrix a_turned = transposed(a).dense(), b_turned = transposed(b).dense();
    for (const bool turn_a : {false, true})
        for (const bool turn_b : {false, true}) {
            DenseMatrix out = random_matrix(5, 6, 3);
            const DenseMatrix before = out;
            using blas::Form;
            const blas::Operand left =
                turn_a ? blas::Operand{a_turned.data(), 5, Form::transposed} : blas::Operand{a.data(), 7};
            const blas::Operand right =
                turn_b ? blas::Operand{b_turned.data(), 7, Form::transposed} : blas::Operand{b.data(), 4};
            blas::multiply(5, 4, 7, -2.0, left, right, 0.5, out.data(), 6);
            for (Index i = 0; i < 5; ++i)
                for (Index j = 0; j < 6; ++j) {
                    double expected = before(i, j);
                    if (j < 4) {
                        expected *= 0.5;
                        for (Index l = 0; l < 7; ++l) expected -= 2.0 * a(i, l) * b(l, j);
                    }
                    EXPECT_NEAR(out(i, j), expected, 1e-13);
                }
        }
}

TEST(SingleThreaded, GivesTheThreadsBackWithTheLastGuard) {
    openblas_set_num_threads(2);
    const int before = openblas_get_num_threads();
    {
        const blas::SingleThreaded outer;
        EXPECT_EQ(openblas_get_num_threads(), 1);
        std::vector<std::jthread> users;
        for (int t = 0; t < 4; ++t)
            users.emplace_back([] {
                for (int r = 0; r < 100; ++r) const blas::SingleThreaded inner;
            });
        users.clear();
        EXPECT_EQ(openblas_get_num_threads(), 1);
    }
    EXPECT_EQ(openblas_get_num_threads(), before);
}

}  // namespace
}  // namespace tamis
