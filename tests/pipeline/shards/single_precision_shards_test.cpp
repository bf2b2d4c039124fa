// Shards that are not matrices in memory: numbers in single precision, read in blocks.
#include <gtest/gtest.h>

#include "tamis/core/rows/float_rows.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/same_runs.hpp"
#include "tests/support/sharded.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr Index samples = 500, features = 300;  // a block holds fewer rows than a shard

struct Floats {
    std::vector<float> numbers;
    Labels labels = testing::random_labels(samples, 3, 2);

    Floats() {
        const DenseMatrix x = testing::random_matrix(samples, features, 1);
        for (Index i = 0; i < samples; ++i)
            for (Index j = 0; j < features; ++j)
                numbers.push_back(static_cast<float>(x(i, j) + (j < 5 ? labels.of[at(i)] : 0)));
    }
    FloatRows between(Index begin, Index end) const {
        return {numbers.data() + begin * features, end - begin, features, features};
    }
};

TEST(SinglePrecisionShards, GiveWhatAllRowsGive) {
    const Floats floats;
    const FloatRows all = floats.between(0, samples), first = floats.between(0, 180),
                    none = floats.between(180, 180), last = floats.between(180, samples);
    const LocalShards shards({first, none, last});
    const ShardedRows rows(shards);
    for (const char* method : {"variance", "fisher", "laplacian", "relieff", "gfs", "lapdofs"})
        for (const Scaling scale : {Scaling::none, Scaling::minmax}) {
            const SelectRequest request{.method = method, .k = FeatureCount(4), .scale = scale};
            testing::expect_same_selection(
                run_select({.name = "x", .x = rows, .labels = &floats.labels}, request),
                run_select({.name = "x", .x = all, .labels = &floats.labels}, request),
                std::string(method) == "gfs" ? 1e-9 : 1e-12, method);
        }
    const ProjectRequest request{.method = "flda", .dim = 2};
    const ProjectRun shared = run_project({.name = "x", .x = rows, .labels = &floats.labels}, request),
                     local = run_project({.name = "x", .x = all, .labels = &floats.labels}, request);
    EXPECT_LE(testing::gap_of_largest(shared.model.projection.feature_weights,
                                      local.model.projection.feature_weights),
              1e-10);
}

}  // namespace

}  // namespace tamis
