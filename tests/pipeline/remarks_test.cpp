// What `select` remarks on or refuses, `evaluate` does too: both go through one driver.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/pipeline/compare/split_remarks.hpp"
#include "tamis/pipeline/evaluate.hpp"
#include "tamis/pipeline/project.hpp"
#include "tamis/pipeline/select.hpp"
#include "tests/pipeline/remark_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::AllOf;
using testing::compared;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::noise;
using testing::selected;

void make_constant(Dataset& data, Index first_column) {
    for (Index i = 0; i < data.samples(); ++i)
        for (Index j = first_column; j < data.features(); ++j) data.x.dense()(i, j) = 2.0;
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
    EXPECT_THAT(compared(data, {.methods = {"fisher"}, .k = {2}}),
                ElementsAre("constant features: 4 of 6 (2 times)"));
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

TEST(Remarks, ConstantFeatures) {
    Dataset data = noise(20, 6, 2);
    EXPECT_THAT(selected(data, {.method = "fisher", .k = 2}), IsEmpty());
    make_constant(data, 4);
    EXPECT_THAT(selected(data, {.method = "fisher", .k = 2}), ElementsAre("constant features: 2 of 6"));
    const auto remarks = compared(data, {.methods = {"fisher", "relieff"}, .k = {2}});
    EXPECT_THAT(remarks, Contains("constant features: 2 of 6 (2 times)")) << "once for all methods";
}

TEST(Remarks, RepeatedSamples) {
    Dataset data = noise(20, 100, 2);
    for (Index j = 0; j < 100; ++j) data.x.dense()(7, j) = data.x.dense()(3, j);
    const auto text = "samples that repeat an earlier one: 1 of 20";
    EXPECT_THAT(selected(data, {.method = "fisher", .k = 2}), ElementsAre(text));
    EXPECT_THAT(selected(data, {.method = "laplacian", .k = 2}), Contains(text)) << "once, with a graph too";
    Dataset sparse = data;
    sparse.x = to_sparse(data.x);
    EXPECT_THAT(selected(sparse, {.method = "fisher", .k = 2}), ElementsAre(text));
    // A column that the signature of a row does not look at: rows that agree in it are compared in full.
    data.x.dense()(7, 98) += 1.0;
    EXPECT_THAT(selected(data, {.method = "fisher", .k = 2}), IsEmpty());
}

TEST(Remarks, FewFeaturesThatDominate) {
    Dataset data = noise(30, 5, 2);
    for (Index i = 0; i < 30; ++i) data.x.dense()(i, 3) *= 1e3;
    const auto text = AllOf(HasSubstr("1 of 5 features carries 99.9 % of the total variance"),
                            HasSubstr("column 3, counted from 0"), HasSubstr("try scale=standard"));
    for (const char* method : {"laplacian", "trace-ratio", "hsic", "gfs", "lapdofs"})
        EXPECT_THAT(selected(data, {.method = method, .k = 2}), Contains(text)) << method;
    for (const char* method : {"fisher", "relieff", "variance"})
        EXPECT_THAT(selected(data, {.method = method, .k = 2}), IsEmpty()) << method;
    EXPECT_THAT(selected(data, {.method = "hsic", .k = 2, .scale = Scaling::standard}), IsEmpty());
    data.feature_names = {"a", "b", "c", "income", "e"};
    EXPECT_THAT(selected(data, {.method = "hsic", .k = 2}), Contains(HasSubstr("('income')")));
    EXPECT_THAT(run_project(data, {.method = "pca", .dim = Dimension(2)}).remarks,
                Contains(HasSubstr("('income')")));
    EXPECT_THAT(run_project(data, {.method = "flda", .dim = Dimension(1)}).remarks, IsEmpty());
    const auto remarks = compared(data, {.methods = {"hsic", "laplacian"}, .k = {2}, .scale = Scaling::none});
    EXPECT_EQ(std::count_if(remarks.begin(), remarks.end(),
                            [](const auto& line) { return line.find("total variance") != line.npos; }),
              1)
        << "once for all methods and splits";
    EXPECT_THAT(compared(data, {.methods = {"fisher"}, .k = {2}, .scale = Scaling::none}), IsEmpty());
}

TEST(Remarks, AGraphOfYourOwnDoesNotDependOnUnits) {
    Dataset data = noise(30, 5, 2);
    for (Index i = 0; i < 30; ++i) data.x.dense()(i, 3) *= 1e3;
    const Graph graph = build_graph(noise(30, 5, 2).x, {.neighbors = 5});
    EXPECT_THAT(selected(data, {.method = "laplacian", .k = 2, .graph = &graph}),
                ::testing::Not(Contains(HasSubstr("total variance"))));
}

TEST(Remarks, VarianceOfStandardizedData) {
    const Dataset data = noise(20, 6, 2);
    EXPECT_THAT(selected(data, {.method = "variance", .k = 2}), IsEmpty());
    EXPECT_THAT(
        selected(data, {.method = "variance", .k = 2, .scale = Scaling::standard}),
        ElementsAre("all features have variance 1 after scale=standard; use scale=none or scale=minmax"));
    Dataset before = data;
    before.x = Matrix(scaled_copy(fit_scaler(data.x, Scaling::standard), data.x));
    EXPECT_THAT(selected(before, {.method = "variance", .k = 2}),
                ElementsAre(HasSubstr("all features have the same variance")));
    EXPECT_THAT(compared(data, {.methods = {"variance"}, .k = {2}}),
                ElementsAre(HasSubstr("variance: all features have variance 1 after scale=standard")));
}

TEST(Remarks, FaintFeaturesOfTheTraceRatio) {
    Dataset data = noise(30, 5, 2);
    for (Index i = 0; i < 30; ++i) data.x.dense()(i, 1) *= 1e3;
    EXPECT_THAT(selected(data, {.method = "trace-ratio", .k = 5}),
                Contains("4 of the 5 chosen features hardly vary; the criterion is blind to them; try "
                         "scale=standard"));
    EXPECT_THAT(selected(data, {.method = "trace-ratio", .k = 5, .scale = Scaling::standard}), IsEmpty());
    EXPECT_THAT(compared(data, {.methods = {"trace-ratio"}, .k = {5}, .scale = Scaling::none}),
                Contains(HasSubstr("trace-ratio: 4 of the 5 chosen features hardly vary")));
}

TEST(Remarks, OptionsOfTheMethodThatLookLikeGraphOptions) {
    const Dataset data = noise(20, 4, 2);
    const GraphOptions given{.neighbors = 3};
    EXPECT_THAT(
        selected(data, {.method = "relieff", .k = 2, .graph_options = given}),
        Contains("relieff uses no graph: the graph options have no effect; its own option is neighbors=3"));
    const ConfiguredMethod spec = configure("spec", {{"similarity", "relieff"}});
    EXPECT_THAT(selected(data, {.method = spec, .k = 2, .graph_options = given}),
                Contains("spec uses no graph: the graph options have no effect; its own option is "
                         "relief_neighbors=3"));
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

}  // namespace
}  // namespace tamis
