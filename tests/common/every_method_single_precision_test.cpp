// Data in single precision are used in place, and every selector gives the bits of a copy in double
// precision.
#include <gtest/gtest.h>

#include "tamis/core/rows/float_rows.hpp"
#include "tamis/pipeline/select.hpp"
#include "tests/common/method_suite.hpp"

namespace tamis::testing {
namespace {

struct Floats {
    std::vector<float> dense;
    std::vector<Index> row_start{0};
    std::vector<Small> columns;
    std::vector<float> stored;
    DenseMatrix doubles;

    explicit Floats(const DenseMatrix& x) : doubles(x) {
        for (Index i = 0; i < x.rows(); ++i) {
            for (Index j = 0; j < x.cols(); ++j) {
                const auto number = static_cast<float>(x(i, j));
                doubles(i, j) = static_cast<double>(number);
                dense.push_back(number);
                if (number == 0.0F) continue;
                columns.push_back(static_cast<Small>(j));
                stored.push_back(number);
            }
            row_start.push_back(static_cast<Index>(stored.size()));
        }
    }
};

class EveryMethodInSinglePrecision : public EveryMethod {};

SelectRun run(const TestedMethod& method, const Rows& x, const Labels& labels, Scaling scale) {
    SelectRequest request{.method = configure(method.about().name, method.params()), .k = 4, .scale = scale};
    request.hash_data = true;
    return run_select({.name = "data", .x = x, .labels = &labels}, request, {.threads = 2});
}

void expect_same_run(const SelectRun& found, const SelectRun& wanted) {
    expect_same_bits(found.selection, wanted.selection);
    EXPECT_EQ(found.data_hash, wanted.data_hash);
    // A copy that is scaled may become dense, which is said.
    if (wanted.scale == Scaling::none) {
        EXPECT_EQ(found.remarks, wanted.remarks);
    }
    EXPECT_EQ(found.sparse, wanted.sparse);
    ASSERT_EQ(found.graph.has_value(), wanted.graph.has_value());
    if (found.graph) {
        EXPECT_EQ(found.graph->hash, wanted.graph->hash);
    }
}

TEST_P(EveryMethodInSinglePrecision, HasTheBitsOfDoublePrecision) {
    const Labels labels = random_labels(47, 3, 21);
    DenseMatrix x = with_signal(47, 13, labels, 21);
    for (Index i = 0; i < x.rows(); ++i)
        for (Index j = 5; j < x.cols(); ++j)
            if ((i + j) % 3 != 0) x(i, j) = 0.0;
    for (Index j = 0; j < x.cols(); ++j) x(9, j) = x(3, j);  // a repeated sample
    const Floats floats(x);
    const FloatRows dense(floats.dense.data(), x.rows(), x.cols(), x.cols());
    const FloatRows sparse(x.rows(), x.cols(), floats.row_start, floats.columns, floats.stored);
    const SparseMatrix sparse_doubles = to_sparse(floats.doubles);
    with_every_setting([&](const TestedMethod& method) {
        if (method.needs().own_graph) return;
        for (const Scaling scale : {Scaling::none, Scaling::standard, Scaling::unit}) {
            SCOPED_TRACE(to_text(scale));
            expect_same_run(run(method, dense, labels, scale), run(method, floats.doubles, labels, scale));
            expect_same_run(run(method, sparse, labels, scale), run(method, sparse_doubles, labels, scale));
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryMethodInSinglePrecision, ::testing::ValuesIn(method_names()),
                         test_name);

}  // namespace
}  // namespace tamis::testing
