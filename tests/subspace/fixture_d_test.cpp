// Fixture D: what 1NN gets right behind each projection, sample by sample.
#include <gmock/gmock.h>

#include <functional>

#include "tamis/passes/nearest.hpp"
#include "tamis/passes/project_rows.hpp"
#include "tamis/subspace/all.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using namespace testing;

struct Split {
    Matrix train, test;
    Labels train_labels, test_labels;
};

// The last 3 of the 10 samples of each of the 5 classes are for the test.
Split split() {
    const SubspaceCase data = formula_case({10, 10, 10, 10, 10}, 30, 1.0, 0.6);
    std::vector<Index> train, test;
    for (Index i = 0; i < 50; ++i) (i % 10 < 7 ? train : test).push_back(i);
    return {take_rows(data.x, train), take_rows(data.x, test), take_labels(data.labels, train),
            take_labels(data.labels, test)};
}

Index correct(const Split& data, const std::function<Projection(const Rows&)>& fit) {
    const Projection projection = behind_pca(data.train, 0.95, {}, fit);
    EXPECT_EQ(projection.pca->components.cols(), 15);
    const std::vector<Index> nearest =
        nearest_samples(project_rows(projection, data.train), project_rows(projection, data.test), {});
    Index count = 0;
    for (std::size_t i = 0; i < nearest.size(); ++i)
        count += data.train_labels.of[at(nearest[i])] == data.test_labels.of[i];
    return count;
}

TEST(FixtureD, OneNearestNeighbor) {
    const Split data = split();
    const Labels& y = data.train_labels;
    struct Expected {
        Index dim, unit, sw, apac, ratio, hmss, gmss, whtr, trln;
    };
    for (const Expected& expected :
         {Expected{4, 14, 14, 13, 13, 14, 14, 13, 13}, Expected{2, 11, 14, 10, 11, 12, 10, 12, 11}}) {
        const Index m = expected.dim;
        SCOPED_TRACE(m);
        EXPECT_EQ(correct(data, [&](const Rows& x) { return flda(x, y, {.dim = m}); }), expected.unit);
        EXPECT_EQ(correct(data, [&](const Rows& x) { return flda(x, y, {.dim = m, .basis = Basis::sw}); }),
                  expected.sw);
        EXPECT_EQ(correct(data, [&](const Rows& x) { return apac(x, y, {.dim = m}); }), expected.apac);
        EXPECT_EQ(correct(data, [&](const Rows& x) { return tr_lda(x, y, {.dim = m}); }), expected.ratio);
        EXPECT_EQ(correct(data, [&](const Rows& x) { return hmss(x, y, {.dim = m}); }), expected.hmss);
        EXPECT_EQ(correct(data, [&](const Rows& x) { return gmss(x, y, {.dim = m}); }), expected.gmss);
        EXPECT_EQ(correct(data, [&](const Rows& x) { return whtr(x, y, {.dim = m}); }), expected.whtr);
        EXPECT_EQ(correct(data, [&](const Rows& x) { return trln(x, y, {.dim = m, .alpha = 5.0}); }),
                  expected.trln);
    }
}

}  // namespace
}  // namespace tamis
