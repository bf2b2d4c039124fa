// Methods that need moments alone: the same on shards, however the rows are cut.
#include <gtest/gtest.h>

#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/repeated/repeated_rows.hpp"
#include "tamis/passes/survey/survey.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/same_runs.hpp"
#include "tests/support/sharded.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr Index samples = 70, features = 11;

struct Case {
    std::string name;
    Matrix x;
};

// With a constant column, a large common mean, and a group whose first sample is far off.
std::vector<Case> cases() {
    DenseMatrix plain = testing::random_matrix(samples, features, 1);
    for (Index i = 0; i < samples; ++i) {
        plain(i, 2) = 4.0;
        plain(i, 3) += 1e6;
        plain(i, 5) = i < 3 ? 1e5 : plain(i, 5);
    }
    return {{"dense", plain}, {"sparse", to_sparse(testing::random_counts(samples, features, 0.3, 2))}};
}

// Sorted, so that most shards lack most classes.
Labels sorted_labels() {
    std::vector<int> classes;
    for (Index i = 0; i < samples; ++i) classes.push_back(static_cast<int>(4 * i / samples));
    return make_labels(classes);
}

std::vector<ConfiguredMethod> moment_methods() {
    return {"variance", "fisher", ConfiguredMethod("trace-ratio", {{"path", true}}), "hsic",
            ConfiguredMethod("hsic", {{"estimator", "unbiased"}, {"label_kernel", "balanced"}})};
}

TEST(MomentsOnShards, AreThoseOfAllRows) {
    for (const Case& data : cases())
        for (const Labels& labels : {testing::random_labels(samples, 3, 5), sorted_labels()})
            for (const Scaling scale : {Scaling::none, Scaling::standard, Scaling::minmax, Scaling::unit})
                for (const ConfiguredMethod& method : moment_methods()) {
                    // All variances are 1 then, and rounding decides.
                    if (method.name() == "variance" && scale == Scaling::standard) continue;
                    const SelectRequest request{.method = method, .k = FeatureCount(4), .scale = scale};
                    const SelectRun local =
                        run_select({.name = "x", .x = data.x.view(), .labels = &labels}, request);
                    for (const testing::Cutting& cutting : testing::cuttings(samples)) {
                        const testing::Sharded sharded(data.x, cutting);
                        const SelectRun shared =
                            run_select({.name = "x", .x = sharded.rows(), .labels = &labels}, request);
                        testing::expect_same_selection(shared, local, 1e-12,
                                                       data.name + " " + method.name() + " " +
                                                           to_text(scale) + " in " +
                                                           std::to_string(cutting.size() - 1) + " shards");
                    }
                }
}

TEST(MomentsOnShards, OneShardGivesTheBitsOfAllRows) {
    for (const Case& data : cases()) {
        const Labels labels = testing::random_labels(samples, 3, 5);
        const testing::Sharded sharded(data.x, {0, samples});
        for (const ConfiguredMethod& method : moment_methods()) {
            const SelectRequest request{.method = method, .k = FeatureCount(4)};
            const SelectRun local = run_select({.name = "x", .x = data.x.view(), .labels = &labels}, request);
            const SelectRun shared =
                run_select({.name = "x", .x = sharded.rows(), .labels = &labels}, request);
            EXPECT_EQ(shared.selection.scores, local.selection.scores) << data.name << " " << method.name();
        }
    }
}

TEST(MomentsOnShards, HaveTheSameBitsForAnyNumberOfThreads) {
    const DenseMatrix x = testing::random_matrix(5000, 20, 7);
    const Labels labels = testing::random_labels(5000, 3, 8);
    const testing::Sharded sharded(x, testing::equal_shards(5000, 7));
    const SelectRequest request{.method = "fisher", .k = FeatureCount(4), .scale = Scaling::standard};
    Context one, three;
    one.threads = 1;
    three.threads = 3;
    const DataView data{.name = "x", .x = sharded.rows(), .labels = &labels};
    EXPECT_EQ(run_select(data, request, one).selection.scores,
              run_select(data, request, three).selection.scores);
}

// The first sample of a class in some shard is far off, so that sums about it lose digits; and classes stand
// far apart, or hardly apart, next to a large common mean.
TEST(MomentsOnShards, KeepTheirDigitsWhereverAShardBegins) {
    DenseMatrix x = testing::random_matrix(samples, features, 13);
    const Labels labels = testing::random_labels(samples, 3, 5);
    for (Index i = 0; i < samples; ++i) {
        if (i % 10 == 0) x(i, 0) = 1e9 + static_cast<double>(i);
        if (i == 35) x(i, 1) = -1e3;
        x(i, 2) += 1e7 * labels.of[at(i)];
        x(i, 3) += 1e7 + 1e-3 * labels.of[at(i)];
        x(i, 4) = labels.of[at(i)];    // no scatter within classes
        x(i, 6) = i < 35 ? 2.0 : 3.0;  // none within some shards
    }
    for (const ConfiguredMethod& method : moment_methods()) {
        const SelectRequest request{.method = method, .k = FeatureCount(4)};
        const SelectRun local = run_select({.name = "x", .x = x, .labels = &labels}, request);
        for (const testing::Cutting& cutting : testing::cuttings(samples)) {
            const testing::Sharded sharded(x, cutting);
            testing::expect_same_selection(
                run_select({.name = "x", .x = sharded.rows(), .labels = &labels}, request), local, 1e-12,
                method.name() + " in " + std::to_string(cutting.size() - 1) + " shards");
        }
    }
}

// Sums of classes come with the survey, and those of all rows follow from them. Other classes are summed
// anew.
TEST(MomentsOnShards, ComeWithTheSurveyForItsClassesOnly) {
    const DenseMatrix x = testing::random_matrix(samples, features, 13);
    const Labels labels = testing::random_labels(samples, 3, 5),
                 others = testing::random_labels(samples, 3, 6);
    const testing::Sharded sharded(x, {0, 30, 50, samples});
    const Rows rows(sharded.rows());
    survey(rows, Survey::Hash::no, {}, labels, SumsAlong::of_classes);
    const auto expect_moments = [&](const Grouping& grouping, Index rounds, const char* what) {
        const GroupMoments found = group_moments(rows, grouping), wanted = group_moments(x, grouping);
        EXPECT_EQ(sharded.shards().costs().rounds, rounds) << what;
        EXPECT_EQ(found.weight, wanted.weight) << what;
        for (Index g = 0; g < wanted.groups(); ++g)
            for (Index j = 0; j < features && wanted.weight[at(g)] > 0.0; ++j) {
                EXPECT_NEAR(found.mean(g, j), wanted.mean(g, j), 1e-14) << what;
                EXPECT_NEAR(found.scatter(g, j), wanted.scatter(g, j), 1e-12 * wanted.scatter(g, j)) << what;
            }
    };
    const std::vector<int> one_group(at(samples), 0);
    expect_moments({labels.of, 3}, 1, "classes");
    expect_moments({one_group, 1}, 1, "all");
    const std::vector<double> weights(at(samples), 2.0);
    expect_moments({labels.of, 3, weights}, 3, "weights");  // the first samples of classes, the sums
    expect_moments({others.of, 3}, 5, "other classes");
    expect_moments({labels.of, 4}, 7, "a class without samples");
    Labels some = labels;
    some.of[7] = Labels::unlabeled;
    survey(rows, Survey::Hash::no, {}, some, SumsAlong::of_classes);
    expect_moments({some.of, 3}, 8, "some without a label");
    expect_moments({one_group, 1}, 9, "not all follow from those with a label");
}

// Squares of the data leave the range of doubles: they are measured in other units, on shards as well.
TEST(MomentsOnShards, TinyDataAreMeasuredInTheirUnit) {
    DenseMatrix all = testing::random_matrix(samples, features, 3), one = all;
    for (Index i = 0; i < samples; ++i) {
        for (Index j = 0; j < features; ++j) all(i, j) *= 1e-200;
        one(i, 4) *= 1e-200;
    }
    const Labels labels = testing::random_labels(samples, 3, 5);
    for (const DenseMatrix* x : {&all, &one})
        for (const ConfiguredMethod& method : moment_methods()) {
            const SelectRequest request{.method = method, .k = FeatureCount(4)};
            const SelectRun local = run_select({.name = "x", .x = *x, .labels = &labels}, request);
            for (const testing::Cutting& cutting : testing::cuttings(samples)) {
                const testing::Sharded sharded(*x, cutting);
                testing::expect_same_selection(
                    run_select({.name = "x", .x = sharded.rows(), .labels = &labels}, request), local, 1e-12,
                    method.name());
            }
        }
}

std::string error_of(const DataView& data, const SelectRequest& request) {
    try {
        run_select(data, request);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(MomentsOnShards, AnUnusableCellIsNamedByItsRowAmongAll) {
    for (const double value : {std::numeric_limits<double>::quiet_NaN(), 1e200}) {
        DenseMatrix x = testing::random_matrix(samples, features, 3);
        x(41, 2) = value;
        x(60, 1) = value;
        const Matrix sparse = to_sparse(x), dense = x;
        for (const Matrix* data : {&dense, &sparse}) {
            const SelectRequest request{.method = "variance", .k = FeatureCount(4)};
            const std::string local = error_of({.name = "x", .x = data->view()}, request);
            EXPECT_NE(local.find("row 41"), std::string::npos) << local;
            for (const testing::Cutting& cutting : testing::cuttings(samples)) {
                const testing::Sharded sharded(*data, cutting);
                EXPECT_EQ(error_of({.name = "x", .x = sharded.rows()}, request), local);
            }
        }
    }
}

TEST(MomentsOnShards, RepeatedRowsAreCountedAcrossShards) {
    DenseMatrix x = testing::random_matrix(samples, features, 3);
    for (const auto& [from, to] : {std::pair(3, 69), std::pair(3, 40), std::pair(10, 11)})
        std::copy_n(x.row(from), features, x.row(to));
    const SelectRequest request{.method = "variance", .k = FeatureCount(4)};
    const SelectRun local = run_select(DataView{.name = "x", .x = x}, request);
    ASSERT_EQ(local.remarks.size(), 1U);
    for (const testing::Cutting& cutting : testing::cuttings(samples))
        EXPECT_EQ(run_select({.name = "x", .x = testing::Sharded(x, cutting).rows()}, request).remarks,
                  local.remarks);
}

// So many that the signatures are cut into buckets, some alike in all the cells that a signature looks at.
TEST(MomentsOnShards, RepeatedRowsAreCountedAmongMany) {
    constexpr Index many = 20000, wide = 70;
    DenseMatrix x(many, wide);
    for (Index i = 0; i < many; ++i) x(i, 0) = static_cast<double>(i / 2 + 1);     // pairs
    for (Index i = 0; i < 1000; ++i) x(i, wide - 1) = static_cast<double>(i % 2);  // that differ after all
    const Matrix sparse = to_sparse(x), dense = x;
    for (const Matrix* data : {&dense, &sparse})
        for (const Index shards : {1, 3, 8}) {
            const testing::Sharded sharded(*data, testing::equal_shards(many, shards));
            EXPECT_EQ(count_repeated_rows(data->view()), many / 2 - 500);
            EXPECT_EQ(count_repeated_rows(sharded.rows()), many / 2 - 500) << shards;
        }
}

// The hash is that of the shards in their order, so it does not change between runs and does with a cell.
TEST(MomentsOnShards, AreHashedShardByShard) {
    DenseMatrix x = testing::random_matrix(samples, features, 3);
    const SelectRequest request{.method = "variance", .k = FeatureCount(4), .hash_data = true};
    const auto hash = [&] {
        return run_select({.name = "x", .x = testing::Sharded(x, {0, 30, samples}).rows()}, request)
            .data_hash;
    };
    const std::string before = hash();
    EXPECT_EQ(before.substr(0, 5), "xxh3:");
    EXPECT_EQ(hash(), before);
    x(50, 3) += 1.0;
    EXPECT_NE(hash(), before);
}

}  // namespace

}  // namespace tamis
