// The fixture of the common suite of projectors: a test is run with every setting that a projector accepts.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tamis/core/error.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/run_method.hpp"

namespace tamis::testing {

using namespace detail;

// The projector with every combination of the sweep that it accepts, the defaults first.
inline std::vector<TestedProjector> accepted_projector_settings(const std::string& name) {
    std::vector<TestedProjector> accepted;
    for (const Record& options : option_sweep(TestedProjector(name).fields())) try {
            accepted.emplace_back(name, options);
        } catch (const UsageError& refusal) {
            if (options.empty()) throw;
            EXPECT_STRNE(refusal.what(), "") << name << " " << text_of(options);
        }
    return accepted;
}

class EveryProjector : public ::testing::TestWithParam<std::string> {
  protected:
    // Calls test(projector) with every accepted setting. Data may be wrong for some settings: an Error says
    // so, and is no failure unless the options have their defaults. Returns the settings that ran.
    template <class Test>
    std::vector<TestedProjector> with_every_setting(Test&& test) const {
        std::vector<TestedProjector> ran;
        for (const TestedProjector& projector : accepted_projector_settings(GetParam())) {
            SCOPED_TRACE(projector.text());
            try {
                test(projector);
                ran.push_back(projector);
            } catch (const Error& refusal) {
                EXPECT_STRNE(refusal.what(), "");
                EXPECT_FALSE(projector.is_default()) << refusal.what();
            }
        }
        return ran;
    }

    // Their criteria have no limit where classes have no scatter, as with more features than samples.
    bool needs_more_samples_than_features() const {
        return GetParam() == "tr-lda" || GetParam() == "whtr" || GetParam() == "atr";
    }
};

// Class means that differ in a few features.
inline DenseMatrix with_classes(Index rows, Index cols, const Labels& labels, std::uint64_t seed) {
    DenseMatrix x = random_matrix(rows, cols, seed);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < std::min<Index>(cols, 3); ++j)
            x(i, j) += std::sin(1.0 + 2.0 * static_cast<double>(j + 3 * labels.of[at(i)])) * 2.0;
    return x;
}

// Finite numbers everywhere, and what belongs together agrees.
inline void expect_sound(const Projection& projection, Index features, Index dim) {
    ASSERT_EQ(projection.weights.rows(), features);
    ASSERT_EQ(projection.weights.cols(), dim);
    ASSERT_EQ(static_cast<Index>(projection.mean.size()), features);
    ASSERT_EQ(static_cast<Index>(projection.feature_weights.size()), features);
    for (Index j = 0; j < features; ++j) {
        double sum = 0.0;
        for (Index c = 0; c < dim; ++c) {
            EXPECT_TRUE(std::isfinite(projection.weights(j, c)));
            sum += projection.weights(j, c) * projection.weights(j, c);
        }
        EXPECT_NEAR(projection.feature_weights[at(j)], std::sqrt(sum), 1e-12 * (1.0 + std::sqrt(sum)));
    }
    for (const auto* numbers : {&projection.mean, &projection.eigenvalues, &projection.objective.trace})
        for (const double number : *numbers) EXPECT_TRUE(std::isfinite(number));
    EXPECT_TRUE(std::isfinite(projection.objective.value));
    EXPECT_FALSE(projection.objective.name.empty());
    for (const auto& [name, value] : projection.certificate) {
        const auto* number = std::get_if<double>(&value);
        EXPECT_FALSE(number != nullptr && std::isnan(*number)) << name;
    }
    for (Index c = 0; c < dim; ++c) {
        double largest = 0.0;
        for (Index j = 0; j < features; ++j)
            if (std::abs(projection.weights(j, c)) > std::abs(largest)) largest = projection.weights(j, c);
        EXPECT_GT(largest, 0.0) << "direction " << c;
    }
}

inline void expect_same_bits(const Projection& a, const Projection& b) {
    ASSERT_EQ(a.weights.rows(), b.weights.rows());
    ASSERT_EQ(a.weights.cols(), b.weights.cols());
    EXPECT_TRUE(std::equal(a.weights.data(), a.weights.data() + a.weights.rows() * a.weights.cols(),
                           b.weights.data()));
    EXPECT_EQ(a.mean, b.mean);
    EXPECT_EQ(a.eigenvalues, b.eigenvalues);
    EXPECT_EQ(a.objective.trace, b.objective.trace);
    EXPECT_EQ(a.certificate, b.certificate);
}

}  // namespace tamis::testing
