// What every registered projector must do, with every value of every option, on data at the edge of what it
// can work with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/common/projector_suite.hpp"
#include "tests/common/stopped_soon.hpp"

namespace tamis::testing {
namespace {

class EveryProjectorOnHardData : public EveryProjector {};

TEST_P(EveryProjectorOnHardData, HandlesConstantAndDuplicateColumns) {
    const Labels labels = random_labels(60, 3, 6);
    DenseMatrix x = with_classes(60, 8, labels, 6);
    for (Index i = 0; i < 60; ++i) {
        x(i, 4) = 7.0;
        x(i, 6) = x(i, 1);
    }
    with_every_setting([&](const TestedProjector& projector) {
        const Projection projection = projector.run(x, labels, 2);
        expect_sound(projection, 8, 2);
        EXPECT_NEAR(projection.feature_weights[4], 0.0, 1e-6) << "a constant tells nothing apart";
        // With l2,1 norms one of two equal features may do, and a random start decides which.
        if (!projector.is_default()) return;
        EXPECT_NEAR(projection.feature_weights[6], projection.feature_weights[1], 1e-6);
    });
}

TEST_P(EveryProjectorOnHardData, HandlesMoreFeaturesThanSamples) {
    const Labels labels = random_labels(12, 3, 9);
    const DenseMatrix x = with_classes(12, 25, labels, 9);
    if (needs_more_samples_than_features()) {
        try {
            TestedProjector(GetParam()).run(x, labels, 2);
            FAIL() << "the criterion has no limit here";
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), ::testing::HasSubstr("pca=0.95"));
        }
        return;
    }
    with_every_setting(
        [&](const TestedProjector& projector) { expect_sound(projector.run(x, labels, 2), 25, 2); });
}

TEST_P(EveryProjectorOnHardData, HandlesFewSamplesAndSingleOnes) {
    const Labels few = make_labels(std::vector<int>{0, 0, 1, 1, 1});
    const Labels single = make_labels(std::vector<int>{0, 1, 0, 1, 0, 1, 0, 1, 2});
    const DenseMatrix five = random_matrix(5, 2, 10), nine = random_matrix(9, 3, 11);
    with_every_setting([&](const TestedProjector& projector) {
        expect_sound(projector.run(five, few, 1), 2, 1);
        expect_sound(projector.run(nine, single, 2), 3, 2);
    });
}

TEST_P(EveryProjectorOnHardData, TakesOrRefusesTwoSamples) {
    const Labels labels = make_labels(std::vector<int>{0, 1});
    const DenseMatrix x = random_matrix(2, 4, 17);
    for (const TestedProjector& projector : accepted_projector_settings(GetParam())) {
        SCOPED_TRACE(projector.text());
        try {
            expect_sound(projector.run(x, labels, 1), 4, 1);
        } catch (const Error& refusal) {
            EXPECT_STRNE(refusal.what(), "");
        }
    }
}

TEST_P(EveryProjectorOnHardData, RefusesWhatCannotBe) {
    const Labels labels = random_labels(20, 3, 13), one = make_labels(std::vector<int>(20, 1)),
                 short_by_one = random_labels(19, 2, 13), none = {};
    const DenseMatrix x = with_classes(20, 5, labels, 13);
    DenseMatrix missing = x, infinite = x;
    missing(7, 3) = std::nan("");
    infinite(7, 3) = HUGE_VAL;
    with_every_setting([&](const TestedProjector& projector) {
        EXPECT_THROW(projector.run(x, labels, 6), Error);
        EXPECT_THROW(projector.run(x, labels, 0), UsageError);
        if (projector.needs_labels()) {
            EXPECT_THROW(projector.run(x, none, 2), Error);
            EXPECT_THROW(projector.run(x, one, 1), Error);
            EXPECT_THROW(projector.run(x, short_by_one, 1), Error);
            EXPECT_THROW(projector.run(x, labels, 0.9), UsageError);
        }
        EXPECT_THROW(projector.run(DenseMatrix(10, 4), random_labels(10, 2, 7), 1), Error)
            << "nothing varies";
        EXPECT_THROW(projector.run(missing, labels, 2), Error);
        EXPECT_THROW(projector.run(infinite, labels, 2), Error);
    });
}

TEST_P(EveryProjectorOnHardData, SaysHowManyDirectionsThereAre) {
    const Labels labels = random_labels(20, 3, 13);
    const DenseMatrix x = with_classes(20, 5, labels, 13);
    if (!TestedProjector(GetParam()).about().below_classes) GTEST_SKIP() << "is not bound by the classes";
    try {
        TestedProjector(GetParam()).run(x, labels, 3);
        FAIL() << "3 classes have 2 directions";
    } catch (const Error& error) {
        EXPECT_EQ(error.what(), GetParam() +
                                    " cannot give 3 dimensions (3 classes have 2 discriminant "
                                    "directions): use dim=2 or less");
    }
}

// Numbers at the end of their type: a sound result or a refusal. Work that would never end is cancelled; how
// soon does not matter to the outcome.
TEST_P(EveryProjectorOnHardData, TakesOrRefusesExtremeNumbers) {
    const Labels labels = random_labels(20, 3, 16);
    const DenseMatrix x = with_classes(20, 5, labels, 16);
    for (const Record& options : extreme_options(TestedProjector(GetParam()).fields())) {
        SCOPED_TRACE(text_of(options));
        run_stopped_soon([&](const Context& context) {
            expect_sound(TestedProjector(GetParam(), options).run(x, labels, 2, context), 5, 2);
        });
    }
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryProjectorOnHardData, ::testing::ValuesIn(projector_names()),
                         test_name);

}  // namespace
}  // namespace tamis::testing
