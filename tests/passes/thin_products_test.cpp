#include "tamis/passes/thin_products.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/passes/expect_products.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::expect_left_products;
using testing::random_matrix;

std::vector<double> products(const DenseMatrix& x, const DenseMatrix& vectors, const Context& context = {}) {
    std::vector<double> out(at(vectors.cols() * x.cols()), -1.0);
    thin_products(x.view(), vectors.data(), vectors.cols(), out.data(), context);
    return out;
}

TEST(ThinProducts, AreThoseOfTheDefinition) {
    // Every number of vectors in a group, groups and a remainder; columns and rows that do not fill the last
    // block; rows that are whole pages apart.
    for (const auto& [rows, columns] : {std::pair<Index, Index>{75, 1}, {75, 7}, {75, 300}, {150, 512}})
        for (Index count = 1; count <= 37; count += count < 17 ? 1 : 10) {
            const DenseMatrix x = random_matrix(rows, columns, 1);
            const DenseMatrix vectors = random_matrix(rows, count, 2);
            expect_left_products(x, vectors, products(x, vectors));
        }
}

TEST(ThinProducts, TakeAPartOfAWiderMatrix) {
    const DenseMatrix whole = random_matrix(40, 30, 3), vectors = random_matrix(40, 5, 4);
    DenseMatrix part(40, 11);
    for (Index i = 0; i < 40; ++i) std::copy_n(whole.row(i) + 6, 11, part.row(i));
    const DenseView view(whole.data() + 6, 40, 11, 30);
    std::vector<double> out(5 * 11);
    thin_products(view, vectors.data(), 5, out.data(), {});
    EXPECT_EQ(out, products(part, vectors));
}

TEST(ThinProducts, GiveTheSameBitsOnAnyNumberOfThreads) {
    const DenseMatrix x = random_matrix(500, 900, 5), vectors = random_matrix(500, 16, 6);
    Context context;
    context.threads = 1;
    const std::vector<double> first = products(x, vectors, context);
    for (const int threads : {2, 7}) {
        context.threads = threads;
        EXPECT_EQ(products(x, vectors, context), first);
    }
}

}  // namespace
}  // namespace tamis
