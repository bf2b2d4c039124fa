// What a report shows can be had of every registered selector.
#include <gmock/gmock.h>

#include <set>

#include "tamis/pipeline/select.hpp"
#include "tests/common/method_suite.hpp"

namespace tamis::testing {
namespace {

class EveryMethodShown : public EveryMethod {};

TEST_P(EveryMethodShown, GivesExhibits) {
    const Labels labels = random_labels(50, 3, 21);
    const DenseMatrix x = with_signal(50, 12, labels, 21);
    const SelectRun run = run_select(DataView{.name = "x", .x = x, .labels = &labels},
                                     {.method = GetParam(), .k = 5, .exhibits = true});
    const Exhibits& found = run.exhibits;
    std::set<Index> features;
    for (const FeatureHistogram& one : found.histograms) {
        features.insert(one.feature);
        Index total = 0;
        for (const std::vector<Index>& counts : one.histogram.counts)
            for (const Index count : counts) total += count;
        EXPECT_EQ(total, 50);
    }
    EXPECT_EQ(features.size(), found.histograms.size());
    EXPECT_EQ(features.size(), run.selection.scores.empty() ? 5u : 12u);
    for (const Index chosen : run.selection.selected) EXPECT_TRUE(features.contains(chosen));
    EXPECT_EQ(found.correlated, run.selection.selected);
    EXPECT_EQ(found.map->samples.size(), 50u);
    EXPECT_TRUE(found.map->pca.has_value());
    EXPECT_TRUE(found.map->flda.has_value());
    EXPECT_EQ(found.graph.has_value(), run.graph.has_value());
    EXPECT_EQ(run.explanations.features.size(), 12u);
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryMethodShown, ::testing::ValuesIn(method_names()), test_name);

}  // namespace
}  // namespace tamis::testing
