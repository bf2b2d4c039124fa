#include "tamis/pipeline/select.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/pipeline/describe.hpp"
#include "tests/support/golden.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Dataset golden_data() {
    Dataset data;
    data.name = "golden";
    data.x = testing::golden_matrix(testing::golden("selection").at("X"));
    data.labels = testing::golden_labels(testing::golden("selection").at("y"));
    return data;
}

Dataset constant_data() {
    Dataset data;
    data.name = "flat";
    DenseMatrix x(4, 3);
    for (Index i = 0; i < 4; ++i)
        for (Index j = 0; j < 3; ++j) x(i, j) = static_cast<double>(j);
    data.x = x;
    data.labels = make_labels(std::vector<int>{0, 0, 1, 1});
    return data;
}

struct Warnings {
    std::vector<std::string> texts;
    Context context() {
        Context context;
        context.warn = [this](const std::string& text) { texts.push_back(text); };
        return context;
    }
};

template <class Problem>
std::string message_of(const Dataset& data, const SelectRequest& request) {
    try {
        run_select(data, request);
    } catch (const Problem& error) {
        return error.what();
    }
    return "no error";
}

TEST(FeatureCount, NumbersFractionsAndAll) {
    EXPECT_EQ(FeatureCount::parse("25").of(100), 25);
    EXPECT_EQ(FeatureCount::parse("100").of(100), 100);
    EXPECT_EQ(FeatureCount::parse("all").of(7), 7);
    EXPECT_EQ(FeatureCount::parse("0.1").of(64), 6);
    EXPECT_EQ(FeatureCount::parse("0.25").of(10), 3);   // 2.5 rounds up
    EXPECT_EQ(FeatureCount::parse("0.001").of(10), 1);  // at least one
    EXPECT_EQ(FeatureCount::parse("5e-1").of(10), 5);
}

TEST(FeatureCount, FromValues) {
    EXPECT_EQ(FeatureCount::from(Index{25}), FeatureCount(25));
    EXPECT_EQ(FeatureCount::from(0.5), FeatureCount(0.5));
    EXPECT_EQ(FeatureCount::from(std::string("all")), FeatureCount::all());
    EXPECT_EQ(FeatureCount::from(nullptr).of(7), 7);  // the usual 10, or all
    EXPECT_EQ(FeatureCount().of(70), 10);
    for (const Value& value : {Value(Index{0}), Value(1.0), Value(-0.5), Value(true), Value(NAN)})
        EXPECT_THROW(FeatureCount::from(value), UsageError) << to_text(value);
    for (const char* text : {"25", "0.1", "all"}) EXPECT_EQ(to_text(FeatureCount::parse(text)), text);
}

TEST(FeatureCount, NonsenseIsWrongUsageTooManyIsAnError) {
    for (const char* text : {"", "0", "-3", "0.0", "1.5", "-0.5", "1.0", "ten", "5x", "nan", "inf", "0.1 "})
        EXPECT_THROW(FeatureCount::parse(text), UsageError) << text;
    try {
        FeatureCount::parse("11").of(10);
        FAIL();
    } catch (const UsageError&) {
        FAIL() << "the request is fine for other data";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("k = 11 is more than the 10 features"));
    }
}

TEST(RunSelect, FillsInEverything) {
    SelectRequest request{.method = "fisher", .k = 2, .hash_data = true};
    Context context;
    context.seed = 5;
    const SelectRun run = run_select(golden_data(), request, context);
    EXPECT_EQ(run.method, "fisher");
    EXPECT_EQ(run.samples, 9);
    EXPECT_EQ(run.features, 6);
    EXPECT_EQ(run.classes, 3);
    EXPECT_EQ(run.seed, 5u);
    EXPECT_THAT(run.data_hash, HasSubstr("xxh3:"));
    EXPECT_FALSE(run.graph.has_value());
    EXPECT_THAT(run.selection.selected, ElementsAre(5, 0));
    EXPECT_EQ(run.selection.stop, Stop::converged);
}

TEST(RunSelect, GraphSettingsOverrideTheMethodsDefaults) {
    SelectRequest request{.method = "laplacian", .k = 3, .graph_options = GraphOptions{.neighbors = 2}};
    const SelectRun run = run_select(golden_data(), request);
    ASSERT_TRUE(run.graph.has_value());
    EXPECT_THAT(run.graph->options, Contains(std::pair<std::string, Value>("neighbors", Index{2})));
    EXPECT_DOUBLE_EQ(run.graph->bandwidth, 5.59375);
    EXPECT_EQ(run.graph->health.edges, 11);
    EXPECT_THAT(run.selection.selected, ElementsAre(5, 0, 1));

    const Graph own = build_graph(golden_data().x, {.neighbors = 2});
    request.graph_options.reset();
    request.graph = &own;
    const SelectRun same = run_select(golden_data(), request);
    EXPECT_EQ(same.selection.scores, run.selection.scores);
    EXPECT_EQ(same.graph->hash, run.graph->hash);
    EXPECT_THAT(same.graph->options, IsEmpty());
}

TEST(RunSelect, ScalesACopy) {
    const Dataset data = golden_data();
    SelectRequest request{.method = "variance", .k = FeatureCount::all(), .hash_data = true};
    const SelectRun plain = run_select(data, request);
    request.scale = Scaling::standard;
    const SelectRun scaled = run_select(data, request);
    EXPECT_THAT(plain.data_hash, HasSubstr("xxh3:"));
    EXPECT_EQ(plain.data_hash, scaled.data_hash);
    EXPECT_NEAR(scaled.selection.scores[0], 1.0, 1e-12);
    EXPECT_NEAR(plain.selection.scores[0], 5.13580246914, 1e-9);
}

TEST(RunSelect, ConstantsComeLastByIndexAndExhaust) {
    Warnings some;
    const SelectRun run =
        run_select(golden_data(), {.method = "fisher", .k = FeatureCount::all()}, some.context());
    EXPECT_EQ(run.selection.selected.back(), 3);
    EXPECT_EQ(run.selection.stop, Stop::exhausted);
    EXPECT_THAT(some.texts, Contains(HasSubstr("only 5 features vary")));
    for (const char* method : {"variance", "fisher", "laplacian"}) {
        Warnings all;
        const SelectRun flat = run_select(constant_data(), {.method = method, .k = 2}, all.context());
        EXPECT_THAT(flat.selection.selected, ElementsAre(0, 1)) << method;
        EXPECT_EQ(flat.selection.stop, Stop::exhausted) << method;
        EXPECT_THAT(all.texts, Contains(HasSubstr("every feature is constant"))) << method;
    }
}

TEST(RunSelect, WarnsOfClassesWithOneSampleAndUselessGraphOptions) {
    Dataset data = golden_data();
    data.labels = make_labels(std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 1});
    Warnings warnings;
    run_select(data, {.method = "fisher", .k = 1, .graph_options = GraphOptions{.neighbors = 3}},
               warnings.context());
    EXPECT_THAT(warnings.texts, Contains(HasSubstr("class '1' has one sample only")));
    EXPECT_THAT(warnings.texts, Contains(HasSubstr("fisher uses no graph")));
}

TEST(RunSelect, RefusesWhatCannotWork) {
    const Dataset data = golden_data();
    const Graph own = build_graph(data.x, {.neighbors = 2});
    EXPECT_THAT(
        message_of<UsageError>(data, {.method = "laplacian", .graph_options = GraphOptions{}, .graph = &own}),
        HasSubstr("a finished graph was given as well"));
    EXPECT_THAT(message_of<UsageError>(data, {.method = "laplacian", .graph = &own, .between = &own}),
                HasSubstr("takes one graph"));
    EXPECT_THAT(message_of<UsageError>(data, {.method = configure("spec", {{"similarity", "graph"}})}),
                HasSubstr("a graph of your own"));
    Dataset unlabeled = data;
    unlabeled.labels = {};
    EXPECT_THAT(message_of<Error>(unlabeled, {.method = "fisher", .k = 2}), HasSubstr("needs class labels"));
    Dataset one_class = data;
    one_class.labels = make_labels(std::vector<int>(9, 4));
    EXPECT_THAT(message_of<Error>(one_class, {.method = "fisher", .k = 2}),
                HasSubstr("needs at least two classes"));
    Dataset single;
    single.name = "one.csv";
    single.x = DenseMatrix(1, 3);
    EXPECT_EQ(message_of<Error>(single, {.method = "variance", .k = 2}),
              "one.csv has 1 sample: selecting features needs at least 2");
    Dataset holes = data;
    holes.x.dense()(2, 1) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(message_of<Error>(holes, {.method = "variance", .k = 2}),
                "golden: 1 missing cell in 1 row, first at row 2, column 1 (rows and columns counted from "
                "0): fill or "
                "drop the NaNs first");
    holes.x.dense()(2, 1) = -HUGE_VAL;
    EXPECT_THAT(message_of<Error>(holes, {.method = "variance", .k = 2}),
                HasSubstr("1 cell infinite or beyond 1e150: row 2, column 1 is -inf"));
    Graph small;
    small.samples = 4;
    EXPECT_THAT(message_of<Error>(data, {.method = "laplacian", .k = 2, .graph = &small}),
                HasSubstr("the graph has 4 vertices and golden has 9 samples"));
}

TEST(RunSelect, ReadsAViewWithoutTheHash) {
    const Dataset data = golden_data();
    // The same numbers in a wider array: rows do not follow each other without a gap.
    const Index wide = data.features() + 3;
    DenseMatrix padded(data.samples(), wide);
    for (Index i = 0; i < data.samples(); ++i)
        std::copy_n(data.x.dense().row(i), data.features(), padded.row(i));
    const DenseView x{padded.data(), data.samples(), data.features(), wide};
    for (const std::string method : {"fisher", "laplacian"}) {
        const SelectRun whole = run_select(data, {.method = method, .k = 3, .hash_data = true});
        const SelectRun seen =
            run_select(DataView{.name = "x", .x = x, .labels = &data.labels}, {.method = method, .k = 3});
        EXPECT_EQ(seen.selection.selected, whole.selection.selected);
        EXPECT_EQ(seen.selection.scores, whole.selection.scores);
        EXPECT_FALSE(whole.data_hash.empty());
        EXPECT_TRUE(seen.data_hash.empty());
    }
    EXPECT_THROW(run_select(DataView{.name = "x", .x = x}, {.method = "fisher", .k = 3}), Error);
}

TEST(RunSelect, KeepsItsRemarks) {
    Warnings warnings;
    const SelectRun run =
        run_select(golden_data(), {.method = "fisher", .k = FeatureCount::all()}, warnings.context());
    EXPECT_THAT(run.remarks, ElementsAre("constant features: 1 of 6", HasSubstr("only 5 features vary")));
    EXPECT_EQ(warnings.texts, run.remarks);
}

TEST(RunSelect, FillsInWhatTheMethodChose) {
    const SelectRun run = run_select(golden_data(), {.method = "q-alpha", .k = 2});
    EXPECT_EQ(*find(run.params, "clusters"), Value(Index{3}));
    const SelectRun cv = run_select(golden_data(), {.method = configure("gfs", {{"gamma", "cv"}}), .k = 2});
    EXPECT_TRUE(std::holds_alternative<double>(*find(cv.params, "gamma")));
    // The relaxation searches its price, which is no setting: a run again searches as well.
    const SelectRun convex =
        run_select(golden_data(), {.method = configure("lapdofs", {{"solver", "convex"}}), .k = 2});
    EXPECT_THAT(convex.params, Contains(::testing::Pair(::testing::_, Value(std::string("auto")))));
}

TEST(RunSelect, StopsWhenAsked) {
    const std::atomic<bool> stop{true};
    Context context;
    context.cancel = &stop;
    EXPECT_THROW(run_select(golden_data(), {.method = "laplacian", .k = 2}, context), Cancelled);
}

TEST(Describe, CountsWhatIsThere) {
    Dataset data;
    data.name = "mixed.csv";
    const double nan = std::numeric_limits<double>::quiet_NaN();
    DenseMatrix x(4, 3);
    const double cells[] = {1, 5, nan, 2, 5, 0, 1, 5, nan, 0, nan, 7};
    std::copy(std::begin(cells), std::end(cells), x.data());
    data.feature_names = {"a", "b", "c"};
    data.labels = make_labels(std::vector<std::string>{"u", "v", "", "u"});
    for (const bool sparse : {false, true}) {
        data.x = sparse ? Matrix(to_sparse(x)) : Matrix(x);
        const DataInfo info = describe(data);
        EXPECT_EQ(info.missing_cells, 3);
        EXPECT_EQ(info.missing_rows, 3);
        EXPECT_EQ(info.missing_features, 2);
        EXPECT_THAT(info.constant, ElementsAre(1));  // its missing cell aside
        EXPECT_EQ(info.duplicates, 1);               // row 3 repeats row 1, missing cell included
        EXPECT_EQ(info.unlabeled, 1);
        EXPECT_DOUBLE_EQ(info.density, 10.0 / 12.0);
        EXPECT_EQ(info.smallest, 0.0);
        EXPECT_EQ(info.largest, 7.0);
        EXPECT_THAT(info.classes, ElementsAre(std::pair<std::string, Index>("u", 2),
                                              std::pair<std::string, Index>("v", 1)));
    }
}

}  // namespace
}  // namespace tamis
