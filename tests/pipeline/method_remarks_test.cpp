// What methods and their graphs remark on, under `select` and `evaluate` alike, and the options that a
// comparison gives to them.
#include <gmock/gmock.h>

#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/pipeline/shared_options.hpp"
#include "tests/pipeline/remark_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::AllOf;
using testing::compared;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::noise;
using testing::selected;

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

TEST(SharedOptions, NeighborsOfReliefF) {
    const Dataset data = noise(40, 4, 2);
    const Record graph{{"neighbors", Index{3}}, {"weights", "binary"}};
    const SharedOptions shared = share_options(find_method("relieff"), {}, graph);
    EXPECT_EQ(shared.method, (Record{{"neighbors", Index{3}}}));
    EXPECT_EQ(shared.graph, (Record{{"weights", "binary"}}));
    EXPECT_EQ(share_options(find_method("laplacian"), {}, graph).graph, graph);
    EXPECT_EQ(share_options(find_method("gfs"), {}, {{"search", "exact"}}).method, Record{})
        << "another meaning";
    const Record own{{"neighbors", Index{4}}};
    EXPECT_EQ(share_options(find_method("relieff"), own, graph).method, own);
    EXPECT_THROW(refuse_contradiction(find_method("relieff"), own, graph), UsageError);
    EXPECT_NO_THROW(refuse_contradiction(find_method("relieff"), {{"neighbors", "3"}}, graph));
    EXPECT_NO_THROW(refuse_contradiction(find_method("laplacian"), own, graph));

    EXPECT_EQ(*find(ComparedMethod("relieff", graph).method->params(), "neighbors"), Value(Index{3}));
    EXPECT_EQ(*find(ComparedMethod("relieff:neighbors=7", graph).method->params(), "neighbors"),
              Value(Index{7}));
    EXPECT_EQ(*find(ComparedMethod(configure("relieff"), {}, graph).method->params(), "neighbors"),
              Value(Index{3}));
    const Record neighbors{{"neighbors", Index{3}}};
    EXPECT_THAT(compared(data, {.methods = {{"relieff", neighbors}, {"fisher", neighbors}}, .k = {2}}),
                ::testing::Not(Contains(HasSubstr("none of the methods uses a graph"))))
        << "relieff uses the option";
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
