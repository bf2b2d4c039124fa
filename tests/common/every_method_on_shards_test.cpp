// Every selector with every value of every option: on shards it finds what it finds on all rows, or refuses
// before it reads anything.
#include <gtest/gtest.h>

#include "tamis/core/error.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/run_method.hpp"
#include "tests/support/same_runs.hpp"
#include "tests/support/sharded.hpp"

namespace tamis {

using namespace detail;

namespace {

class EveryMethodOnShards : public ::testing::TestWithParam<std::string> {};

// Settings that the method accepts.
std::vector<ConfiguredMethod> settings_of(const std::string& name) {
    const Method& method = find_method(name);
    std::vector<ConfiguredMethod> accepted;
    std::vector<Record> sweep = testing::single_options(method.fields);
    sweep.insert(sweep.begin(), Record{});
    testing::keep_short(sweep);
    for (const Record& options : sweep) {
        try {
            accepted.push_back(method.configure(options));
        } catch (const UsageError&) {
            // goes with another option only
        }
    }
    return accepted;
}

// Scores in closed form agree to rounding. The rows of a projection and the weights of a relaxation are where
// an iteration ends, which is known to about the root of what it promises.
double tolerance_of(const std::string& method) { return method == "trln" || method == "gfs" ? 1e-9 : 1e-12; }

TEST_P(EveryMethodOnShards, FindsTheSameOrRefuses) {
    constexpr Index samples = 40, features = 9;
    const Labels labels = testing::random_labels(samples, 3, 2);
    DenseMatrix x = testing::random_matrix(samples, features, 1);
    for (Index i = 0; i < samples; ++i)
        for (Index j = 0; j < 3; ++j) x(i, j) += labels.of[at(i)];
    const Graph own = build_graph(x, {.neighbors = 3});
    Index shared_settings = 0;
    for (const ConfiguredMethod& method : settings_of(GetParam())) {
        SelectRequest request{.method = method, .k = FeatureCount(3)};
        if (method.needs().own_graph) request.graph = &own;
        const DataView all{.name = "x", .x = x, .labels = &labels};
        const std::string what = method.name() + " " + testing::text_of(method.params());
        const testing::Sharded sharded(x, {0, 7, 7, 25, samples});
        DataView cut = all;
        cut.x = sharded.rows();
        if (!method.not_shared().empty()) {
            try {
                run_select(cut, request);
                ADD_FAILURE() << what;
            } catch (const Error& error) {
                const std::string text = error.what();
                EXPECT_NE(text.find(method.name() + " is not shared: " + method.not_shared()),
                          std::string::npos)
                    << text;
            }
            EXPECT_EQ(sharded.shards().costs().rounds, 0) << what;
            continue;
        }
        ++shared_settings;
        std::optional<SelectRun> local;
        std::string refused;
        try {
            local = run_select(all, request);
        } catch (const Error& error) {
            refused = error.what();
        }
        try {
            const SelectRun shared = run_select(cut, request);
            ASSERT_TRUE(local) << what << ": " << refused;
            testing::expect_same_selection(shared, *local, tolerance_of(GetParam()), what);
        } catch (const Error& error) {
            EXPECT_FALSE(local) << what << ": " << error.what();
            EXPECT_EQ(error.what(), refused) << what;
        }
    }
    const std::vector<std::string> never = {"lapeofs", "lapgofs", "q-alpha"};
    EXPECT_EQ(shared_settings == 0, std::find(never.begin(), never.end(), GetParam()) != never.end());
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethodOnShards, ::testing::ValuesIn(testing::method_names()),
                         testing::test_name);

}  // namespace

}  // namespace tamis
