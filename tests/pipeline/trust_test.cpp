#include "tamis/pipeline/trust/trust.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/pipeline/select.hpp"
#include "tamis/trust/graph_test.hpp"
#include "tamis/trust/half_samples.hpp"
#include "tests/support/paper_set.hpp"
#include "tests/trust/trust_cases.hpp"

namespace tamis {

using namespace detail;
using namespace testing;

namespace {

Dataset inline_data() {
    Dataset data;
    data.name = "inline";
    data.x = inline_x();
    data.labels = inline_y();
    return data;
}

std::string message_of(const Dataset& data, const SelectRequest& request) {
    try {
        run_select(data, request);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}

TEST(Trust, StabilityIsThatOfTheReference) {
    const auto& wanted = trust_golden("T4").at("fisher_k3_B10_seed0");
    const SelectRun run = run_select(inline_data(), {.method = "fisher", .k = 3, .trust = {.stability = 10}});
    const SelectionStability& found = run.trust.stability;
    EXPECT_EQ(found.pairs, 10);
    EXPECT_EQ(found.size, 3);
    expect_list(found.probability, wanted.at("probability"), 1e-12, "probability");
    expect_close(found.value, wanted.at("nogueira")[0], 1e-9);
    expect_close(found.low, wanted.at("nogueira")[2], 1e-9);
    expect_close(found.high, wanted.at("nogueira")[3], 1e-9);
}

TEST(Trust, RankIntervalsAreThoseOfTheReference) {
    for (const char* method : {"fisher", "variance"}) {
        const auto& wanted = trust_golden("T5").at(std::string(method) + "_ranks_B50");
        const SelectRun run =
            run_select(inline_data(), {.method = method, .k = 3, .trust = {.bootstrap = 50}});
        EXPECT_EQ(run.trust.ranks.kind, "bootstrap");
        for (std::size_t j = 0; j < 6; ++j) {
            EXPECT_EQ(run.trust.ranks.interval[j][0], wanted.at("low")[j]) << method;
            EXPECT_EQ(run.trust.ranks.interval[j][1], wanted.at("high")[j]) << method;
        }
        expect_list(run.trust.ranks.mean, wanted.at("mean"), 1e-12, "mean");
    }
}

// Neighbors that are searched once for all halves, against a selection on every half by itself.
TEST(Trust, HalvesAreSelectionsOfTheirOwn) {
    const Dataset data = load("sonar");
    for (const char* name : {"laplacian", "fisher", "lapdofs", "relieff", "variance"})
        for (const Scaling scale : {Scaling::none, Scaling::standard, Scaling::unit}) {
            SelectRequest request{.method = name, .k = 6, .scale = scale};
            std::vector<double> counts(60, 0.0);
            const bool supervised = request.method.needs().labels;
            for (const HalfPair& pair :
                 half_samples(strata_of(supervised ? data.labels : Labels{}, data.samples()), 3, 0))
                for (const std::vector<Index>& half : {pair.first, pair.second}) {
                    Dataset part;
                    part.name = "half";
                    part.x = take_rows(data.x, half);
                    part.labels = take_labels(data.labels, half);
                    for (const Index j : run_select(part, request).selection.selected)
                        counts[at(j)] += 1.0 / 6.0;
                }
            request.trust.stability = 3;
            const SelectRun run = run_select(data, request);
            for (std::size_t j = 0; j < 60; ++j)
                EXPECT_NEAR(run.trust.stability.probability[j], counts[j], 1e-12) << name << " " << j;
        }
}

TEST(Trust, NeighborMethodsRankOnHalfSamples) {
    const Dataset data = load("ionosphere");
    const SelectRun run =
        run_select(data, {.method = "laplacian", .k = 5, .trust = {.stability = 4, .bootstrap = 7}});
    EXPECT_EQ(run.trust.ranks.kind, "half-sample");
    EXPECT_EQ(run.trust.ranks.replicates, 8);
    for (std::size_t j = 0; j < 34; ++j) {
        EXPECT_LE(1, run.trust.ranks.interval[j][0]);
        EXPECT_LE(run.trust.ranks.interval[j][0], run.trust.ranks.interval[j][1]);
        EXPECT_LE(run.trust.ranks.interval[j][1], 34);
        // The same halves, and the same number of features.
        EXPECT_NEAR(run.trust.ranks.top_share[j], run.trust.stability.probability[j], 1e-12);
    }
}

TEST(Trust, GraphTestsOfGenesAreThoseOfTheReference) {
    const auto data = paper_file("glioma.mat");
    if (!data) GTEST_SKIP() << "glioma does not ship";
    const auto& wanted = trust_golden_genes();
    const SelectRun run = run_select(
        *data, {.method = "laplacian", .k = 5, .scale = Scaling::standard, .trust = {.permutations = 0}});
    const PValues& found = run.trust.pvalues;
    expect_list(found.test_score, wanted.at("score"), 1e-9, "score");
    expect_list(found.z, wanted.at("z"), 1e-7, "z");
    expect_list(found.skew, wanted.at("skew"), 1e-7, "skew");
    expect_list(found.p, wanted.at("p"), 1e-8, "p");
    EXPECT_EQ(std::count_if(found.q.begin(), found.q.end(), [](double q) { return q <= 0.05; }),
              wanted.at("q_le_05"));
    EXPECT_EQ(found.flags[7], PFlag::conservative);
    EXPECT_EQ(found.method[7], PMethod::normal);
    EXPECT_EQ(found.method[0], PMethod::pearson3);
}

// SPEC with φ2 and power 1 is the Laplacian score; a graph of one's own is used as it is.
TEST(Trust, GraphTestsFollowTheMethod) {
    const Dataset data = load("ionosphere");
    const Graph graph = build_graph(data.x);
    const SelectRun laplacian =
        run_select(data, {.method = "laplacian", .k = 5, .graph = &graph, .trust = {.permutations = 49}});
    const SelectRun spec = run_select(data, {.method = {"spec", {{"similarity", "graph"}}},
                                             .k = 5,
                                             .graph = &graph,
                                             .trust = {.permutations = 49}});
    EXPECT_EQ(spec.trust.pvalues.p, laplacian.trust.pvalues.p);
    EXPECT_EQ(laplacian.trust.pvalues.familywise.size(), 34U);
    const SelectRun built = run_select(data, {.method = "laplacian", .k = 5, .trust = {.pvalues = true}});
    EXPECT_NE(built.trust.pvalues.z, laplacian.trust.pvalues.z);
    EXPECT_TRUE(built.trust.pvalues.familywise.empty());
    for (const char* criterion : {"phi1", "phi3"}) {
        const SelectRun again = run_select(
            data, {.method = {"spec", {{"criterion", criterion}}}, .k = 5, .trust = {.permutations = 19}});
        EXPECT_THAT(again.trust.pvalues.method, ::testing::Each(PMethod::permutation));
        for (const double p : again.trust.pvalues.p) EXPECT_TRUE(p >= 0.05 && p <= 1.0);
    }
}

// B of them, two for each pair, unless the number is left open.
TEST(Trust, AsManyHalfSamplesAsBootstrapsAreAskedFor) {
    SelectRequest request{.method = "laplacian", .k = 2, .trust = {.bootstrap = 200}};
    EXPECT_EQ(run_select(inline_data(), request).trust.ranks.replicates, 200);
    request.trust.bootstrap = 9;
    EXPECT_EQ(run_select(inline_data(), request).trust.ranks.replicates, 10);
    request.trust = {.bootstrap = TrustRequest::usual_bootstrap, .usual_halves = true};
    EXPECT_EQ(run_select(inline_data(), request).trust.ranks.replicates, 100);
    request.method = "fisher";
    EXPECT_EQ(run_select(inline_data(), request).trust.ranks.replicates, 200);
}

// Excluded features neither build a graph nor say which samples are neighbors: the others have the p-values
// of data without them.
TEST(Trust, ExcludedFeaturesDoNotChangeTheTestsOfTheOthers) {
    const Dataset data = load("sonar");
    const std::vector<Index> excluded = {0, 7, 21, 40, 41, 42, 59};
    const std::vector<Index> kept = arranged_columns({.exclude = excluded}, 60);
    Dataset alone = data;
    alone.x = take_columns(data.x, kept);
    alone.feature_names.clear();
    for (const ConfiguredMethod& method :
         {ConfiguredMethod("laplacian"), ConfiguredMethod("spec", {{"criterion", "phi1"}}),
          ConfiguredMethod("spec", {{"similarity", "relieff"}}), ConfiguredMethod("relieff")}) {
        SelectRequest request{.method = method, .k = 5, .trust = {.pvalues = true, .permutations = 19}};
        const PValues wanted = run_select(alone, request).trust.pvalues;
        request.fixed.exclude = excluded;
        const PValues found = run_select(data, request).trust.pvalues;
        for (std::size_t p = 0; p < kept.size(); ++p)
            EXPECT_EQ(found.p[at(kept[p])], wanted.p[p]) << method.name() << " " << kept[p];
        request.fixed.graph = GraphFeatures::all;
        const PValues all = run_select(data, request).trust.pvalues;
        request.fixed = {};
        EXPECT_EQ(all.p, run_select(data, request).trust.pvalues.p) << method.name();
        // Every p of the two kinds of spec is the smallest there is.
        EXPECT_TRUE(method.name() == "spec" || all.p != found.p) << method.name();
    }
    // They are tested on the graph of the others.
    SelectRequest request{.method = "laplacian", .k = 5, .fixed = {.exclude = excluded}};
    request.trust = {.pvalues = true, .permutations = 0};
    const Graph graph = build_graph(alone.x, request.method.about().graph);
    const GraphTest wanted = graph_test(take_columns(data.x, excluded), graph);
    const PValues found = run_select(data, request).trust.pvalues;
    for (std::size_t p = 0; p < excluded.size(); ++p) EXPECT_EQ(found.z[at(excluded[p])], wanted.z[p]);
    request.fixed.exclude = arranged_columns({.exclude = {3}}, 60);
    request.k = 1;
    EXPECT_THAT(
        message_of(data, request),
        ::testing::HasSubstr("on a graph of the others that are not excluded, and there is one only"));
}

TEST(Trust, IsTheSameOnAnyNumberOfThreads) {
    const Dataset data = load("sonar");
    for (const char* method : {"fisher", "laplacian", "relieff", "hsic"}) {
        const auto with = [&](int threads) {
            return run_select(data,
                              {.method = method,
                               .k = 5,
                               .trust = {.pvalues = true, .stability = 3, .bootstrap = 11}},
                              {.threads = threads})
                .trust;
        };
        const TrustResult one = with(1);
        for (const int threads : {2, 7}) {
            const TrustResult more = with(threads);
            EXPECT_EQ(more.pvalues.p, one.pvalues.p) << method;
            EXPECT_EQ(more.stability.probability, one.stability.probability) << method;
            EXPECT_EQ(more.ranks.interval, one.ranks.interval) << method;
            EXPECT_EQ(more.ranks.mean, one.ranks.mean) << method;
        }
    }
}

TEST(Trust, TinyDataAreMeasuredInAnotherUnit) {
    Dataset data = inline_data(), tiny = inline_data();
    for (Index i = 0; i < 54; ++i) tiny.x.dense().data()[i] *= std::ldexp(1.0, -600);
    for (const char* method : {"fisher", "laplacian"}) {
        const SelectRequest request{
            .method = method, .k = 2, .trust = {.pvalues = true, .stability = 4, .bootstrap = 10}};
        const TrustResult usual = run_select(data, request).trust, small = run_select(tiny, request).trust;
        EXPECT_EQ(small.pvalues.p, usual.pvalues.p) << method;
        EXPECT_EQ(small.stability.probability, usual.stability.probability) << method;
        EXPECT_EQ(small.ranks.interval, usual.ranks.interval) << method;
    }
}

TEST(Trust, SaysWhatTheDataDoNotAllow) {
    Dataset few = inline_data();
    few.x = take_rows(few.x, std::vector<Index>{0, 1, 4, 5, 7});
    few.labels = make_labels(std::vector<int>{0, 0, 1, 1, 2});
    EXPECT_EQ(message_of(few, {.method = "fisher", .k = 2, .trust = {.stability = 5}}),
              "half samples need at least 6 samples, and inline has 5");
    EXPECT_EQ(
        message_of(few, {.method = "laplacian", .k = 2, .trust = {.pvalues = true}}),
        "a test on a graph needs at least 6 samples that have neighbors, and there are 5: use more samples, "
        "or more neighbors");
    Dataset lonely = inline_data();
    lonely.labels = make_labels(std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 1});
    EXPECT_EQ(message_of(lonely, {.method = "fisher", .k = 2, .trust = {.stability = 5}}),
              "half samples need two classes of at least two samples, and inline has 1: give more samples");
    Dataset narrow = inline_data();
    narrow.x = take_columns(narrow.x, std::vector<Index>{0});
    EXPECT_EQ(message_of(narrow, {.method = "laplacian", .k = 1, .trust = {.pvalues = true}}),
              "a feature is tested on a graph of the other features, and there is one feature only: give a "
              "graph of "
              "your own with graph");
    EXPECT_EQ(message_of(inline_data(),
                         {.method = "fisher", .k = 2, .trust = {.stability = 5, .stability_size = 7}}),
              "stability-size=7 is more than the 6 features there are");
}

TEST(Trust, AClassOfOneSampleIsLeftOutOfTheHalves) {
    Dataset data = inline_data();
    data.labels = make_labels(std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1, 2});
    const SelectRun run = run_select(data, {.method = "fisher", .k = 2, .trust = {.stability = 5}});
    EXPECT_THAT(run.remarks,
                ::testing::Contains("half samples: 1 class has one sample only and is in neither half: '2'"));
}

}  // namespace

}  // namespace tamis
