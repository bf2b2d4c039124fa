// Rules for the number of features, in single selections and in comparisons.
#include <gmock/gmock.h>

#include <Eigen/Dense>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/eval/splits.hpp"
#include "tamis/io/load.hpp"
#include "tamis/methods/gfs/regularized_fisher.hpp"
#include "tamis/methods/lapofs/full_information.hpp"
#include "tamis/pipeline/choice/accuracy_curve.hpp"
#include "tamis/pipeline/choice/auto_select.hpp"
#include "tamis/pipeline/evaluate.hpp"
#include "tamis/pipeline/select.hpp"
#include "tests/support/dense_design.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// Three features carry the classes, the others are noise.
Dataset signal(Index samples, Index features, std::uint64_t seed, double size = 2.0) {
    Dataset data;
    data.name = "signal";
    data.labels = testing::random_labels(samples, 2, seed);
    DenseMatrix x = testing::random_matrix(samples, features, seed);
    for (Index i = 0; i < samples; ++i)
        for (Index j = 0; j < 3; ++j) x(i, j) += size * data.labels.of[at(i)];
    data.x = x;
    return data;
}

template <class Problem, class Work>
std::string message_of(Work&& work) {
    try {
        work();
    } catch (const Problem& error) {
        return error.what();
    }
    return "no error";
}

SelectRequest by_rule(const char* method, const char* rule) {
    return {.method = method, .rule = CountRule::parse(rule)};
}

// The same folds, selections and decisions as run_evaluate makes.
TEST(CountRules, CrossValidationIsThatOfAComparison) {
    const Dataset data = signal(60, 12, 3, 1.0);
    EvaluateRequest request;
    request.methods = {"fisher"};
    request.k = {1, 2, 3, 5, 7, 10, 12};
    request.protocol = {.kind = ProtocolKind::cv, .count = 5, .cluster_counts = {}, .repeats = 1};
    request.scale = Scaling::none;
    request.baselines = false;
    const EvaluateRun compared = run_evaluate(data, request);
    const AccuracyCurve curve =
        accuracy_curve(data, "fisher", count_grid(12), {.scale = Scaling::none}, {}, {});
    ASSERT_EQ(curve.counts, (std::vector<Index>{1, 2, 3, 5, 7, 10, 12}));
    for (std::size_t c = 0; c < curve.counts.size(); ++c) {
        double correct = 0.0;
        for (const std::vector<double>& fold : curve.accuracy) correct += 12.0 * fold[c];  // equal folds
        const SummaryRow* row = compared.summary.find_row(0, curve.counts[c], {"1nn", "accuracy", 0});
        EXPECT_NEAR(correct / 60.0, row->mean, 1e-12);
    }
    const SelectRun run = run_select(data, by_rule("fisher", "cv:best"));
    const CurveChoice choice = choose_on_curve(CountRule::Kind::cv_best, curve.accuracy);
    EXPECT_EQ(run.selection.selected.size(), at(curve.counts[choice.best]));
    EXPECT_EQ(run.k_rule, "cv:best");
    EXPECT_EQ(run.k_reason, "the best mean of 5-fold cross-validation with 1nn");
    const SelectRun fewer = run_select(data, by_rule("fisher", "cv"));
    EXPECT_LE(fewer.selection.selected.size(), run.selection.selected.size());
    EXPECT_THAT(fewer.k_reason, HasSubstr("the fewest within one standard error of the best mean (that of "));
}

TEST(CountRules, CrossValidationKeepsIncludedAndExcludedFeatures) {
    const Dataset data = signal(60, 12, 4);
    SelectRequest request = by_rule("fisher", "cv:best");
    request.fixed = {.include = {8, 9}, .exclude = {0}};
    const SelectRun run = run_select(data, request);
    EXPECT_GE(run.selection.selected.size(), 2);
    EXPECT_EQ(run.selection.selected[0], 8);
    EXPECT_EQ(std::count(run.selection.selected.begin(), run.selection.selected.end(), 0), 0);
}

TEST(CountRules, SayWhatTheyCannotDo) {
    Dataset data = signal(30, 6, 5);
    EXPECT_EQ(message_of<UsageError>([&] { run_select(data, by_rule("fisher", "gain:0.5")); }),
              "gain:… is for gfs and for lapdofs with solver=greedy, whose objectives grow with every "
              "feature, not for "
              "fisher: use k=cv:best where there are labels, or a number");
    Dataset unlabeled = data;
    unlabeled.labels = {};
    EXPECT_EQ(
        message_of<Error>([&] { run_select(unlabeled, by_rule("laplacian", "cv")); }),
        "k = cv judges features by how well they tell classes apart, and signal has no labels: give labels "
        "with label or a number of features with k");
    Dataset single = data;
    single.labels.of[0] = 2;
    std::vector<int> values = single.labels.of;
    single.labels = make_labels(values);
    EXPECT_EQ(
        message_of<Error>([&] { run_select(single, by_rule("fisher", "cv")); }),
        "k = cv needs two samples of every class, to train on one and to test on the other: class '2' has 1");
}

TEST(CountRules, GainOfLapdofsIsTheShareOfTheWholeDeterminant) {
    for (const Index features : {8, 25}) {  // fewer and more than samples
        Dataset data;
        data.name = "design";
        const DenseMatrix x = testing::random_matrix(15, features, 6);
        data.x = x;
        SelectRequest request = by_rule("lapdofs", "gain:0.6");
        const SelectRun run = run_select(data, request);
        const Graph graph = build_graph(x, find_method("lapdofs").about.graph, {}, nullptr);
        const testing::DenseDesign dense{testing::to_eigen(x), testing::dense_b(graph, 0.01), 0.01};
        std::vector<Index> all(at(features));
        for (Index j = 0; j < features; ++j) all[at(j)] = j;
        const auto gain = [&](const std::vector<Index>& set) {
            return dense.log_det(set) - static_cast<double>(set.size()) * std::log(0.01);
        };
        const FeatureGram gram(data.x, graph, 0.01, LaplacianKind::plain, {});
        EXPECT_NEAR(log_det_of_all(gram, 0.01, {}), gain(all), 1e-8 * gain(all));
        EXPECT_GE(gain(run.selection.selected), 0.6 * gain(all));
        std::vector<Index> fewer = run.selection.selected;
        fewer.pop_back();
        EXPECT_LT(gain(fewer), 0.6 * gain(all));
        EXPECT_EQ(run.k_reason, "the fewest that reach 60 % of what all features reach");
    }
}

TEST(CountRules, GainOfGfsIsTheShareOfTheCriterion) {
    const Dataset data = signal(40, 10, 7);
    SelectRequest request = by_rule("gfs", "gain:0.8");
    const SelectRun run = run_select(data, request);
    std::vector<Index> all;
    for (Index j = 0; j < 10; ++j) all.push_back(j);
    const double full = regularized_fisher(data.x, data.labels, all, 100.0);
    const SelectRun longest = run_select(data, {.method = "gfs", .k = FeatureCount::all()});
    const auto first = [&](Index k) {
        const std::span<const Index> order(longest.selection.selected);
        return regularized_fisher(data.x, data.labels, order.first(at(k)), 100.0);
    };
    const auto k = static_cast<Index>(run.selection.selected.size());
    EXPECT_GE(first(k), 0.8 * full);
    if (k > 1) {
        EXPECT_LT(first(k - 1), 0.8 * full);
    }
}

TEST(CountRules, WarnWhereTheShareIsNotReached) {
    Dataset data;
    data.name = "wide";
    data.x = testing::random_matrix(260, 300, 8);
    const SelectRun run = run_select(data, by_rule("lapdofs", "gain:0.99"));
    EXPECT_EQ(run.selection.selected.size(), 200);
    EXPECT_THAT(run.remarks, Contains(HasSubstr("gain:0.99 is not reached by 200 features, which reach ")));
}

TEST(CountRules, AreFollowedInEveryTrainingPart) {
    const Dataset data = signal(60, 12, 9);
    EvaluateRequest request;
    request.methods = {"fisher", "gfs"};
    request.k = {2};
    request.rules = {*CountRule::parse("cv:best"), *CountRule::parse("cv")};
    request.protocol = parse_protocol("cv:3x2");
    const EvaluateRun run = run_evaluate(data, request);
    std::vector<std::string> labels;
    for (const EvaluatedMethod& method : run.methods) labels.push_back(method.label);
    EXPECT_EQ(labels, (std::vector<std::string>{"fisher", "fisher (cv:best)", "fisher (cv)", "gfs",
                                                "gfs (cv:best)", "gfs (cv)", "random", "all"}));
    EXPECT_EQ(run.methods[1].k_rule, "cv:best");
    const SummaryRow* by_rule_row = run.summary.find_row(1, 2, {"1nn", "accuracy", 0});
    ASSERT_NE(by_rule_row, nullptr);
    EXPECT_TRUE(by_rule_row->any_k);
    EXPECT_EQ(by_rule_row->n, 2);
    EXPECT_GE(by_rule_row->k, 1);
    EXPECT_LE(by_rule_row->k, 12);
    for (const int threads : {1, 2, 7}) {
        Context context;
        context.threads = threads;
        const EvaluateRun again = run_evaluate(data, request, context);
        ASSERT_EQ(again.rows.size(), run.rows.size());
        for (std::size_t r = 0; r < run.rows.size(); ++r) {
            EXPECT_EQ(again.rows[r].value, run.rows[r].value);
            EXPECT_EQ(again.rows[r].k, run.rows[r].k);
        }
    }
    request.protocol = parse_protocol("loo");
    request.methods = {"laplacian"};
    EXPECT_EQ(
        message_of<UsageError>([&] { run_evaluate(data, request); }),
        "k = cv:best needs a training part, and the protocol loo has none: use holdout or cv, or a number");
}

TEST(Nested, ChoosesWithinTheTrainingPart) {
    const Dataset data = signal(60, 10, 10, 1.0);
    EvaluateRequest request;
    request.methods = {"fisher", "relieff"};
    request.k = {1, 3, 10};
    request.protocol = parse_protocol("nested:3x4");
    const EvaluateRun run = run_evaluate(data, request);
    std::vector<std::string> labels;
    for (const EvaluatedMethod& method : run.methods) labels.push_back(method.label);
    EXPECT_EQ(labels, (std::vector<std::string>{"best", "fisher", "relieff", "random", "all"}));
    EXPECT_EQ(run.protocol, "nested:3x4");
    EXPECT_THAT(run.summary.feature_counts, ::testing::ElementsAre(0));
    // What is chosen in an outer fold is what the same choice gives on its training samples alone.
    const std::vector<Split> splits = make_splits(request.protocol, data.labels, 0, data.name);
    ASSERT_EQ(splits.size(), 3);
    for (const Split& split : splits) {
        Dataset part;
        part.name = data.name;
        part.x = take_rows(data.x, split.train);
        part.labels = take_labels(data.labels, split.train);
        Context context;
        context.seed = split.seed;
        const AccuracyCurve curve =
            accuracy_curve(part, "fisher", {1, 3, 10}, {.scale = Scaling::standard, .folds = 4}, {}, context);
        const Index k = curve.counts[choose_on_curve(CountRule::Kind::cv_best, curve.accuracy).best];
        const auto found =
            std::find_if(run.selections.begin(), run.selections.end(), [&](const ChosenFeatures& one) {
                return run.methods[one.method].label == "fisher" && one.fold == split.fold;
            });
        ASSERT_NE(found, run.selections.end());
        EXPECT_EQ(found->k, k);
    }
    for (const char* wrong : {"nested:5", "nested:1x5", "nested:5x1", "nested:x5"})
        EXPECT_THROW(parse_protocol(wrong), UsageError) << wrong;
    EXPECT_EQ(to_text(parse_protocol("nested:5x4")), "nested:5x4");
}

TEST(Auto, ChoosesAndSaysWhatItIsWorth) {
    const Dataset data = signal(80, 15, 11, 3.0);
    const AutoRun run = run_auto(data, {.candidates = {"fisher", "gfs"}});
    ASSERT_TRUE(run.accuracy.has_value());
    EXPECT_GT(run.accuracy->mean, 0.85);
    EXPECT_GT(run.accuracy->mean, run.accuracy->random);
    EXPECT_EQ(run.candidates.size(), 2);
    EXPECT_EQ(run.selection.scale, Scaling::standard);
    EXPECT_FALSE(run.selection.explanations.features.empty());
    EXPECT_EQ(static_cast<Index>(run.selection.selection.selected.size()),
              run.candidates[run.candidates[0].chosen ? 0 : 1].k);
    const AutoRun noise = run_auto(signal(80, 15, 12, 0.0), {.candidates = {"fisher"}});
    EXPECT_NE(noise.verdict, AutoVerdict::better);
    EXPECT_THAT(noise.conclusion, HasSubstr("features drawn at random are as good as the chosen ones"));
}

TEST(Auto, DoesWhatCanBeDoneWithoutLabels) {
    Dataset data = signal(40, 12, 13);
    data.labels = {};
    const AutoRun run = run_auto(data, {.k = 4});
    EXPECT_FALSE(run.accuracy.has_value());
    EXPECT_EQ(run.selection.method, "laplacian");
    EXPECT_EQ(run.selection.selection.selected.size(), 4);
    EXPECT_THAT(run.conclusion, HasSubstr("without labels nothing tells how many features are enough"));
    EXPECT_EQ(
        message_of<UsageError>([&] { run_auto(data, {.candidates = {"fisher"}}); }),
        "fisher needs labels, and signal has none: use laplacian or lapdofs, or give labels with label");
}

TEST(Auto, RefusesWhatItCannotJudge) {
    Dataset data = signal(40, 6, 14);
    EXPECT_EQ(message_of<UsageError>([&] { run_auto(data, {.candidates = {"all"}}); }),
              "'all' is a baseline and no candidate");
    EXPECT_EQ(message_of<UsageError>([&] { run_auto(data, {.evaluator = Evaluator::kmeans}); }),
              "auto judges features with 1nn or svm, not with kmeans");
    EXPECT_EQ(message_of<UsageError>([&] { run_auto(data, {.budget = 0.0}); }),
              "budget must be a number of seconds above 0");
    data.labels.measured = true;
    EXPECT_THROW(run_auto(data, {}), Error);
    Dataset few;
    few.name = "few";
    few.x = testing::random_matrix(9, 5, 2);
    few.labels = make_labels(std::vector<int>{0, 0, 0, 1, 1, 1, 2, 2, 2});
    const AutoRun run = run_auto(few, {.candidates = {"fisher"}});  // three samples per class: three folds
    EXPECT_EQ(run.accuracy->folds, 3);
}

TEST(Auto, LeavesOutWhatTheBudgetDoesNotAllow) {
    const Dataset data = signal(60, 10, 15);
    std::vector<std::string> warnings;
    Context context;
    context.warn = [&](const std::string& text) { warnings.push_back(text); };
    const AutoRun run = run_auto(data, {.candidates = {"fisher", "gfs"}, .budget = 1e-6}, context);
    EXPECT_EQ(run.candidates.size(), 1);
    EXPECT_THAT(warnings, Contains(HasSubstr(" is left out: it would take about ")));
}

}  // namespace

}  // namespace tamis
