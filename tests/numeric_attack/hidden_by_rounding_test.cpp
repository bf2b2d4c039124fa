// Data of which double precision hides what matters: the same choice as arithmetic with twice the digits, or
// a word about it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "tamis/methods/lapeofs.hpp"
#include "tamis/methods/lapgofs.hpp"
#include "tests/numeric_attack/nasty_sets.hpp"
#include "tests/support/run_method.hpp"

namespace tamis::testing {
namespace {

__extension__ using Quad = __float128;
using Square = std::vector<std::vector<Quad>>;

// (F_SᵀF_S + λ2·I)⁻¹ by elimination.
Square inverse_information(const DenseMatrix& x, const std::vector<Index>& features, double lambda2) {
    const std::size_t size = features.size();
    Square h(size, std::vector<Quad>(2 * size, 0));
    for (std::size_t a = 0; a < size; ++a) {
        for (std::size_t b = 0; b < size; ++b)
            for (Index i = 0; i < x.rows(); ++i) h[a][b] += Quad(x(i, features[a])) * Quad(x(i, features[b]));
        h[a][a] += Quad(lambda2);
        h[a][size + a] = 1;
    }
    for (std::size_t p = 0; p < size; ++p) {
        const Quad pivot = h[p][p];
        for (Quad& value : h[p]) value /= pivot;
        for (std::size_t r = 0; r < size; ++r) {
            if (r == p) continue;
            const Quad factor = h[r][p];
            for (std::size_t c = 0; c < 2 * size; ++c) h[r][c] -= factor * h[p][c];
        }
    }
    Square inverse;
    for (const auto& row : h)
        inverse.emplace_back(row.begin() + static_cast<std::ptrdiff_t>(size), row.end());
    return inverse;
}

// The smallest eigenvalue of the information matrix: one over the largest of its inverse.
double smallest_eigenvalue(const DenseMatrix& x, const std::vector<Index>& features, double lambda2) {
    const Square inverse = inverse_information(x, features, lambda2);
    const auto size = static_cast<Eigen::Index>(inverse.size());
    Eigen::MatrixXd rounded(size, size);
    for (Eigen::Index a = 0; a < size; ++a)
        for (Eigen::Index b = 0; b < size; ++b)
            rounded(a, b) =
                static_cast<double>(inverse[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)]);
    return 1.0 / Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(rounded).eigenvalues()(size - 1);
}

// Without a graph: 1 - max_i x_iᵀH⁻¹x_i is what the worst sample has left, taken negative.
double explained_at_worst(const DenseMatrix& x, const std::vector<Index>& features, double lambda2) {
    const Square inverse = inverse_information(x, features, lambda2);
    double least = 1.0;
    for (Index i = 0; i < x.rows(); ++i) {
        Quad explained = 0;
        for (std::size_t a = 0; a < features.size(); ++a)
            for (std::size_t b = 0; b < features.size(); ++b)
                explained += Quad(x(i, features[a])) * inverse[a][b] * Quad(x(i, features[b]));
        least = std::min(least, static_cast<double>(explained));
    }
    return least;
}

// How much worse each greedy choice is than the best one by the reference, relative to it, the first left
// out: features with a common offset are alike in size and tie there.
template <class Criterion>
double regret(const DenseMatrix& x, const std::vector<Index>& selected, Criterion&& criterion) {
    double largest = 0.0;
    for (std::size_t size = 1; size < selected.size(); ++size) {
        std::vector<Index> chosen(selected.begin(), selected.begin() + static_cast<std::ptrdiff_t>(size));
        double best = 0.0;
        for (Index f = 0; f < x.cols(); ++f) {
            if (std::find(chosen.begin(), chosen.end(), f) != chosen.end()) continue;
            std::vector<Index> more = chosen;
            more.push_back(f);
            best = std::max(best, criterion(more));
        }
        chosen.push_back(selected[size]);
        largest = std::max(largest, 1.0 - criterion(chosen) / best);
    }
    return largest;
}

std::vector<NastySet> hiding_sets() {
    std::vector<NastySet> hiding;
    for (NastySet& set : nasty_sets())
        for (const char* name : {"plain", "offset 1e+06", "offset 1e+09", "a column times 1e+09",
                                 "a column times 1e+12", "a column times 1e-06"})
            if (set.name == name) hiding.push_back(std::move(set));
    return hiding;
}

TEST(HiddenByRounding, DesignsChooseAsWithMoreDigits) {
    const std::vector<NastySet> sets = hiding_sets();
    ASSERT_EQ(sets.size(), 6U);
    for (const NastySet& set : sets) {
        SCOPED_TRACE(set.name);
        const Graph graph = build_graph(set.x, {.neighbors = 4, .weights = Weights::binary});
        constexpr double ridge = 0.01;
        const Selection e = lapeofs(set.x, graph, {.k = 5, .lambda1 = 0.0, .lambda2 = ridge});
        const auto eigenvalue = [&](const std::vector<Index>& s) {
            return smallest_eigenvalue(set.x, s, ridge);
        };
        EXPECT_LT(regret(set.x, e.selected, eigenvalue), 1e-4);
        EXPECT_NEAR(e.objective.value, eigenvalue(e.selected), 1e-4 * e.objective.value);
        const Selection g = lapgofs(set.x, graph, {.k = 5, .lambda1 = 0.0, .lambda2 = ridge});
        const auto explained = [&](const std::vector<Index>& s) {
            return explained_at_worst(set.x, s, ridge);
        };
        EXPECT_LT(regret(set.x, g.selected, explained), 1e-4);
        EXPECT_NEAR(g.objective.value, 1.0 - explained(g.selected), 1e-4);
    }
}

TEST(HiddenByRounding, DesignsSaySoIfNothingHelps) {
    for (const NastySet& set : nasty_sets()) {
        if (set.name != "offset 1e+15") continue;
        for (const char* name : {"lapdofs", "lapaofs", "lapeofs", "lapgofs"}) {
            SCOPED_TRACE(name);
            std::vector<std::string> said;
            Context context;
            context.warn = [&](const std::string& text) { said.push_back(text); };
            TestedMethod(name).run(set.x, set.labels, 5, context);
            EXPECT_THAT(said, ::testing::Contains(::testing::HasSubstr("rounding hides what")));
        }
    }
}

// A feature of 1e100 times the range of the others: whatever is found for those would be rounding.
TEST(HiddenByRounding, EigenproblemsRefuseRangesThatAreNotAlike) {
    for (const NastySet& set : nasty_sets()) {
        if (set.name != "a column times 1e+100") continue;
        for (const char* name : {"tr-lda", "whtr", "trln"}) {
            SCOPED_TRACE(name);
            try {
                TestedProjector(name).run(set.x, set.labels, 2);
                FAIL() << "the order of the rows would decide";
            } catch (const Error& error) {
                EXPECT_THAT(error.what(), ::testing::HasSubstr("column 2 (counted from 0)"));
                EXPECT_THAT(error.what(), ::testing::HasSubstr("e+100, next to which"));
                EXPECT_THAT(error.what(), ::testing::HasSubstr("scale=standard"));
            }
        }
    }
}

}  // namespace
}  // namespace tamis::testing
