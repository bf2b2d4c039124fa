#include "tamis/pipeline/project.hpp"

#include <gmock/gmock.h>

#include "tamis/core/error.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using namespace testing;

Dataset small_data() {
    Dataset data;
    data.name = "small";
    data.labels = random_labels(40, 3, 1);
    DenseMatrix x = random_matrix(40, 6, 1);
    for (Index i = 0; i < 40; ++i) {
        x(i, 1) = 100.0 + 20.0 * x(i, 1);
        x(i, 0) += 2.0 * data.labels.of[at(i)];
    }
    data.x = std::move(x);
    return data;
}

TEST(Project, AppliesToOtherRowsWhatItLearnedFromThese) {
    const Dataset data = small_data();
    std::vector<Index> first, rest;
    for (Index i = 0; i < 40; ++i) (i < 25 ? first : rest).push_back(i);
    const Matrix train = take_rows(data.x, first), test = take_rows(data.x, rest);
    for (const Scaling scale : {Scaling::none, Scaling::standard, Scaling::minmax, Scaling::unit}) {
        const ProjectRequest request{.method = "flda", .pca = 0.99, .scale = scale};
        const ProjectionModel model = fit_projection(train, take_labels(data.labels, first), request);
        Matrix scaled = test;
        if (scale != Scaling::none) apply_scaler(fit_scaler(train, scale), scaled);
        Dense expected = as_eigen(scaled.dense());
        for (Index j = 0; j < 6; ++j) expected.col(j).array() -= model.projection.mean[at(j)];
        expected = expected * as_eigen(model.projection.weights);
        EXPECT_LT(largest_difference(as_eigen(apply_model(model, test)), expected), 1e-10);
        EXPECT_LT(largest_difference(as_eigen(apply_model(model, to_sparse(test))), expected), 1e-10);
    }
}

TEST(Project, PcaInFrontComposes) {
    const ProjectRun run =
        run_project(small_data(), {.method = "trln", .dim = 2, .pca = 4, .hash_data = true});
    const Projection& projection = run.model.projection;
    ASSERT_TRUE(projection.pca.has_value());
    EXPECT_EQ(projection.pca->components.cols(), 4);
    EXPECT_LT(largest_difference(as_eigen(projection.pca->components) * as_eigen(projection.pca->weights),
                                 as_eigen(projection.weights)),
              1e-12);
    EXPECT_EQ(run.features, 6);
    EXPECT_EQ(run.classes, 3);
    EXPECT_THAT(run.data_hash, ::testing::StartsWith("xxh3:"));
}

TEST(Project, NamesTheProjectedFeatures) {
    const Dataset data = small_data();
    const ProjectRun run = run_project(data, {.method = "pca", .dim = 2});
    const Dataset projected = projected_data(run.model, run.method, data);
    EXPECT_THAT(projected.feature_names, ::testing::ElementsAre("pca1", "pca2"));
    EXPECT_EQ(projected.labels.of, data.labels.of);
}

TEST(Project, RefusesBeforeAnyWork) {
    EXPECT_THROW(configure_projector("nothing"), UsageError);
    EXPECT_THROW(configure_projector("flda", {{"ridge", 1.0}}), UsageError);
    EXPECT_THROW(check_request({.method = "flda", .dim = 0.5}), UsageError);
    EXPECT_NO_THROW(check_request({.method = "pca", .dim = 0.5}));
    Dataset unlabeled = small_data();
    unlabeled.labels = {};
    EXPECT_THROW(run_project(unlabeled, {.method = "flda"}), Error);
    EXPECT_NO_THROW(run_project(unlabeled, {.method = "pca"}));
}

TEST(Dimension, FromTextsAndValues) {
    EXPECT_EQ(Dimension::from(Index{3}), Dimension(3));
    EXPECT_EQ(Dimension::from(0.95), Dimension(0.95));
    EXPECT_EQ(Dimension::from(nullptr), Dimension());
    for (const char* text : {"3", "0.95", "auto"}) EXPECT_EQ(to_text(Dimension::parse(text)), text);
    for (const Value& value :
         {Value(Index{0}), Value(2.5), Value(true), Value(std::string("two")), Value(1.0)})
        EXPECT_THROW(Dimension::from(value), UsageError) << to_text(value);
}

TEST(Project, KeepsTheWarnings) {
    Dataset data = small_data();
    std::vector<int> labels = data.labels.of;
    labels[0] = 7;
    data.labels = make_labels(labels);
    const ProjectRun run = run_project(data, {.method = "flda", .dim = 1});
    EXPECT_THAT(run.remarks,
                ::testing::ElementsAre("class '7' has one sample only: its spread counts as zero"));
}

}  // namespace
}  // namespace tamis
