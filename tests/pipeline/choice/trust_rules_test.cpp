// The rules fdr and stable, in single selections and in comparisons.
#include "tamis/pipeline/choice/trust_rules.hpp"

#include <gmock/gmock.h>

#include "tamis/core/error.hpp"
#include "tamis/eval/splits.hpp"
#include "tamis/io/load.hpp"
#include "tamis/pipeline/choice/auto_select.hpp"
#include "tamis/pipeline/evaluate.hpp"
#include "tamis/pipeline/trust/half_runs.hpp"
#include "tamis/saved/saved.hpp"
#include "tamis/saved/selection_json.hpp"
#include "tests/support/random_data.hpp"
#include "tests/trust/trust_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

Dataset inline_data() {
    Dataset data;
    data.name = "inline";
    data.x = testing::inline_x();
    data.labels = testing::inline_y();
    return data;
}

// The first three features carry the classes if `size` is not 0.
Dataset signal(Index samples, Index features, std::uint64_t seed, double size) {
    Dataset data;
    data.name = "signal";
    data.labels = testing::random_labels(samples, 2, seed);
    DenseMatrix x = testing::random_matrix(samples, features, seed);
    for (Index i = 0; i < samples; ++i)
        for (Index j = 0; j < 3; ++j) x(i, j) += size * data.labels.of[at(i)];
    data.x = x;
    return data;
}

template <class Problem>
std::string message_of(const Dataset& data, const SelectRequest& request) {
    try {
        run_select(data, request);
    } catch (const Problem& error) {
        return error.what();
    }
    return "no error";
}

SelectRequest by_rule(const char* method, const std::string& rule) {
    return {.method = method, .rule = CountRule::parse(rule)};
}

TEST(FdrRule, CountsTheReference) {
    // q of the reference: 0.00135, 0.0149, 0.0847, 1, 0.717, 0
    const std::vector<std::pair<const char*, std::vector<Index>>> cases = {
        {"fdr:0.001", {5}}, {"fdr:0.01", {5, 0}}, {"fdr:0.05", {5, 0, 1}}, {"fdr:0.1", {5, 0, 1, 2}}};
    for (const auto& [rule, wanted] : cases) {
        const SelectRun run = run_select(inline_data(), by_rule("fisher", rule));
        EXPECT_EQ(run.selection.selected, wanted) << rule;
        EXPECT_EQ(run.k_rule, rule);
        testing::expect_list(run.trust.pvalues.q, testing::trust_golden("T1").at("inline").at("q"), 1e-8,
                             "q");
    }
    EXPECT_EQ(run_select(inline_data(), by_rule("fisher", "fdr:0.05")).k_reason, "3 of 6 have q <= 0.05");
}

TEST(FdrRule, CountsWhatTheTestOfTheMethodFinds) {
    const Dataset data = load("sonar");
    for (const char* method : {"fisher", "laplacian", "hsic", "relieff", "trace-ratio"})
        for (const double level : {0.01, 0.2}) {
            SelectRequest request = by_rule(method, level == 0.01 ? "fdr:0.01" : "fdr:0.2");
            SelectRequest asked{.method = method, .k = 5, .trust = {.pvalues = true}};
            if (std::string(method) == "relieff") request.trust.permutations = asked.trust.permutations = 599;
            const SelectRun tested = run_select(data, asked);
            const std::vector<double>& q = tested.trust.pvalues.q;
            const auto k = std::count_if(q.begin(), q.end(), [&](double one) { return one <= level; });
            ASSERT_GT(k, 0) << method;
            const SelectRun run = run_select(data, request);
            EXPECT_EQ(run.trust.pvalues.q, q) << method;
            EXPECT_EQ(run.selection.selected, run_select(data, {.method = method, .k = k}).selection.selected)
                << method;
            const auto others = std::count_if(run.selection.selected.begin(), run.selection.selected.end(),
                                              [&](Index j) { return q[at(j)] > level; });
            EXPECT_EQ(others > 0, ::testing::Value(run.remarks, Contains(HasSubstr("have a q above"))))
                << method;
        }
}

TEST(FdrRule, SaysWhatItDidNotFind) {
    const Dataset noise = signal(40, 12, 3, 0.0);
    const SelectRun tested = run_select(noise, {.method = "fisher", .k = 1, .trust = {.pvalues = true}});
    const std::vector<double>& q = tested.trust.pvalues.q;
    const auto best = std::min_element(q.begin(), q.end());
    ASSERT_GT(*best, 0.01);
    const std::string message = message_of<Error>(noise, by_rule("fisher", "fdr:0.01"));
    EXPECT_THAT(message, HasSubstr("k = fdr:0.01: nothing significant: the smallest q is "));
    EXPECT_THAT(message, HasSubstr(", that of feature " + std::to_string(best - q.begin()) +
                                   ": there may be nothing to find, or too few samples to find it; "));
    EXPECT_THAT(message, HasSubstr("10 takes the best ones"));
    const std::string few = message_of<Error>(signal(40, 4, 3, 0.0), by_rule("fisher", "fdr:0.001"));
    EXPECT_THAT(few, AllOf(HasSubstr("nothing significant"), HasSubstr("4 takes the best ones")));
    EXPECT_EQ(message_of<UsageError>(noise, by_rule("gfs", "fdr:0.05")),
              "gfs has no p-values: it chooses a set, and a single feature has no score of its own: use "
              "stability to see which features would be chosen again");
}

TEST(FdrRule, KeepsIncludedAndExcludedFeatures) {
    SelectRequest request = by_rule("fisher", "fdr:0.05");
    request.fixed = {.include = {4}, .exclude = {5}};
    const SelectRun run = run_select(inline_data(), request);
    EXPECT_EQ(run.selection.selected, (std::vector<Index>{4, 0, 1}));
    EXPECT_EQ(run.k_reason, "2 of 6 have q <= 0.05, and 1 included ones have not");
}

TEST(StableRule, TakesThoseOfTheReference) {
    // shares of the reference: 0.8, 0.85, 0.15, 0, 0.2, 1
    const std::vector<std::pair<const char*, std::vector<Index>>> cases = {
        {"stable:0.75", {5, 1, 0}}, {"stable:0.8", {5, 1, 0}}, {"stable:0.85", {5, 1}}, {"stable:1", {5}}};
    for (const auto& [rule, wanted] : cases) {
        SelectRequest request = by_rule("fisher", rule);
        request.trust.stability = 10;
        request.trust.stability_size = 3;
        const SelectRun run = run_select(inline_data(), request);
        EXPECT_EQ(run.selection.selected, wanted) << rule;
        testing::expect_list(run.trust.stability.probability,
                             testing::trust_golden("T4").at("fisher_k3_B10_seed0").at("probability"), 1e-12,
                             "share");
    }
}

// {j : Π_j >= π} by (-Π, rank among all samples, column), whatever the method's own best k are.
TEST(StableRule, IsItsDefinition) {
    const Dataset data = load("sonar");
    for (const char* method : {"fisher", "laplacian", "trace-ratio", "gfs", "lapdofs"}) {
        SelectRequest request = by_rule(method, "stable:0.6");
        request.trust.stability = 5;
        const SelectRun run = run_select(data, request);
        const SelectRun asked =
            run_select(data, {.method = method, .k = 30, .trust = {.stability = 5, .stability_size = 30}});
        const std::vector<double>& share = asked.trust.stability.probability;
        EXPECT_EQ(run.trust.stability.probability, share) << method;
        EXPECT_EQ(run.trust.stability.size, 30) << method;
        const std::vector<Small> rank = ranking_of(asked.selection, 60);
        std::vector<std::tuple<double, Small, Index>> wanted;
        for (Index j = 0; j < 60; ++j)
            if (share[at(j)] > 0.6 - 1e-9) wanted.emplace_back(-share[at(j)], rank[at(j)], j);
        std::sort(wanted.begin(), wanted.end());
        ASSERT_EQ(run.selection.selected.size(), wanted.size()) << method;
        for (std::size_t place = 0; place < wanted.size(); ++place)
            EXPECT_EQ(run.selection.selected[place], std::get<2>(wanted[place])) << method;
        EXPECT_EQ(run.k_reason, "they are among the best 30 on at least 60 % of 10 half samples");
        for (const int threads : {2, 7}) {
            Context context;
            context.threads = threads;
            EXPECT_EQ(run_select(data, request, context).selection.selected, run.selection.selected);
        }
    }
}

TEST(StableRule, HasTheObjectiveOfItsFeatures) {
    SelectRequest request = by_rule("fisher", "stable:0.75");
    request.explain = true;
    const SelectRun run = run_select(load("sonar"), request);
    double sum = 0.0;
    for (const Index j : run.selection.selected) sum += run.selection.scores[at(j)];
    EXPECT_NEAR(run.selection.objective.value, sum, 1e-12 * sum);
    EXPECT_TRUE(run.fixed.empty());
    for (const Index j : run.selection.selected) EXPECT_EQ(run.explanations.features[at(j)].reason, "chosen");
}

TEST(StableRule, KeepsIncludedAndExcludedFeatures) {
    SelectRequest request = by_rule("fisher", "stable:0.75");
    request.fixed = {.include = {7, 9}, .exclude = {0}};
    const SelectRun run = run_select(signal(80, 12, 4, 3.0), request);
    ASSERT_GE(run.selection.selected.size(), 4);
    EXPECT_EQ(run.selection.selected[0], 7);
    EXPECT_EQ(run.selection.selected[1], 9);
    EXPECT_THAT(run.selection.selected, ::testing::IsSupersetOf({1, 2}));
    EXPECT_THAT(run.selection.selected, ::testing::Not(Contains(0)));
}

TEST(StableRule, SaysWhatItDidNotFind) {
    SelectRequest request = by_rule("fisher", "stable:1");
    request.trust.stability_size = 1;
    EXPECT_THAT(message_of<Error>(signal(40, 30, 5, 0.0), request),
                ::testing::MatchesRegex(
                    "k = stable:1: nothing stable: feature [0-9]+ is chosen most often, on [0-9.]+ % of the "
                    "half samples: use a lower level, or a larger stability.size; features that say the same "
                    "replace each other"));
    request.trust.stability_size = 31;
    EXPECT_THAT(message_of<Error>(signal(40, 30, 5, 0.0), request),
                HasSubstr("is more than the 30 features there are"));
    EXPECT_EQ(message_of<Error>(signal(5, 4, 5, 1.0), by_rule("variance", "stable:0.75")),
              "half samples need at least 6 samples, and signal has 5");
}

TEST(StableRule, IsFoundAgainFromTheDocument) {
    SelectRequest request = by_rule("laplacian", "stable:0.7");
    request.trust.stability = 6;
    request.trust.stability_size = 9;
    const Dataset data = load("sonar");
    const SelectRun run = run_select(data, request);
    const SavedRequest again = parse_request(to_json(run, 0.0), "saved");
    EXPECT_EQ(run_select(data, again.request).selection.selected, run.selection.selected);
}

// The training part alone decides, and the rows say how many it took.
TEST(TrustRules, AreFollowedInEveryTrainingPart) {
    const Dataset data = signal(60, 10, 6, 1.5);
    EvaluateRequest request;
    request.methods = {"fisher", "laplacian"};
    request.k = {2};
    request.rules = {*CountRule::parse("fdr:0.05"), *CountRule::parse("stable:0.75")};
    request.protocol = parse_protocol("cv:3");
    request.scale = Scaling::none;
    request.baselines = false;
    const EvaluateRun run = run_evaluate(data, request);
    for (const Split& split : make_splits(request.protocol, data.labels, 0, data.name)) {
        Dataset part;
        part.name = data.name;
        part.x = take_rows(data.x, split.train);
        part.labels = take_labels(data.labels, split.train);
        Context context;
        context.seed = split.seed;
        for (const char* rule : {"fdr:0.05", "stable:0.75"}) {
            const auto found =
                std::find_if(run.selections.begin(), run.selections.end(), [&](const auto& one) {
                    return run.methods[one.method].label == "fisher (" + std::string(rule) + ")" &&
                           one.fold == split.fold;
                });
            ASSERT_NE(found, run.selections.end()) << rule;
            EXPECT_EQ(found->selected, run_select(part, by_rule("fisher", rule), context).selection.selected);
        }
    }
    for (const EvaluationRow& row : run.rows)
        if (run.methods[row.method].k_rule == "fdr:0.05" && run.methods[row.method].method == "fisher") {
            EXPECT_GE(row.k, 3);
        }
    for (const int threads : {1, 2, 7}) {
        Context context;
        context.threads = threads;
        const EvaluateRun again = run_evaluate(data, request, context);
        ASSERT_EQ(again.rows.size(), run.rows.size());
        for (std::size_t r = 0; r < run.rows.size(); ++r) EXPECT_EQ(again.rows[r].value, run.rows[r].value);
    }
    request.methods = {"gfs"};
    EXPECT_THROW(run_evaluate(data, request), UsageError);
}

TEST(TrustRules, PredictTheMostFrequentClassWhereNothingIsFound) {
    Dataset data;
    data.name = "noise";
    data.x = testing::random_matrix(30, 6, 7);
    std::vector<int> classes(30, 0);
    for (std::size_t i = 0; i < 9; ++i) classes[i] = 1;
    data.labels = make_labels(classes);
    EvaluateRequest request;
    request.methods = {"fisher"};
    request.k = {};
    request.rules = {*CountRule::parse("fdr:0.000001")};
    request.protocol = parse_protocol("cv:3");
    request.evaluators = {Evaluator::one_nearest, Evaluator::svm};
    const EvaluateRun run = run_evaluate(data, request);
    Index seen = 0;
    for (const EvaluationRow& row : run.rows) {
        if (run.methods[row.method].k_rule.empty()) continue;
        EXPECT_EQ(row.k, 0);
        EXPECT_NEAR(row.value, row.metric == "accuracy" ? 0.7 : 0.0, 1e-12);
        ++seen;
    }
    EXPECT_EQ(seen, 3);  // two accuracies and the redundancy
    EXPECT_TRUE(run.complete);
    EXPECT_TRUE(run.folds.empty());
    EXPECT_THAT(run.remarks,
                Contains(HasSubstr("fdr:1e-06 finds no feature for fisher in a training part: its "
                                   "most frequent class is predicted there")));
}

TEST(AutoTrust, SaysHowSureTheChoiceIs) {
    const Dataset data = signal(60, 10, 8, 2.0);
    const AutoRun tested = run_auto(data, {.candidates = {"fisher"}});
    const SelectRun alone =
        run_select(data, {.method = "fisher",
                          .k = static_cast<Index>(tested.selection.selection.selected.size()),
                          .scale = Scaling::standard,
                          .trust = {.pvalues = true, .stability = 20}});
    EXPECT_EQ(tested.selection.trust.pvalues.p, alone.trust.pvalues.p);
    EXPECT_EQ(tested.selection.trust.stability.probability, alone.trust.stability.probability);
    const AutoRun set = run_auto(data, {.candidates = {"gfs"}});
    EXPECT_TRUE(set.selection.trust.pvalues.empty());
    EXPECT_EQ(set.selection.trust.stability.pairs, 20);
}

TEST(AutoTrust, TestsOnCrossFittedGraphsWithoutLabels) {
    Dataset data = signal(60, 10, 9, 3.0);
    data.labels = {};
    const AutoRun run = run_auto(data, {.k = 3});
    EXPECT_EQ(run.selection.trust.pvalues.z.size(), 10);
    EXPECT_EQ(run.selection.trust.stability.pairs, 20);
}

TEST(AutoTrust, LeavesOutWhatCannotBeDone) {
    std::vector<std::string> warnings;
    Context context;
    context.warn = [&](const std::string& text) { warnings.push_back(text); };
    Dataset few = signal(5, 4, 10, 0.0);
    few.labels = {};
    const AutoRun small = run_auto(few, {.k = 2}, context);
    EXPECT_EQ(small.selection.selection.selected.size(), 2);
    EXPECT_FALSE(small.selection.trust.stability.pairs > 0);
    EXPECT_THAT(warnings, Contains(HasSubstr("no half samples: ")));
    const AutoRun hurried =
        run_auto(signal(60, 10, 11, 1.0), {.candidates = {"fisher"}, .budget = 1e-6}, context);
    EXPECT_TRUE(hurried.selection.trust.stability.empty());
    EXPECT_THAT(warnings,
                Contains(HasSubstr("too little is left of the budget to see what is chosen again")));
}

}  // namespace

}  // namespace tamis
