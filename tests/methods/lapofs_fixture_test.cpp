// Optimal designs against tests/golden/lapofs.json, which was computed in exact rational arithmetic.
#include <gtest/gtest.h>

#include <cmath>

#include "tamis/methods/lapaofs.hpp"
#include "tamis/methods/lapdofs.hpp"
#include "tamis/methods/lapeofs.hpp"
#include "tamis/methods/lapgofs.hpp"
#include "tamis/methods/laplacian.hpp"
#include "tamis/methods/lapofs/relaxation.hpp"
#include "tamis/methods/q_alpha.hpp"
#include "tamis/methods/variance.hpp"
#include "tests/support/dense_design.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::DesignFixture;
using testing::golden;
using testing::golden_numbers;

constexpr double digits = 1e-9;
// The weights in the file come from iterations that stopped: 0.075609754403 stands for 31/410, for instance.
constexpr double iterated_digits = 2e-9;

struct Case {
    std::size_t number;
    bool sparse;
    friend void PrintTo(const Case& c, std::ostream* out) { *out << "F" << c.number + 1; }
};

class LapofsFixture : public ::testing::TestWithParam<Case> {
  protected:
    LapofsFixture() : fixture_(golden("lapofs").at(GetParam().number)), sparse_(to_sparse(fixture_.x)) {}
    MatrixView x() const { return GetParam().sparse ? MatrixView(sparse_) : MatrixView(fixture_.x); }
    const nlohmann::json& wanted(const std::string& name) const { return fixture_.data.at(name); }

    template <class Options>
    Options options() const {
        Options result;
        result.k = fixture_.x.cols();
        result.lambda1 = fixture_.lambda1;
        result.lambda2 = fixture_.lambda2;
        return result;
    }

    static void expect_near(double got, double wanted) {
        EXPECT_NEAR(got, wanted, digits * std::max(1.0, std::abs(wanted)));
    }

    DesignFixture fixture_;
    SparseMatrix sparse_;
};

TEST_P(LapofsFixture, D) {
    const Selection got = lapdofs(x(), fixture_.graph, options<LapdofsOptions>());
    const auto& d = wanted("LapDOFS");
    EXPECT_EQ(got.selected, d.at("picks").get<std::vector<Index>>());
    const auto det = golden_numbers(d.at("detH")), score = golden_numbers(d.at("score_eq29"));
    const auto log_det_a = golden_numbers(d.at("logdetA"));
    double gained = fixture_.dense.log_det_prior();
    for (std::size_t j = 0; j < det.size(); ++j) {
        EXPECT_NEAR(std::exp(got.objective.trace[j]), det[j], digits * det[j]);
        const double s = got.scores[at(got.selected[j])];
        expect_near(s, score[j]);
        gained += std::log1p(s);
        expect_near(gained, log_det_a[j]);
    }
}

TEST_P(LapofsFixture, A) {
    const Selection got = lapaofs(x(), fixture_.graph, options<LapaofsOptions>());
    const auto& a = wanted("LapAOFS");
    EXPECT_EQ(got.selected, a.at("picks").get<std::vector<Index>>());
    const auto trace = golden_numbers(a.at("traceHinv")), score = golden_numbers(a.at("score_eq20"));
    const auto variance_left = golden_numbers(a.at("traceAinvM"));
    double left = static_cast<double>(fixture_.x.rows());
    for (std::size_t j = 0; j < trace.size(); ++j) {
        EXPECT_NEAR(got.objective.trace[j], trace[j], digits * trace[j]);
        const double s = got.scores[at(got.selected[j])];
        expect_near(s, score[j]);
        left -= s;
        expect_near(left, variance_left[j]);
    }
}

TEST_P(LapofsFixture, E) {
    const Selection got = lapeofs(x(), fixture_.graph, options<LapeofsOptions>());
    EXPECT_EQ(got.selected, wanted("E_lambda_min").at("picks").get<std::vector<Index>>());
    const auto values = golden_numbers(wanted("E_lambda_min").at("values"));
    for (std::size_t j = 0; j < values.size(); ++j)
        EXPECT_NEAR(got.objective.trace[j], values[j], digits * values[j]);
}

TEST_P(LapofsFixture, G) {
    for (const auto& [target, name] : {std::pair{SampleVariance::remaining, "G_residual_max"},
                                       {SampleVariance::explained, "G_literal_max_var"}}) {
        LapgofsOptions asked = options<LapgofsOptions>();
        asked.target = target;
        const Selection got = lapgofs(x(), fixture_.graph, asked);
        EXPECT_EQ(got.selected, wanted(name).at("picks").get<std::vector<Index>>()) << name;
        const auto values = golden_numbers(wanted(name).at("values"));
        for (std::size_t j = 0; j < values.size(); ++j) expect_near(got.objective.trace[j], values[j]);
    }
}

TEST_P(LapofsFixture, Relaxation) {
    const FeatureGram gram(x(), fixture_.graph, fixture_.lambda1, LaplacianKind::plain, {});
    const Context context;
    EXPECT_NEAR(Relaxation(gram, Design::d, fixture_.lambda2, context).largest_price(),
                wanted("gamma_max").get<double>(), digits * wanted("gamma_max").get<double>());
    for (const auto& relax : wanted("relax")) {
        const Design design = relax.at("crit") == "D" ? Design::d : Design::a;
        Relaxation relaxation(gram, design, fixture_.lambda2, context);
        const Relaxed got = relaxation.solve(relax.at("gamma").get<double>(), 1e-12);
        // The file has -log det A, we have it relative to M.
        const double shift = design == Design::d ? fixture_.dense.log_det_prior() : 0.0;
        expect_near(got.primal - shift, relax.at("objective").get<double>());
        EXPECT_LE(got.gap, 1e-12);
        EXPECT_GE(got.gap, 0.0);
        // Of repeated features (f = ±g) only the sum is determined.
        const auto alpha = golden_numbers(relax.at("alpha"));
        for (Index f = 0; f < x().cols(); ++f) {
            double got_sum = 0.0, wanted_sum = 0.0;
            for (Index g = 0; g < x().cols(); ++g) {
                const auto a = fixture_.dense.x.col(f), b = fixture_.dense.x.col(g);
                if (a != b && a != -b) continue;
                got_sum += got.alpha[at(g)];
                wanted_sum += alpha[at(g)];
            }
            EXPECT_NEAR(got_sum, wanted_sum, iterated_digits * std::max(1.0, wanted_sum)) << f;
        }
    }
}

TEST_P(LapofsFixture, QAlpha) {
    for (const bool normalize : {true, false}) {
        const auto& q = wanted(normalize ? "q_alpha_k2_unit" : "q_alpha_k2_raw");
        const Selection got = q_alpha(x(), {}, {.k = 2, .clusters = 2, .normalize = normalize});
        EXPECT_EQ(got.stop, Stop::converged);
        const double objective = q.at("objective").get<double>();
        EXPECT_NEAR(got.objective.value, objective, digits * objective);
        const auto alpha = golden_numbers(q.at("alpha"));
        for (std::size_t j = 0; j < alpha.size(); ++j) EXPECT_NEAR(got.scores[j], alpha[j], iterated_digits);
    }
}

TEST_P(LapofsFixture, CompetitorScores) {
    const auto spread = golden_numbers(wanted("variance"));
    const Selection by_variance = variance(x(), {.k = 1});
    for (std::size_t j = 0; j < spread.size(); ++j) EXPECT_NEAR(by_variance.raw_scores[j], spread[j], digits);
    if (fixture_.graph.edges() == 0) return;  // no Laplacian score without a graph
    const Selection by_graph = laplacian(x(), fixture_.graph, {.k = 1});
    for (std::size_t j = 0; j < spread.size(); ++j) {
        const auto& score = wanted("laplacian_score").at(j);
        if (score.is_number())
            EXPECT_NEAR(by_graph.raw_scores[j], score.get<double>(), digits);
        else
            EXPECT_TRUE(std::isinf(by_graph.raw_scores[j]));
    }
}

INSTANTIATE_TEST_SUITE_P(Golden, LapofsFixture,
                         ::testing::Values(Case{0, false}, Case{0, true}, Case{1, false}, Case{1, true},
                                           Case{2, false}, Case{2, true}, Case{3, false}, Case{3, true},
                                           Case{4, false}, Case{4, true}),
                         [](const auto& entry) {
                             return "F" + std::to_string(entry.param.number + 1) +
                                    (entry.param.sparse ? "sparse" : "dense");
                         });

}  // namespace
}  // namespace tamis
