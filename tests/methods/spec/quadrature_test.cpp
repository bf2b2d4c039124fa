// Powers that are not whole without an eigendecomposition.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tamis/algebra/lanczos_quadrature.hpp"
#include "tamis/algebra/smallest_eigenpairs.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/methods/spec/parts.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using spec_parts::Forms;
using spec_parts::Setting;
using spec_parts::SpectralFunction;
using testing::random_matrix;
using Criterion = SpecOptions::Criterion;
using Similarity = SpecOptions::Similarity;

// Samples 0 … count-1 in a ring from `first` on.
void add_ring(Graph& graph, Index count) {
    const auto first = static_cast<Index>(graph.row_start.size()) - 1;
    graph.samples += count;
    for (Index i = 0; i < count; ++i) {
        const Index left = first + (i + count - 1) % count, right = first + (i + 1) % count;
        for (const Index j : {std::min(left, right), std::max(left, right)}) {
            graph.neighbors.push_back(static_cast<Small>(j));
            graph.weights.push_back(1.0);
        }
        graph.row_start.push_back(static_cast<Index>(graph.neighbors.size()));
    }
}

void expect_same_forms(const MatrixView& x, const Inputs& inputs, const SpecOptions& options,
                       double tolerance) {
    const Setting setting = spec_parts::make_setting(x, inputs, options, {});
    const spec_parts::Sizes sizes = spec_parts::measure_features(x, setting, {});
    const WalkOperator walk(setting.graph(), setting.takes_part, setting.kind);
    const Forms got = spec_parts::quadrature_forms(x, walk, setting, sizes, SpectralFunction(options), {});
    const Forms wanted = spec_parts::quadratic_forms(x, setting, sizes, SpectralFunction(options), {});
    ASSERT_EQ(got.kernel.size(), wanted.kernel.size());
    for (std::size_t j = 0; j < got.values.size(); ++j) {
        const double scale = sizes.spread[j];
        EXPECT_NEAR(got.values[j], wanted.values[j], std::max(tolerance, 2.0 * got.error) * scale)
            << "power " << options.power << ", feature " << j;
        if (!got.kernel.empty()) {
            EXPECT_NEAR(got.kernel[j], wanted.kernel[j], tolerance * scale) << "feature " << j;
        }
    }
    EXPECT_LE(got.error, tolerance);
}

TEST(SpecQuadrature, EqualsTheEigendecomposition) {
    const DenseMatrix x = random_matrix(300, 21, 5);
    const Graph graph = build_graph(x, {.neighbors = 5});
    for (const double power : {0.5, 1.5, 2.5, 3.7, 10.5})
        expect_same_forms(x, {.graph = &graph}, {.k = 1, .power = power}, 1e-10);
    for (const double beta : {0.1, 1.0, 5.0})
        expect_same_forms(x, {.graph = &graph},
                          {.k = 1, .power = 1.5, .similarity = Similarity::diffusion, .beta = beta}, 1e-10);
}

TEST(SpecQuadrature, SeveralComponentsAndConstantFeatures) {
    Graph rings;
    add_ring(rings, 40);
    add_ring(rings, 25);
    add_ring(rings, 7);
    set_degrees(rings);
    DenseMatrix x = random_matrix(72, 5, 6);
    for (Index i = 0; i < 72; ++i) {
        x(i, 2) = 3.0;                                 // constant
        x(i, 3) = i < 40 ? 1.0 : i < 65 ? 2.0 : -1.0;  // constant on each component
        x(i, 4) += 1e6;                                // far from 0
    }
    for (const double power : {0.5, 1.5}) {
        expect_same_forms(x, {.graph = &rings}, {.k = 1, .power = power}, 1e-10);
        expect_same_forms(x, {.graph = &rings}, {.k = 1, .power = power, .similarity = Similarity::diffusion},
                          1e-10);
    }
}

// The eigenvectors of a ring are waves; on 4,000 samples no eigendecomposition is made.
TEST(SpecQuadrature, WavesOnALargeRing) {
    constexpr Index n = 4000;
    Graph ring;
    add_ring(ring, n);
    set_degrees(ring);
    const std::vector<Index> turns{100, 700, 1999};
    DenseMatrix x(n, 4);
    for (Index i = 0; i < n; ++i) {
        for (Index f = 0; f < 3; ++f)
            x(i, f) = std::cos(2.0 * std::numbers::pi * static_cast<double>(i * turns[at(f)]) / n);
        x(i, 3) = x(i, 0) + 2.0 * x(i, 1);
    }
    for (const double power : {0.5, 1.5, 2.25}) {
        const Selection got = spec(x, {.graph = &ring}, {.k = 1, .power = power});
        std::vector<double> wanted;
        for (const Index t : turns)
            wanted.push_back(
                std::pow(1.0 - std::cos(2.0 * std::numbers::pi * static_cast<double>(t) / n), power));
        wanted.push_back((wanted[0] + 4.0 * wanted[1]) / 5.0);
        for (std::size_t f = 0; f < wanted.size(); ++f)
            EXPECT_NEAR(got.raw_scores[f], wanted[f], 1e-10 * wanted[f]) << power << " " << f;
    }
    // Noise is the hardest case: a bound of the error is reported.
    const Selection noise = spec(random_matrix(n, 2, 7), {.graph = &ring}, {.k = 1, .power = 1.5});
    ASSERT_EQ(noise.certificate.size(), 1U);
    EXPECT_EQ(noise.certificate[0].first, "truncation_error");
    EXPECT_LT(std::get<double>(noise.certificate[0].second), 1e-8);
}

TEST(LanczosQuadrature, BracketsPowersAndIsExactAtTheEnd) {
    // The Jacobi matrix of a vector with weights on known eigenvalues, by Lanczos in full.
    const std::vector<double> eigenvalues{0.01, 0.3, 0.7, 1.1, 1.6, 1.9};
    std::vector<double> v{0.9, 0.4, 0.3, 0.2, 0.5, 0.1}, before(6, 0.0);
    const auto length = [](const std::vector<double>& u) {
        double sum = 0.0;
        for (const double entry : u) sum += entry * entry;
        return std::sqrt(sum);
    };
    const double norm = length(v);
    for (double& entry : v) entry /= norm;
    const std::vector<double> start = v;
    const auto power = [](double a) { return std::pow(std::max(a, 0.0), 1.5); };
    double wanted = 0.0;
    for (std::size_t i = 0; i < 6; ++i) wanted += start[i] * start[i] * power(eigenvalues[i]);
    JacobiMatrix jacobi;
    double last = 0.0;
    for (int step = 0; step < 6; ++step) {
        std::vector<double> next(6);
        double along = 0.0;
        for (std::size_t i = 0; i < 6; ++i) along += v[i] * eigenvalues[i] * v[i];
        for (std::size_t i = 0; i < 6; ++i) next[i] = (eigenvalues[i] - along) * v[i] - last * before[i];
        last = length(next);
        jacobi.diagonal.push_back(along);
        jacobi.off.push_back(step == 5 ? 0.0 : last);
        const double gauss = gauss_quadrature(jacobi).sum(power), radau = radau_quadrature(jacobi).sum(power);
        EXPECT_LE(std::min(gauss, radau), wanted + 1e-14);
        EXPECT_GE(std::max(gauss, radau), wanted - 1e-14);
        EXPECT_EQ(std::abs(gauss - radau) > 1e-9, step < 5) << step;
        EXPECT_EQ(std::abs(gauss - wanted) < 1e-13, step == 5) << step;
        before = v;
        for (std::size_t i = 0; i < 6; ++i) v[i] = next[i] / last;
    }
}

}  // namespace
}  // namespace tamis
