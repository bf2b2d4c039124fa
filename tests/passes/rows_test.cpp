// Every pass gives the same bits on any kind of rows and any number of threads.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/passes/column_ranges.hpp"
#include "tamis/passes/column_slabs.hpp"
#include "tamis/passes/constant_columns.hpp"
#include "tamis/passes/first_unusable.hpp"
#include "tamis/passes/identical_columns.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/products.hpp"
#include "tamis/passes/project_rows.hpp"
#include "tamis/passes/repeated/repeated_rows.hpp"
#include "tamis/passes/row_differences.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/passes/survey/survey.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/vanishing_rows.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::VanishingRows;

using Numbers = std::vector<double>;

void append(Numbers& all, const auto& more) { all.insert(all.end(), more.begin(), more.end()); }
void append(Numbers& all, const DenseMatrix& more) {
    all.insert(all.end(), more.data(), more.data() + more.rows() * more.cols());
}

struct Pass {
    std::string name;
    std::function<Numbers(const Rows&, const Context&)> run;
};

Numbers moments(const Rows& x, Index groups, bool weighted, const Context& context) {
    const Labels labels = testing::random_labels(x.rows(), static_cast<int>(groups), 3);
    std::vector<int> group_of = labels.of;
    for (std::size_t i = 5; i < group_of.size(); i += 11) group_of[i] = -1;
    Numbers weights;
    for (Index i = 0; i < x.rows(); ++i) weights.push_back(0.1 + 0.01 * static_cast<double>(i % 7));
    const GroupMoments found =
        group_moments(x, {group_of, groups, weighted ? weights : std::span<const double>()}, context);
    Numbers all = found.weight;
    for (const DenseMatrix* part : {&found.shift, &found.sum, &found.square}) append(all, *part);
    append(all, found.constant);
    return all;
}

Numbers differences(const Rows& x, Difference kind, const Context& context) {
    const auto pairs_of = [&](Index list, RowPairs& pairs) {
        pairs.row = std::min(2 * list, x.rows() - 1);
        for (Index p = 1; p <= 1 + list % 7; ++p)
            pairs.add((pairs.row + 31 * p * p) % x.rows(), p % 3 == 0 ? -0.3 : 0.1 * static_cast<double>(p));
    };
    return weighted_differences(x, x.rows() / 2, kind, pairs_of, context);
}

std::vector<Pass> every_pass() {
    return {
        {"one group", [](const Rows& x, const Context& c) { return moments(x, 1, false, c); }},
        {"groups", [](const Rows& x, const Context& c) { return moments(x, 4, false, c); }},
        {"weighted group", [](const Rows& x, const Context& c) { return moments(x, 1, true, c); }},
        {"weighted groups", [](const Rows& x, const Context& c) { return moments(x, 5, true, c); }},
        {"ranges",
         [](const Rows& x, const Context& c) {
             const ColumnRanges ranges = column_ranges(x, c);
             Numbers all = ranges.low;
             append(all, ranges.high);
             return all;
         }},
        {"constant columns",
         [](const Rows& x, const Context& c) {
             Numbers all;
             append(all, constant_columns(x, c));
             return all;
         }},
        {"repeated columns",
         [](const Rows& x, const Context& c) {
             Numbers all;
             append(all, repeated_columns(x, c));
             return all;
         }},
        {"left products",
         [](const Rows& x, const Context& c) {
             const DenseMatrix vectors = testing::random_matrix(x.rows(), 19, 8);
             Numbers out(at(19 * x.cols()));
             left_products(x, vectors.data(), 19, out.data(), c);
             return out;
         }},
        {"right products",
         [](const Rows& x, const Context& c) {
             const DenseMatrix vectors = testing::random_matrix(5, x.cols(), 9);
             Numbers out(at(5 * x.rows()));
             right_products(x, vectors.data(), 5, out.data(), c);
             return out;
         }},
        {"gathered columns",
         [](const Rows& x, const Context& c) {
             Numbers out(at(3 * x.rows()));
             gather_columns(x, std::vector<Index>{2, 0, x.cols() - 1}, out.data(), c);
             return out;
         }},
        {"survey",
         [](const Rows& x, const Context& c) {
             const Survey found = survey(x, Survey::Hash::yes, c);
             Numbers all{static_cast<double>(found.rows())};
             append(all, found.constant());
             append(all, found.signatures());
             append(all, found.hash({}));
             return all;
         }},
        {"repeated rows",
         [](const Rows& x, const Context& c) {
             return Numbers{static_cast<double>(count_repeated_rows(x, c))};
         }},
        {"projected rows",
         [](const Rows& x, const Context& c) {
             Projection projection;
             projection.weights = testing::random_matrix(x.cols(), 2, 10);
             projection.mean.assign(at(x.cols()), 0.25);
             Numbers all;
             append(all, project_rows(projection, x, c));
             return all;
         }},
        {"squares", [](const Rows& x, const Context& c) { return squared_columns(x, c); }},
        {"absolute", [](const Rows& x, const Context& c) { return differences(x, Difference::absolute, c); }},
        {"squared", [](const Rows& x, const Context& c) { return differences(x, Difference::squared, c); }},
    };
}

void expect_same_bits(const Matrix& x) {
    struct Reading {
        std::vector<Index> blocks;
        int threads;
    };
    const std::vector<Reading> readings{
        {{1}, 2}, {{3}, 1}, {{7}, 7}, {{1, 7, 3, 251, 2}, 2}, {{x.rows()}, 1}};
    for (const Pass& pass : every_pass()) {
        SCOPED_TRACE(pass.name);
        const Numbers wanted = pass.run(x, {.threads = 1});
        EXPECT_EQ(pass.run(x, {.threads = 7}), wanted);
        for (const Reading& reading : readings) {
            SCOPED_TRACE("blocks of " + std::to_string(reading.blocks.front()) + " rows");
            for (const bool seekable : {false, true})
                EXPECT_EQ(pass.run(VanishingRows(x, reading.blocks, seekable), {.threads = reading.threads}),
                          wanted)
                    << (seekable ? "in any order" : "in order");
        }
    }
}

DenseMatrix with_special_columns(DenseMatrix x) {
    for (Index i = 0; i < x.rows(); ++i) {
        x(i, 1) = 0.1;
        x(i, 4) = x(i, 3);
        x(i, 5) = 0.0;
    }
    x(0, 2) = 1e7;
    return x;
}

TEST(PassesOnRows, DenseSameBits) {
    expect_same_bits(with_special_columns(testing::random_matrix(3100, 8, 1)));
    expect_same_bits(with_special_columns(testing::random_matrix(67, 2100, 2)));
}

TEST(PassesOnRows, SparseSameBits) {
    expect_same_bits(to_sparse(with_special_columns(testing::random_counts(3100, 9, 0.4, 1))));
    expect_same_bits(to_sparse(with_special_columns(testing::random_counts(67, 2100, 0.1, 2))));
}

TEST(PassesOnRows, TheFirstUnusableCellIsFoundInAnyBlocks) {
    DenseMatrix x = testing::random_matrix(900, 5, 4);
    EXPECT_FALSE(first_unusable(VanishingRows(x, {7})));
    x(613, 3) = std::numeric_limits<double>::quiet_NaN();
    x(614, 1) = 1e200;
    for (const Index size : {1, 7, 613, 614, 900}) {
        const auto cell = first_unusable(VanishingRows(x, {size}));
        ASSERT_TRUE(cell);
        EXPECT_EQ(cell->row, 613);
        EXPECT_EQ(cell->column, 3);
        EXPECT_THROW(column_ranges(VanishingRows(x, {size})), Error);
    }
}

TEST(PassesOnRows, ChunksAreWhole) {
    const DenseMatrix x = testing::random_matrix(101, 3, 5);
    std::vector<int> seen(101, 0);
    for_each_chunk(VanishingRows(x, {1, 40, 3}), 16,
                   [&](const RowBlock& chunk) {
                       EXPECT_EQ(chunk.first % 16, 0);
                       EXPECT_EQ(chunk.cells.rows(), std::min<Index>(16, 101 - chunk.first));
                       for (Index i = 0; i < chunk.cells.rows(); ++i) {
                           ++seen[at(chunk.first + i)];
                           EXPECT_EQ(chunk.cells.dense()(i, 2), x(chunk.first + i, 2));
                       }
                   },
                   {.threads = 3});
    EXPECT_EQ(seen, std::vector<int>(101, 1));
}

TEST(PassesOnRows, SlabsHoldEveryColumnOnce) {
    const DenseMatrix x = testing::random_matrix(30, 700, 6);
    for (const Matrix& kind : {Matrix(x), Matrix(to_sparse(x))}) {
        Index next = 0;
        for_each_slab(VanishingRows(kind, {7}),
                      [&](const MatrixView& slab, Index first) {
                          EXPECT_EQ(first, next);
                          next += slab.cols();
                          EXPECT_EQ(slab.is_sparse(), kind.is_sparse());
                          EXPECT_EQ(to_dense(slab)(29, 5), x(29, first + 5));
                      },
                      {});
        EXPECT_EQ(next, 700);
    }
}

TEST(PassesOnRows, ACancelledPassStopsBetweenBlocks) {
    const DenseMatrix x = testing::random_matrix(500, 3, 7);
    const std::atomic<bool> cancel{true};
    Context context;
    context.cancel = &cancel;
    EXPECT_THROW(squared_columns(VanishingRows(x, {7}), context), Cancelled);
}

}  // namespace
}  // namespace tamis
