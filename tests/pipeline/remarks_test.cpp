// What `select` remarks on or refuses, `evaluate` does too: both go through one driver.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/pipeline/compare/split_remarks.hpp"
#include "tamis/pipeline/evaluate.hpp"
#include "tamis/pipeline/select.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Dataset noise(Index samples, Index features, int classes) {
    Dataset data;
    data.name = "noise";
    data.x = testing::random_matrix(samples, features, 1);
    std::vector<int> labels;
    for (Index i = 0; i < samples; ++i) labels.push_back(static_cast<int>(i) % classes);
    data.labels = make_labels(labels);
    return data;
}

void make_constant(Dataset& data, Index first_column) {
    for (Index i = 0; i < data.samples(); ++i)
        for (Index j = first_column; j < data.features(); ++j) data.x.dense()(i, j) = 2.0;
}

std::vector<std::string> selected(const Dataset& data, const SelectRequest& request) {
    return run_select(data, request).remarks;
}

// On two splits, without the baselines, which run no method.
std::vector<std::string> compared(const Dataset& data, EvaluateRequest request) {
    if (request.protocol.repeats == 10) request.protocol = parse_protocol("holdout:0.5x2");
    request.baselines = false;
    std::vector<std::string> warned;
    Context context;
    context.warn = [&](const std::string& text) { warned.push_back(text); };
    const std::vector<std::string> remarks = run_evaluate(data, request, context).remarks;
    EXPECT_EQ(remarks, warned);
    return remarks;
}

std::string refusal(const auto& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Remarks, ClassesOfOneSample) {
    const Dataset data = noise(12, 4, 2);
    Dataset single = data;
    std::vector<int> labels = data.labels.of;
    labels[0] = 7;
    single.labels = make_labels(labels);
    const auto text = HasSubstr("class '7' has one sample only: its spread counts as zero");
    EXPECT_THAT(selected(single, {.method = "fisher", .k = 2}), ElementsAre(text));
    EXPECT_THAT(
        compared(data, {.methods = {"fisher"}, .k = {2}, .protocol = parse_protocol("per-class:1x2")}),
        ElementsAre("fisher: classes '0', '1' have one sample only: their spread counts as zero "
                    "(2 times)"));
    EXPECT_THAT(compared(data, {.methods = {"variance"},
                                .k = {2},
                                .protocol = parse_protocol("per-class:1x2"),
                                .scale = Scaling::none}),
                IsEmpty());
}

TEST(Remarks, FewerFeaturesVaryThanAreToBeSelected) {
    Dataset data = noise(20, 6, 2);
    make_constant(data, 2);
    EXPECT_THAT(selected(data, {.method = "fisher", .k = 3}),
                Contains("only 2 features vary, fewer than the 3 to be selected"));
    EXPECT_THAT(compared(data, {.methods = {"fisher"}, .k = {3}}),
                Contains("fisher: only 2 features vary, fewer than the 3 to be selected (2 times)"));
    EXPECT_THAT(compared(data, {.methods = {"fisher"}, .k = {2}}), IsEmpty());
    make_constant(data, 0);
    EXPECT_THAT(selected(data, {.method = "fisher", .k = 1}),
                Contains(HasSubstr("every feature is constant")));
    EXPECT_THAT(compared(data, {.methods = {"fisher"}, .k = {1}}),
                Contains(HasSubstr("fisher: every feature is constant")));
}

TEST(Remarks, NothingLeftToChooseFrom) {
    Dataset data = noise(20, 6, 2);
    make_constant(data, 2);
    EXPECT_EQ(run_select(data, {.method = "fisher", .k = 3}).selection.stop, Stop::exhausted);
    EXPECT_THAT(compared(data, {.methods = {"fisher"}, .k = {3}}),
                Contains(HasSubstr("fisher: no informative features were left")));
}

TEST(Remarks, HealthOfTheGraph) {
    Dataset data = noise(24, 3, 2);
    for (Index i = 0; i < 24; ++i) data.x.dense()(i, 0) += i % 2 == 0 ? 1e3 : 0.0;  // two far islands
    const SelectRequest request{.method = "laplacian", .k = 2};
    const std::vector<std::string> remarks = selected(data, request);
    ASSERT_THAT(remarks, Contains(HasSubstr("falls into 2 parts")));
    EXPECT_THAT(compared(data, {.methods = {"laplacian"}, .k = {2}, .scale = Scaling::none}),
                Contains(AllOf(HasSubstr("laplacian: "), HasSubstr("falls into 2 parts"))));
}

TEST(Remarks, GraphOptionsWithoutAGraph) {
    const Dataset data = noise(20, 4, 2);
    const GraphOptions given{.neighbors = 3};
    EXPECT_THAT(selected(data, {.method = "fisher", .k = 2, .graph_options = given}),
                ElementsAre(HasSubstr("fisher uses no graph")));
    EvaluateRequest request{.methods = {ComparedMethod("fisher", {{"neighbors", Index{3}}})}, .k = {2}};
    EXPECT_THAT(compared(data, request), ElementsAre(HasSubstr("none of the methods uses a graph")));
    request.methods.emplace_back("laplacian", Record{{"neighbors", Index{3}}});
    EXPECT_THAT(compared(data, request), ::testing::Not(Contains(HasSubstr("uses a graph"))))
        << "the options are for the other method";
}

TEST(Remarks, SparseDataThatBecomeDense) {
    Dataset data;
    data.name = "counts";
    data.x = to_sparse(testing::random_counts(30, 5, 0.4, 3));
    data.labels = testing::random_labels(30, 2, 4);
    const auto text = HasSubstr("the sparse data become dense");
    EXPECT_THAT(selected(data, {.method = "fisher", .k = 2, .scale = Scaling::standard}), Contains(text));
    // Of the splits, whichever method comes first.
    const auto remarks = compared(data, {.methods = {"fisher", "gfs"}, .k = {2}, .scale = Scaling::standard});
    EXPECT_THAT(remarks, Contains(AllOf(text, ::testing::StartsWith("this scaling"))));
}

Dataset islands(int count) {
    Dataset data = noise(80, 3, 2);
    for (Index i = 0; i < 80; ++i) data.x.dense()(i, 0) += 1e3 * static_cast<double>(i % count);
    return data;
}

Dataset made_of(Matrix x, int classes = 2) {
    Dataset data = noise(x.rows(), 1, classes);
    data.x = std::move(x);
    return data;
}

// Most samples are the same.
Dataset mostly_zeros() {
    DenseMatrix x(40, 3);
    for (Index i = 0; i < 40; ++i) x(i, i % 3) = i % 9 == 0 ? static_cast<double>(i) : 0.0;
    return made_of(std::move(x));
}

Dataset large_numbers() {
    DenseMatrix x = testing::random_matrix(12, 20, 5);
    for (Index i = 0; i < 12; ++i)
        for (Index j = 0; j < 20; ++j) x(i, j) = std::round(1e9 * x(i, j));
    return made_of(std::move(x));
}

struct MethodRemark {
    const char* text;
    Dataset data;
    ConfiguredMethod method;
    Record graph = {};
    Index k = 2;
};

// What methods and their graphs remark on.
std::vector<MethodRemark> method_remarks() {
    return {
        {"cosine similarity of 0 or less", noise(30, 3, 2), configure("laplacian"), {{"weights", "cosine"}}},
        {"so far apart that their heat weight is 0",
         noise(30, 3, 2),
         configure("laplacian"),
         {{"bandwidth", 1e-3}}},
        {"too few for 10 neighbors", noise(20, 4, 2), configure("relieff")},
        {"price has no effect", noise(20, 4, 2), configure("lapdofs", {{"price", 0.1}})},
        {"rounding hides what", large_numbers(), configure("lapdofs", {{"lambda2", 1e-12}}), {}, 18},
        {"the relaxation gives weight to",
         noise(30, 6, 2),
         configure("lapdofs", {{"solver", "convex"}, {"price", 1e6}}),
         {},
         4},
        {"keeps the residuals of all features", made_of(to_sparse(testing::random_counts(30, 5, 0.4, 3))),
         configure("lapgofs")},
        {"more than clusters=2", islands(4),
         configure("spec", {{"criterion", "phi3"}, {"clusters", Index{2}}})},
        {"treats class labels as quantities", noise(30, 4, 3),
         configure("hsic", {{"label_kernel", "integer"}})},
        {"drop_fraction has no effect", noise(30, 4, 2), configure("hsic", {{"drop_fraction", 0.2}})},
        {"sample pairs coincide", mostly_zeros(), configure("hsic", {{"kernel", "rbf"}})},
    };
}

TEST(Remarks, OfMethodsAndTheirGraphs) {
    for (const MethodRemark& one : method_remarks()) {
        SCOPED_TRACE(one.text);
        SelectRequest request{.method = one.method, .k = one.k};
        if (!one.graph.empty())
            request.graph_options = with_graph_options(one.method.about().graph, one.graph);
        EXPECT_THAT(selected(one.data, request), Contains(HasSubstr(one.text)));
        EXPECT_THAT(compared(one.data, {.methods = {ComparedMethod(one.method, one.graph)},
                                        .k = {one.k},
                                        .scale = Scaling::none}),
                    Contains(AllOf(::testing::StartsWith(one.method.name()), HasSubstr(one.text))));
    }
}

// A graph that several methods share is remarked on for each of them.
TEST(Remarks, OfASharedGraph) {
    const Record graph = {{"weights", "cosine"}};
    const std::vector<std::string> remarks =
        compared(noise(30, 3, 2),
                 {.methods = {ComparedMethod("laplacian", graph), ComparedMethod("spec", graph)}, .k = {2}});
    for (const char* method : {"laplacian: ", "spec: "})
        EXPECT_THAT(remarks, Contains(AllOf(::testing::StartsWith(method), HasSubstr("cosine similarity"))));
}

TEST(Refusals, AreTheSame) {
    const Dataset data = noise(20, 4, 2);
    Dataset unlabeled = data;
    unlabeled.labels = {};
    EXPECT_THAT(refusal([&] { selected(unlabeled, {.method = "fisher", .k = 2}); }),
                HasSubstr("needs class labels"));
    EXPECT_THAT(refusal([&] { compared(unlabeled, {.methods = {"fisher"}, .k = {2}}); }),
                HasSubstr("needs class labels"));
    Dataset holes = data;
    holes.x.dense()(3, 1) = std::numeric_limits<double>::infinity();
    EXPECT_THAT(refusal([&] { selected(holes, {.method = "variance", .k = 2}); }),
                HasSubstr("infinite or beyond 1e150"));
    EXPECT_THAT(refusal([&] { compared(holes, {.methods = {"variance"}, .k = {2}}); }),
                HasSubstr("infinite or beyond 1e150"));
    EXPECT_THAT(refusal([&] { selected(data, {.method = "fisher", .k = 5}); }),
                HasSubstr("k = 5 is more than the 4 features"));
    EXPECT_THAT(refusal([&] { compared(data, {.methods = {"fisher"}, .k = {5}}); }),
                HasSubstr("k = 5 is more than the 4 features"));
    Dataset empty = data;
    empty.x = DenseMatrix(20, 0);
    EXPECT_THAT(refusal([&] { selected(empty, {.method = "fisher", .k = 1}); }),
                HasSubstr("has no features"));
    EXPECT_THAT(refusal([&] { compared(empty, {.methods = {"fisher"}, .k = {1}}); }),
                HasSubstr("has no features"));
    const Record classes = {{"same_class", 2.0}};
    const SelectRequest labeled{
        .method = "laplacian", .k = 2, .graph_options = with_graph_options({}, classes)};
    EXPECT_THAT(refusal([&] { selected(unlabeled, labeled); }), HasSubstr("labels"));
    EXPECT_THAT(
        refusal([&] { compared(unlabeled, {.methods = {ComparedMethod("laplacian", classes)}, .k = {2}}); }),
        HasSubstr("labels"));
    const ConfiguredMethod own = configure("spec", {{"similarity", "graph"}});
    EXPECT_THAT(refusal([&] { selected(data, {.method = own, .k = 2}); }), HasSubstr("graph of your own"));
    EXPECT_THAT(refusal([&] { compared(data, {.methods = {ComparedMethod(own)}, .k = {2}}); }),
                HasSubstr("graph of your own"));
}

TEST(SplitRemarks, AreCountedBySplitsAndToldAsOnTheFirst) {
    SplitRemarks remarks;
    remarks.add(2, "a: ", {"3 parts of 10"});
    remarks.add(0, "a: ", {"2 parts of 10", "2 parts of 10", "flat"});
    remarks.add(1, "a: ", {"flat"});
    remarks.add(1, "b: ", {"flat"});
    EXPECT_THAT(remarks.list(),
                ::testing::UnorderedElementsAre("a: 2 parts of 10 (2 times, with other numbers)",
                                                "a: flat (2 times)", "b: flat"));
}

TEST(ComparedMethod, LabelsTellTheOptions) {
    EXPECT_EQ(ComparedMethod(configure("fisher")).label, "fisher");
    EXPECT_EQ(ComparedMethod(configure("lapdofs", {{"lambda1", 0.1}}), {{"neighbors", Index{7}}}).label,
              "lapdofs:lambda1=0.1:neighbors=7");
    const ComparedMethod text("lapdofs:lambda1=0.1:neighbors=7",
                              {{"neighbors", Index{3}}, {"weights", "heat"}});
    EXPECT_EQ(text.graph->neighbors, 7) << "its own win";
    EXPECT_EQ(text.graph->weights, Weights::heat);
    EXPECT_EQ(*find(text.method->params(), "lambda1"), Value(0.1));
    EXPECT_FALSE(ComparedMethod("lapdofs").graph.has_value());
}

}  // namespace
}  // namespace tamis
