// Every selector and projector on every nasty data set, as properties: a sound result or a refusal that says
// why, in time, the same bits for any number of threads, the same result in any order of rows and columns.
#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <optional>
#include <set>

#include "tests/common/method_suite.hpp"
#include "tests/common/projector_suite.hpp"
#include "tests/numeric_attack/nasty_sets.hpp"

namespace tamis::testing {
namespace {

constexpr double longest = 10.0;  // seconds for one fit of a few hundred cells

std::vector<Index> shuffled(Index count, std::uint64_t seed) {
    std::vector<Index> order(at(count));
    std::iota(order.begin(), order.end(), Index{0});
    Random(seed).shuffle(order);
    return order;
}

NastySet with_rows(const NastySet& set, const std::vector<Index>& order) {
    NastySet moved = set;
    std::vector<int> values;
    for (Index i = 0; i < set.x.rows(); ++i) {
        std::copy_n(set.x.row(order[at(i)]), set.x.cols(), moved.x.row(i));
        values.push_back(set.labels.of[at(order[at(i)])]);
    }
    moved.labels = make_labels(values);
    return moved;
}

NastySet with_columns(const NastySet& set, const std::vector<Index>& order) {
    NastySet moved = set;
    for (Index i = 0; i < set.x.rows(); ++i)
        for (Index j = 0; j < set.x.cols(); ++j) moved.x(i, j) = set.x(i, order[at(j)]);
    return moved;
}

// What came of a fit: a result, or the text of the refusal; and what was said meanwhile.
template <class Result>
struct Outcome {
    std::optional<Result> result;
    std::string refusal;
    std::vector<std::string> said;
};

template <class Fit>
auto outcome_of(Fit&& fit, int threads) {
    Outcome<decltype(fit(Context{}))> outcome;
    Context context;
    context.threads = threads;
    context.warn = [&](const std::string& text) { outcome.said.push_back(text); };
    const auto start = std::chrono::steady_clock::now();
    try {
        outcome.result = fit(context);
    } catch (const Error& refusal) {
        outcome.refusal = refusal.what();
        EXPECT_FALSE(outcome.refusal.empty());
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    EXPECT_LT(taken.count(), longest);
    return outcome;
}

// Rounding may decide if the method has said so.
template <class Result>
bool rounding_decides(const Outcome<Result>& outcome) {
    for (const std::string& text : outcome.said)
        if (text.find("rounding") != std::string::npos || text.find("hides") != std::string::npos)
            return true;
    return false;
}

class AttackedMethod : public ::testing::TestWithParam<std::string> {
  protected:
    static Outcome<Selection> run(const std::string& name, const NastySet& set, int threads = 1) {
        const TestedMethod method(name);
        const Index k = std::min<Index>(3, set.x.cols());
        return outcome_of([&](const Context& context) { return method.run(set.x, set.labels, k, context); },
                          threads);
    }
};

TEST_P(AttackedMethod, Holds) {
    for (const NastySet& set : nasty_sets()) {
        SCOPED_TRACE(set.name);
        const Outcome<Selection> one = run(GetParam(), set);
        if (one.result) expect_sound(*one.result, set.x.cols(), 3);
        for (const int threads : {2, 7}) {
            const Outcome<Selection> more = run(GetParam(), set, threads);
            EXPECT_EQ(more.refusal, one.refusal);
            EXPECT_EQ(more.said, one.said);
            if (more.result && one.result) expect_same_bits(*more.result, *one.result);
        }
        const auto sorted = [](std::vector<Index> features) {
            std::sort(features.begin(), features.end());
            return features;
        };
        const Outcome<Selection> rows = run(GetParam(), with_rows(set, shuffled(set.x.rows(), 1)));
        const std::vector<Index> order = shuffled(set.x.cols(), 2);
        const Outcome<Selection> columns = run(GetParam(), with_columns(set, order));
        EXPECT_EQ(rows.result.has_value(), one.result.has_value()) << rows.refusal << one.refusal;
        EXPECT_EQ(columns.result.has_value(), one.result.has_value()) << columns.refusal << one.refusal;
        if (rows.result) expect_sound(*rows.result, set.x.cols(), 3);
        if (columns.result) expect_sound(*columns.result, set.x.cols(), 3);
        if (!set.unique || !one.result || !rows.result || !columns.result || rounding_decides(one)) continue;
        EXPECT_EQ(sorted(rows.result->selected), sorted(one.result->selected)) << "other order of rows";
        std::vector<Index> back;
        for (const Index j : columns.result->selected) back.push_back(order[at(j)]);
        EXPECT_EQ(sorted(back), sorted(one.result->selected)) << "other order of columns";
    }
}

TEST(NastySets, AreManyAndDifferent) {
    std::set<std::string> names;
    for (const NastySet& set : nasty_sets()) names.insert(set.name);
    EXPECT_EQ(names.size(), nasty_sets().size());
    EXPECT_GE(names.size(), 40U);
}

class AttackedProjector : public ::testing::TestWithParam<std::string> {
  protected:
    static Outcome<Projection> run(const std::string& name, const NastySet& set, int threads = 1) {
        const TestedProjector projector(name);
        return outcome_of(
            [&](const Context& context) { return projector.run(set.x, set.labels, 2, context); }, threads);
    }

    static double largest_difference(const Projection& a, const Projection& b,
                                     const std::vector<Index>& order) {
        double largest = 0.0;
        for (Index j = 0; j < a.features(); ++j)
            largest =
                std::max(largest, std::abs(a.feature_weights[at(j)] - b.feature_weights[at(order[at(j)])]));
        return largest;
    }
};

TEST_P(AttackedProjector, Holds) {
    for (const NastySet& set : nasty_sets()) {
        SCOPED_TRACE(set.name);
        const Outcome<Projection> one = run(GetParam(), set);
        if (one.result) expect_sound(*one.result, set.x.cols(), 2);
        for (const int threads : {2, 7}) {
            const Outcome<Projection> more = run(GetParam(), set, threads);
            EXPECT_EQ(more.refusal, one.refusal);
            EXPECT_EQ(more.said, one.said);
            if (more.result && one.result) expect_same_bits(*more.result, *one.result);
        }
        const Outcome<Projection> rows = run(GetParam(), with_rows(set, shuffled(set.x.rows(), 1)));
        const std::vector<Index> order = shuffled(set.x.cols(), 2);
        const Outcome<Projection> columns = run(GetParam(), with_columns(set, order));
        if (rows.result) expect_sound(*rows.result, set.x.cols(), 2);
        if (columns.result) expect_sound(*columns.result, set.x.cols(), 2);
        if (!set.unique) continue;
        EXPECT_EQ(rows.result.has_value(), one.result.has_value()) << rows.refusal << one.refusal;
        EXPECT_EQ(columns.result.has_value(), one.result.has_value()) << columns.refusal << one.refusal;
        if (!one.result || !rows.result || !columns.result) continue;
        std::vector<Index> same(order.size());
        std::iota(same.begin(), same.end(), Index{0});
        EXPECT_LT(largest_difference(*rows.result, *one.result, same), 1e-3) << "other order of rows";
        EXPECT_LT(largest_difference(*columns.result, *one.result, order), 1e-3) << "other order of columns";
    }
}

INSTANTIATE_TEST_SUITE_P(Registered, AttackedMethod, ::testing::ValuesIn(method_names()), test_name);
INSTANTIATE_TEST_SUITE_P(Registered, AttackedProjector, ::testing::ValuesIn(projector_names()), test_name);

}  // namespace
}  // namespace tamis::testing
