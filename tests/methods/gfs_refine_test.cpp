// Exchanges under the joint criterion of gfs, against tests/golden/corners.json and enumeration.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tamis/io/load.hpp"
#include "tamis/methods/gfs.hpp"
#include "tamis/methods/gfs/refine.hpp"
#include "tamis/methods/gfs/regularized_fisher.hpp"
#include "tamis/preprocess/scale.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

template <class Value>
Value certified(const Selection& selection, const char* name) {
    return std::get<Value>(*find(selection.certificate, name));
}

TEST(GfsRefine, ReachesTheReference) {
    const auto& wanted = testing::golden("corners").at("subsets").at("ridge");
    const testing::SubspaceCase made = testing::formula_case({5, 6, 4}, 10, 1.0, 0.8);
    const Context context;
    const Matrix x = scaled_copy(fit_scaler(made.x, Scaling::standard), made.x);
    FisherData data(x, made.labels, context);
    const auto start = wanted.at("start").get<std::vector<Index>>();
    EXPECT_NEAR(regularized_fisher(data, start, 5.0), wanted.at("start value").get<double>(), 1e-9);
    const Refined got = refine_by_exchange(data, start, 5.0);
    EXPECT_EQ(got.swaps, wanted.at("swaps").get<Index>());
    EXPECT_NEAR(got.criterion, wanted.at("exchange value").get<double>(), 1e-9);
    // In greedy order, as from an empty set.
    EXPECT_EQ(got.selected, wanted.at("greedy").get<std::vector<Index>>());
}

TEST(GfsRefine, NoExchangeIsBetter) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Labels labels = testing::random_labels(24, 3, seed);
        DenseMatrix x = testing::random_matrix(24, 9, seed);
        for (Index i = 0; i < 24; ++i) {
            x(i, 3) += labels.of[at(i)];
            x(i, 6) = 2.0;      // constant
            x(i, 7) = x(i, 3);  // a copy
        }
        const Selection got = gfs(x, labels, {.k = 3, .gamma = 4.0, .refine = GfsOptions::Refine::exchange});
        const double value = certified<double>(got, "criterion");
        EXPECT_GE(value, certified<double>(got, "unrefined"));
        EXPECT_NEAR(value, regularized_fisher(x, labels, got.selected, 4.0), 1e-9);
        EXPECT_THAT(got.selected, ::testing::Not(::testing::Contains(6)));
        for (std::size_t i = 0; i < 3; ++i)
            for (Index f = 0; f < 9; ++f) {
                std::vector<Index> other = got.selected;
                if (f == 7 || std::find(other.begin(), other.end(), f) != other.end()) continue;
                other[i] = f;
                EXPECT_LE(regularized_fisher(x, labels, other, 4.0), value * (1 + 1e-9));
            }
    }
}

TEST(GfsRefine, ImprovesIonosphere) {
    Dataset data = load("ionosphere");
    apply_scaler(fit_scaler(data.x, Scaling::standard), data.x);
    for (const Index k : {5, 10, 15}) {
        const Selection plain = gfs(data.x, data.labels, {.k = k});
        const Selection got = gfs(data.x, data.labels, {.k = k, .refine = GfsOptions::Refine::exchange});
        EXPECT_EQ(certified<double>(got, "unrefined"), certified<double>(plain, "criterion"));
        EXPECT_GE(certified<double>(got, "criterion"), certified<double>(plain, "criterion"));
        EXPECT_EQ(certified<Index>(got, "swaps") > 0,
                  certified<double>(got, "criterion") > certified<double>(plain, "criterion"));
        EXPECT_EQ(got.scores, plain.scores);
    }
}

TEST(GfsRefine, WithAllFeaturesSaysSo) {
    const Labels labels = testing::random_labels(20, 2, 1);
    const DenseMatrix x = testing::random_matrix(20, 4, 1);
    std::vector<std::string> said;
    Context context;
    context.warn = [&](const std::string& text) { said.push_back(text); };
    gfs(x, labels, {.k = 4, .gamma = 4.0, .refine = GfsOptions::Refine::exchange}, context);
    EXPECT_THAT(said, ::testing::ElementsAre("there is nothing to exchange: all 4 features are selected"));
}

}  // namespace
}  // namespace tamis
