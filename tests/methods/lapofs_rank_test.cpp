// More features than the data have rank: every selection is replayed in 113-bit arithmetic.
#include <gtest/gtest.h>

#include <cmath>

#include "tamis/graph/build.hpp"
#include "tamis/methods/lapeofs.hpp"
#include "tamis/methods/lapgofs.hpp"
#include "tamis/methods/lapofs/greedy.hpp"
#include "tests/support/dense_design.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

__extension__ typedef __float128 Quad;

// The Schur complement of K + λ2·I as a whole matrix, and the ridge coefficients of every feature.
class Replay {
  public:
    Replay(const DenseMatrix& x, const Graph& graph, double lambda1, double lambda2)
        : features_(x.cols()), c_(at(x.cols() * x.cols())) {
        const Eigen::MatrixXd b = testing::dense_b(graph, lambda1);
        for (Index f = 0; f < features_; ++f) {
            std::vector<Quad> weighted(at(x.rows()));
            for (Index i = 0; i < x.rows(); ++i)
                for (Index l = 0; l < x.rows(); ++l) weighted[at(i)] += Quad(b(i, l)) * Quad(x(l, f));
            for (Index g = 0; g < features_; ++g)
                for (Index i = 0; i < x.rows(); ++i) cell(f, g) += weighted[at(i)] * Quad(x(i, g));
            cell(f, f) += Quad(lambda2);
        }
    }

    Quad merit(Design design, Index f) const {
        const Quad s = c_[at(f * features_ + f)];
        if (design == Design::d) return s;
        Quad square = 1;
        for (const auto& row : w_) square += row[at(f)] * row[at(f)];
        return s / square;
    }

    void add(Index g) {
        const Quad s = cell(g, g);
        std::vector<Quad> column;
        for (Index f = 0; f < features_; ++f) column.push_back(cell(f, g));
        for (auto& row : w_) {
            const Quad z = row[at(g)];
            for (std::size_t f = 0; f < row.size(); ++f) row[f] -= z * column[f] / s;
        }
        w_.emplace_back();
        for (const Quad entry : column) w_.back().push_back(entry / s);
        for (Index f = 0; f < features_; ++f)
            for (Index h = 0; h < features_; ++h) cell(f, h) -= column[at(f)] * column[at(h)] / s;
    }

  private:
    Quad& cell(Index f, Index g) { return c_[at(f * features_ + g)]; }

    Index features_;
    std::vector<Quad> c_;
    std::vector<std::vector<Quad>> w_;
};

struct RankCase {
    Design design;
    double lambda2;
    friend void PrintTo(const RankCase& c, std::ostream* out) { *out << c.lambda2; }
};

std::string name_of_case(const ::testing::TestParamInfo<RankCase>& entry) {
    return std::string(entry.param.design == Design::d ? "D" : "A") + "ridge1e" +
           std::to_string(std::lround(-std::log10(entry.param.lambda2)));
}

class LapofsRank : public ::testing::TestWithParam<RankCase> {};

// Whole numbers as in images; feature 39 repeats feature 12, feature 40 is minus feature 3.
DenseMatrix fewer_samples_than_features() {
    Random random(1);
    DenseMatrix x(14, 45);
    for (Index i = 0; i < 14; ++i) {
        for (Index j = 0; j < 45; ++j) x(i, j) = static_cast<double>(random.below(256));
        x(i, 39) = x(i, 12);
        x(i, 40) = -x(i, 3);
    }
    return x;
}

TEST_P(LapofsRank, NoSelectionIsWorseThanTheBest) {
    const auto [design, lambda2] = GetParam();
    const DenseMatrix x = fewer_samples_than_features();
    const Graph graph = build_graph(x, {.neighbors = 3, .weights = Weights::binary});
    const FeatureGram gram(x, graph, 0.01, LaplacianKind::plain, {});
    const GreedyDesign got = select_greedily(gram, design, lambda2, 45, {});
    Replay replay(x, graph, 0.01, lambda2);
    std::vector<char> done(45, 0);
    for (std::size_t j = 0; j < 45; ++j) {
        Quad best = 0;
        for (Index f = 0; f < 45; ++f)
            if (done[at(f)] == 0 && replay.merit(design, f) > best) best = replay.merit(design, f);
        const Quad chosen = replay.merit(design, got.selected[j]);
        // Doubles without corrections lose eps·K/λ2, up to 1e-4 here.
        EXPECT_LE(static_cast<double>((best - chosen) / best), 1e-8) << "selection " << j;
        if (design == Design::d)
            EXPECT_NEAR(got.scores[at(got.selected[j])], static_cast<double>(chosen / Quad(lambda2) - 1),
                        1e-8 * static_cast<double>(chosen / Quad(lambda2)));
        else
            EXPECT_NEAR(static_cast<double>(Quad(1) / chosen),
                        got.objective[j] - (j == 0 ? 0.0 : got.objective[j - 1]),
                        1e-8 * static_cast<double>(Quad(1) / chosen));
        replay.add(got.selected[j]);
        done[at(got.selected[j])] = 1;
    }
    const auto place = [&](Index f) {
        return std::find(got.selected.begin(), got.selected.end(), f) - got.selected.begin();
    };
    EXPECT_LT(place(12), place(39));
    EXPECT_LT(place(3), place(40));
}

INSTANTIATE_TEST_SUITE_P(Exhausted, LapofsRank,
                         ::testing::Values(RankCase{Design::d, 1e-2}, RankCase{Design::a, 1e-2},
                                           RankCase{Design::d, 1e-4}, RankCase{Design::a, 1e-4},
                                           RankCase{Design::d, 1e-6}, RankCase{Design::a, 1e-6}),
                         name_of_case);

// Where λ2 is far below the rounding of the data nothing can be said of the order any more, but what the
// certificate says still holds.
class LapofsCertificate : public ::testing::TestWithParam<RankCase> {};

TEST_P(LapofsCertificate, IsTrueHoweverSmallLambda2) {
    const auto [design, lambda2] = GetParam();
    const DenseMatrix x = fewer_samples_than_features();
    const Graph graph = build_graph(x, {.neighbors = 3, .weights = Weights::binary});
    const FeatureGram gram(x, graph, 0.01, LaplacianKind::plain, {});
    const GreedyDesign got = select_greedily(gram, design, lambda2, 40, {});
    const auto gain = [&, ridge = lambda2, kind = design](const Replay& replay, Index f) {
        const double share = static_cast<double>(Quad(ridge) / replay.merit(kind, f));
        return kind == Design::d ? -std::log(share) : 1.0 - share;
    };
    Replay of_ours(x, graph, 0.01, lambda2), exact(x, graph, 0.01, lambda2);
    double ours = 0.0, best = 0.0;
    std::vector<char> done(45, 0);
    for (const Index g : got.selected) {
        ours += gain(of_ours, g);
        of_ours.add(g);
        Index leader = -1;
        for (Index f = 0; f < 45; ++f)
            if (done[at(f)] == 0 && (leader < 0 || exact.merit(design, f) > exact.merit(design, leader)))
                leader = f;
        best += gain(exact, leader);
        exact.add(leader);
        done[at(leader)] = 1;
    }
    EXPECT_LE(got.value, ours * (1.0 + 1e-6));
    EXPECT_GE(got.bound, best * (1.0 - 1e-6));
    EXPECT_GE(got.value, 0.9 * (design == Design::d ? ours : 14.0));
    EXPECT_EQ(got.unknown > 0, lambda2 < 1e-10) << got.unknown;
}

INSTANTIATE_TEST_SUITE_P(BelowRounding, LapofsCertificate,
                         ::testing::Values(RankCase{Design::d, 1e-4}, RankCase{Design::a, 1e-4},
                                           RankCase{Design::d, 1e-12}, RankCase{Design::a, 1e-12},
                                           RankCase{Design::d, 1e-20}, RankCase{Design::a, 1e-20}),
                         name_of_case);

TEST(LapofsBelowRounding, TheOtherDesignsNeverRise) {
    // Six columns, their sums and copies, in large whole numbers.
    Random random(2);
    DenseMatrix x(60, 14);
    for (Index i = 0; i < 60; ++i) {
        for (Index j = 0; j < 6; ++j) x(i, j) = static_cast<double>(random.below(2000000000));
        for (Index j = 6; j < 14; ++j) x(i, j) = x(i, j % 6) + x(i, (j + 1) % 6);
    }
    const Graph graph = build_graph(x, {.neighbors = 3, .weights = Weights::binary});
    const auto falls = [](const std::vector<double>& trace) {
        return std::is_sorted(trace.rbegin(), trace.rend());
    };
    const Selection e = lapeofs(x, graph, {.k = 14}), g = lapgofs(x, graph, {.k = 14});
    EXPECT_TRUE(falls(e.objective.trace));
    EXPECT_DOUBLE_EQ(e.objective.value, 0.01);
    EXPECT_TRUE(falls(g.objective.trace));
    // Six directions cannot explain 60 samples.
    EXPECT_GT(g.objective.value, 0.5);
}

}  // namespace
}  // namespace tamis
