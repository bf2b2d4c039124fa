// SPEC with any spectral function: tests/golden/corners.json, moments against eigenvalues, brackets, the
// rules of the options.
#include "tamis/methods/spec/spectral_function.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tamis/algebra/lanczos_quadrature.hpp"
#include "tamis/algebra/smallest_eigenpairs.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/graph/user_graph.hpp"
#include "tamis/methods/spec/parts.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using spec_parts::Forms;
using spec_parts::SpectralFunction;
using testing::golden;

// The settings of the golden file, by their names there.
const std::vector<std::pair<const char*, Record>>& cases() {
    static const std::vector<std::pair<const char*, Record>> all{
        {"power 1", {}},
        {"power 4", {{"power", 4.0}}},
        {"power 0.5", {{"power", 0.5}}},
        {"exp t=2", {{"spectral_function", "exp"}}},
        {"saturate t=2", {{"spectral_function", "saturate"}}},
        {"rational c=0.5", {{"spectral_function", "rational"}}},
        {"walk a=2.5 p=2", {{"spectral_function", "walk"}}},
        {"cosine a=2.2", {{"spectral_function", "cosine"}, {"a", 2.2}}},
    };
    return all;
}

SpecOptions options_of(const Record& settings) {
    SpecOptions options;
    SpecOptions::fields().assign(options, settings);
    return options;
}

TEST(SpectralFunction, EqualsTheReference) {
    const auto& wanted = golden("corners").at("spectral functions");
    const DenseMatrix x = testing::golden_matrix(golden("corners").at("rbf").at("X"));
    const Graph graph = build_graph(x, {.neighbors = 2});
    for (const auto& [name, settings] : cases()) {
        SCOPED_TRACE(name);
        const SpectralFunction gamma(options_of(settings));
        EXPECT_EQ(gamma(0.0), 0.0);
        EXPECT_NEAR(gamma(1.0), wanted.at(name).at("gamma(1)").get<double>(), 1e-11);
        EXPECT_NEAR(gamma(2.0), wanted.at(name).at("gamma(2)").get<double>(), 1e-10);
        for (const char* criterion : {"phi1", "phi2", "phi3"}) {
            Record all = settings;
            all.emplace_back("criterion", criterion);
            if (std::string(criterion) == "phi3") all.emplace_back("clusters", Index{3});
            const Selection got = configure("spec", all).run(x, {.graph = &graph}, 6);
            const auto scores = testing::golden_numbers(wanted.at(name).at(criterion));
            for (std::size_t j = 0; j < scores.size(); ++j) {
                if (std::isinf(scores[j]))
                    EXPECT_EQ(got.raw_scores[j], scores[j]);
                else
                    EXPECT_NEAR(got.raw_scores[j], scores[j], 1e-10 * (1 + std::abs(scores[j])))
                        << criterion << " of " << j;
            }
        }
    }
}

// A graph of a few hundred samples with all of its eigenvalues.
class Moments : public ::testing::Test {
  protected:
    DenseMatrix x_ = testing::random_matrix(150, 20, 7);
    Graph graph_ = build_graph(x_, {.neighbors = 6});
    spec_parts::Setting setting_ = spec_parts::make_setting(x_, {.graph = &graph_}, {}, {});
    spec_parts::Sizes sizes_ = spec_parts::measure_features(x_, setting_, {});
    WalkOperator walk_{graph_, setting_.takes_part, setting_.kind};
    // Up to 1,000 samples quadratic_forms takes all eigenvalues.
    Forms by_spectrum(const SpectralFunction& gamma) const {
        return spec_parts::quadratic_forms(x_, setting_, sizes_, gamma, {});
    }
};

TEST_F(Moments, AreWithinTheStatedBound) {
    for (const Record& settings :
         {Record{{"spectral_function", "exp"}}, Record{{"spectral_function", "exp"}, {"t", 10.0}},
          Record{{"spectral_function", "saturate"}, {"t", 10.0}}, Record{{"spectral_function", "rational"}},
          Record{{"spectral_function", "rational"}, {"c", 0.1}}, Record{{"spectral_function", "walk"}},
          Record{{"spectral_function", "walk"}, {"a", 2.1}, {"steps", Index{5}}},
          Record{{"spectral_function", "cosine"}, {"a", 2.2}}}) {
        const SpectralFunction gamma(options_of(settings));
        const auto sum = chebyshev_sum(gamma, 1.0);
        ASSERT_TRUE(sum);
        double largest = 0.0;
        for (double r = 0.0; r <= 2.0; r += 0.001) {
            EXPECT_NEAR((*sum)(r), gamma(r), sum->error + 1e-15 * gamma(2.0));
            largest = std::max(largest, std::abs(gamma(r)));
        }
        EXPECT_LE(sum->error, 1e-11 * largest);
        const Forms got = spec_parts::moment_forms(x_, walk_, setting_, sizes_, gamma, *sum, {}),
                    wanted = by_spectrum(gamma);
        for (Index j = 0; j < x_.cols(); ++j)
            EXPECT_NEAR(got.values[at(j)], wanted.values[at(j)],
                        2.0 * sum->error * sizes_.spread[at(j)] + 1e-12 * wanted.values[at(j)])
                << j;
    }
}

// Truncated on purpose: what is left out bounds the error, as |μ_k| <= 1 says.
TEST_F(Moments, TruncatedSumsErrByWhatTheyLeaveOut) {
    const SpectralFunction gamma(options_of({{"spectral_function", "walk"}}));
    const ChebyshevSum whole = *chebyshev_sum(gamma, 1.0);
    const Forms wanted = by_spectrum(gamma);
    for (const std::size_t terms : {2U, 3U, 4U, 7U, 12U}) {
        ChebyshevSum part{
            1.0, {whole.coefficients.begin(), whole.coefficients.begin() + static_cast<Index>(terms)}, 0.0};
        const Forms got = spec_parts::moment_forms(x_, walk_, setting_, sizes_, gamma, part, {});
        double left_out = whole.error;
        for (std::size_t k = terms; k < whole.coefficients.size(); ++k)
            left_out += std::abs(whole.coefficients[k]);
        for (Index j = 0; j < x_.cols(); ++j)
            EXPECT_NEAR(got.values[at(j)], wanted.values[at(j)], (left_out + 1e-13) * sizes_.spread[at(j)]);
    }
}

TEST_F(Moments, OfPowersAreTheScoresOfPowers) {
    for (const double power : {1.0, 4.0}) {
        const SpectralFunction gamma = SpectralFunction::of_power(power);
        const Forms wanted = spec_parts::quadratic_forms(x_, setting_, sizes_, gamma, {});
        const auto sum = chebyshev_sum(gamma, 1.0);
        ASSERT_TRUE(sum);
        EXPECT_LE(sum->coefficients.size(), 6U);
        const Forms got = spec_parts::moment_forms(x_, walk_, setting_, sizes_, gamma, *sum, {});
        for (Index j = 0; j < x_.cols(); ++j)
            EXPECT_NEAR(got.values[at(j)], wanted.values[at(j)], 1e-10 * wanted.values[at(j)]);
    }
}

// A smooth feature under a steep function: the sum's error would hide it, Lanczos runs do not.
TEST_F(Moments, LeaveSmoothFeaturesToLanczos) {
    // A ring is smooth for its slowest wave.
    const Index n = 200;
    std::vector<GraphEntry> entries;
    DenseMatrix x(n, 2);
    for (Index i = 0; i < n; ++i) {
        entries.push_back({i, (i + 1) % n, 1.0});
        entries.push_back({(i + 1) % n, i, 1.0});
        x(i, 0) = std::cos(2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n));
        x(i, 1) = i % 2 == 0 ? 1.0 : -1.0;
    }
    const Graph ring = make_graph(n, entries, "ring");
    const spec_parts::Setting setting = spec_parts::make_setting(x, {.graph = &ring}, {}, {});
    const spec_parts::Sizes sizes = spec_parts::measure_features(x, setting, {});
    const WalkOperator walk(ring, setting.takes_part, setting.kind);
    const SpectralFunction gamma(options_of({{"spectral_function", "exp"}, {"t", 20.0}}));
    const auto sum = chebyshev_sum(gamma, 1.0);
    ASSERT_TRUE(sum);
    const Forms got = spec_parts::moment_forms(x, walk, setting, sizes, gamma, *sum, {});
    const double slow = 1.0 - std::cos(2.0 * std::numbers::pi / static_cast<double>(n));
    EXPECT_NEAR(got.values[0] / sizes.spread[0], gamma(slow), 1e-9 * gamma(slow));
    EXPECT_NEAR(got.values[1] / sizes.spread[1], gamma(2.0), 1e-9 * gamma(2.0));
}

// Gauss below and Radau at the upper end above for positive derivatives; the other way round with a node at
// 0.
TEST_F(Moments, QuadraturesEncloseTheValue) {
    const DenseEigen spectrum = dense_eigen(matrix_of(
        walk_.size(), [&](const double* in, double* out) { walk_.apply_symmetric(in, out, {}); }, {}));
    // A measure on the eigenvalues and its Jacobi matrix, by the Stieltjes procedure.
    std::vector<double> weights, before(at(walk_.size()), 0.0), current(at(walk_.size()), 1.0);
    for (Index i = 0; i < walk_.size(); ++i) weights.push_back(1.0 / static_cast<double>(walk_.size()));
    JacobiMatrix jacobi;
    double length = 0.0;
    for (int step = 0; step < 6; ++step) {
        double along = 0.0, next_square = 0.0;
        for (std::size_t i = 0; i < weights.size(); ++i)
            along += weights[i] * spectrum.values[i] * current[i] * current[i];
        std::vector<double> next(current.size());
        for (std::size_t i = 0; i < weights.size(); ++i) {
            next[i] = (spectrum.values[i] - along) * current[i] - length * before[i];
            next_square += weights[i] * next[i] * next[i];
        }
        length = std::sqrt(next_square);
        jacobi.diagonal.push_back(along);
        jacobi.off.push_back(length);
        for (double& value : next) value /= length;
        before = current;
        current = next;
    }
    for (const auto& [name, settings] : cases()) {
        const SpectralFunction gamma(options_of(settings));
        if (gamma.is_whole_power()) continue;
        SCOPED_TRACE(name);
        double exact = 0.0;
        for (std::size_t i = 0; i < weights.size(); ++i)
            exact += weights[i] * gamma(std::max(spectrum.values[i], 0.0));
        const auto value = [&](double r) { return gamma(std::max(r, 0.0)); };
        const double gauss = gauss_quadrature(jacobi).sum(value);
        const bool positive = gamma.has_positive_derivatives();
        const double radau = radau_quadrature(jacobi, positive ? 2.0 : 0.0).sum(value);
        EXPECT_LE(positive ? gauss : radau, exact * (1 + 1e-12));
        EXPECT_GE(positive ? radau : gauss, exact * (1 - 1e-12));
    }
}

TEST(SpectralFunction, TooSharpForMoments) {
    EXPECT_FALSE(chebyshev_sum(SpectralFunction::of_power(0.5), 1.0));
    EXPECT_FALSE(
        chebyshev_sum(SpectralFunction(options_of({{"spectral_function", "rational"}, {"c", 1e-9}})), 1.0));
}

// 1 + σ²r ranks like r, and so do all functions on class blocks.
TEST(SpectralFunction, OfClassBlocksRankAlike) {
    const Labels labels = testing::random_labels(40, 3, 2);
    DenseMatrix x = testing::random_matrix(40, 8, 2);
    for (Index i = 0; i < 40; ++i) x(i, 1) += labels.of[at(i)];
    const Record by_class{{"similarity", "class"}};
    for (const char* criterion : {"phi1", "phi2", "phi3"}) {
        Record plain = by_class;
        plain.emplace_back("criterion", criterion);
        const std::vector<Index> wanted = configure("spec", plain).run(x, {.labels = &labels}, 8).selected;
        for (const char* function : {"exp", "walk", "cosine", "saturate", "rational"}) {
            Record settings = plain;
            settings.emplace_back("spectral_function", function);
            EXPECT_EQ(configure("spec", settings).run(x, {.labels = &labels}, 8).selected, wanted)
                << function;
        }
    }
}

TEST(SpectralFunction, RefusesWhatDoesNotFit) {
    const auto message = [](const Record& settings) -> std::string {
        try {
            configure("spec", settings);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "accepted";
    };
    using ::testing::HasSubstr;
    for (const char* function : {"walk", "cosine"})
        for (const double a : {2.0, 1.0, -1.0})
            EXPECT_THAT(message({{"spectral_function", function}, {"a", a}}), HasSubstr("> 2")) << a;
    for (const char* function : {"exp", "saturate"})
        for (const double t : {0.0, -1.0})
            EXPECT_THAT(message({{"spectral_function", function}, {"t", t}}), HasSubstr("> 0")) << t;
    EXPECT_EQ(message({{"t", 3.0}}),
              "t belongs to spectral_function=exp or saturate: leave it out or set that function");
    EXPECT_EQ(message({{"spectral_function", "exp"}, {"power", 2.0}}),
              "power belongs to spectral_function=power: leave it out or set that function");
    EXPECT_EQ(message({{"spectral_function", "exp"}, {"a", 3.0}}),
              "a belongs to spectral_function=walk or cosine: leave it out or set that function");
    EXPECT_EQ(message({{"spectral_function", "cosine"}, {"steps", Index{3}}}),
              "steps belongs to spectral_function=walk: leave it out or set that function");
    EXPECT_EQ(message({{"c", 1.0}}),
              "c belongs to spectral_function=rational: leave it out or set that function");
    EXPECT_EQ(message({{"similarity", "relieff"}, {"spectral_function", "exp"}}),
              "similarity=relieff has negative eigenvalues, which allow only whole powers: leave "
              "spectral_function out");
    EXPECT_EQ(
        message({{"spectral_function", "exp"}, {"t", 1000.0}}),
        "spectral_function=exp with t=1000 is too large for a number at the largest eigenvalue, 2: choose "
        "values nearer to the defaults");
    EXPECT_EQ(message({{"spectral_function", "walk"}, {"a", 1e300}}),
              "spectral_function=walk with a=1e+300 and steps=2 is too small for a number at the largest "
              "eigenvalue, 2: choose values nearer to the defaults");
}

}  // namespace
}  // namespace tamis
