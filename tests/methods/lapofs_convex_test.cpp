// The relaxed designs: optimality conditions, certificate, a general semidefinite solver, rounding to k.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tamis/methods/lapaofs.hpp"
#include "tamis/methods/lapdofs.hpp"
#include "tamis/methods/lapofs/relaxation.hpp"
#include "tests/support/dense_design.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::DenseDesign;
using testing::random_matrix;

struct Problem {
    DenseMatrix x;
    Graph graph;
    FeatureGram gram;
    DenseDesign dense;
    Context context;

    Problem(DenseMatrix data, double lambda1, double lambda2)
        : x(std::move(data)),
          graph(build_graph(x, {.neighbors = 3, .weights = Weights::binary})),
          gram(x, graph, lambda1, LaplacianKind::plain, {}),
          dense{testing::to_eigen(x), testing::dense_b(graph, lambda1), lambda2} {}
};

double objective(const DenseDesign& dense, Design design, const std::vector<double>& alpha, double price) {
    const Eigen::MatrixXd a = dense.relaxed(alpha);
    double linear = 0.0;
    for (const double weight : alpha) linear += price * weight;
    if (design == Design::a) return (a.inverse() * dense.prior()).trace() + linear;
    const double log_det = 2.0 * Eigen::LLT<Eigen::MatrixXd>(a).matrixLLT().diagonal().array().log().sum();
    return dense.log_det_prior() - log_det + linear;
}

class RelaxedDesign : public ::testing::TestWithParam<Design> {};

TEST_P(RelaxedDesign, MeetsTheOptimalityConditions) {
    for (const auto& [rows, cols] : {std::pair<Index, Index>{12, 40}, {30, 20}, {6, 25}}) {
        Problem p(random_matrix(rows, cols, 1), 0.1, 0.2);
        Relaxation relaxation(p.gram, GetParam(), 0.2, p.context);
        for (const double part : {0.5, 0.1, 0.01, 0.001}) {
            const double price = part * relaxation.largest_price();
            const Relaxed got = relaxation.solve(price, 1e-10);
            ASSERT_TRUE(got.converged);
            EXPECT_GE(got.gap, -1e-12);
            EXPECT_NEAR(got.primal, objective(p.dense, GetParam(), got.alpha, price),
                        1e-9 * std::max(1.0, std::abs(got.primal)));
            const Eigen::MatrixXd inverse = p.dense.relaxed(got.alpha).inverse();
            const Eigen::MatrixXd kernel =
                GetParam() == Design::d ? inverse : Eigen::MatrixXd(inverse * p.dense.prior() * inverse);
            for (Index f = 0; f < cols; ++f) {
                const double value = p.dense.x.col(f).dot(kernel * p.dense.x.col(f));
                const auto place = at(f);
                EXPECT_NEAR(got.values[place], value, 1e-8 * price);
                EXPECT_LE(value, price * (1 + 1e-6));
                if (got.alpha[place] > 1e-6 / price) {
                    EXPECT_NEAR(value, price, 1e-4 * price);
                }
                EXPECT_GE(got.alpha[place], 0.0);
            }
        }
    }
}

// Weak duality at points that are not optimal, too: the dual is below every objective there is.
TEST_P(RelaxedDesign, NoWeightsBeatTheDual) {
    Problem p(random_matrix(9, 12, 2), 0.1, 0.3);
    Relaxation relaxation(p.gram, GetParam(), 0.3, p.context);
    const double price = 0.05 * relaxation.largest_price();
    const Relaxed rough = relaxation.solve(price, 0.3);
    const Relaxed fine = relaxation.solve(price, 1e-11);
    EXPECT_LE(rough.dual, fine.primal + 1e-10);
    EXPECT_GE(rough.primal, fine.primal - 1e-10);
    Random random(2);
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<double> alpha = fine.alpha;
        for (double& weight : alpha) weight = std::max(0.0, weight + 0.02 * random.normal() / price);
        EXPECT_GE(objective(p.dense, GetParam(), alpha, price), fine.dual - 1e-10);
    }
}

TEST_P(RelaxedDesign, GammaOrdersTheSolutions) {
    Problem p(random_matrix(15, 30, 3), 0.1, 0.2);
    Relaxation relaxation(p.gram, GetParam(), 0.2, p.context);
    const double largest = relaxation.largest_price();
    for (const double price : {largest, 3.0 * largest}) {
        const Relaxed none = relaxation.solve(price, 1e-10);
        EXPECT_TRUE(none.support.empty());
        EXPECT_EQ(none.primal, GetParam() == Design::d ? 0.0 : 15.0);
    }
    EXPECT_FALSE(relaxation.solve(0.999 * largest, 1e-12).support.empty());
    double last_objective = 1e300, last_sum = -1.0;
    for (double price = 0.9 * largest; price > 1e-4 * largest; price *= 0.5) {
        const Relaxed got = relaxation.solve(price, 1e-10);
        double sum = 0.0;
        for (const double weight : got.alpha) sum += weight;
        EXPECT_LE(got.primal, last_objective + 1e-9);
        EXPECT_GE(sum, last_sum * (1 - 1e-6));
        last_objective = got.primal, last_sum = sum;
    }
}

// The warm start leads where a cold one does.
TEST_P(RelaxedDesign, DoesNotDependOnTheStart) {
    Problem p(random_matrix(20, 60, 4), 0.1, 0.05);
    Relaxation warm(p.gram, GetParam(), 0.05, p.context), cold(p.gram, GetParam(), 0.05, p.context);
    const double price = 0.01 * warm.largest_price();
    warm.solve(1e-3 * price, 1e-8);
    EXPECT_NEAR(warm.solve(price, 1e-12).primal, cold.solve(price, 1e-12).primal, 1e-9);
}

TEST_P(RelaxedDesign, RepeatedFeaturesShareTheirWeight) {
    DenseMatrix x = random_matrix(14, 12, 5);
    for (Index i = 0; i < 14; ++i) x(i, 9) = x(i, 2), x(i, 10) = -x(i, 4), x(i, 11) = 0.0;
    Problem twins(x, 0.1, 0.2);
    const std::vector<Index> kept{0, 1, 2, 3, 4, 5, 6, 7, 8};
    const Matrix single = take_columns(x, kept);
    const FeatureGram single_gram(single, twins.graph, 0.1, LaplacianKind::plain, {});
    Relaxation with(twins.gram, GetParam(), 0.2, twins.context);
    Relaxation without(single_gram, GetParam(), 0.2, twins.context);
    const double price = 0.02 * with.largest_price();
    const Relaxed a = with.solve(price, 1e-11), b = without.solve(price, 1e-11);
    EXPECT_NEAR(a.primal, b.primal, 1e-9);
    EXPECT_NEAR(a.alpha[2] + a.alpha[9], b.alpha[2], 1e-5 * (1e-3 + b.alpha[2]));
    EXPECT_NEAR(a.alpha[4] + a.alpha[10], b.alpha[4], 1e-5 * (1e-3 + b.alpha[4]));
    EXPECT_EQ(a.alpha[11], 0.0);
}

TEST_P(RelaxedDesign, GivesExactlyKFeatures) {
    Problem p(random_matrix(30, 80, 6), 0.01, 0.01);
    for (const Index k : {1, 5, 20}) {
        Relaxation relaxation(p.gram, GetParam(), 0.01, p.context);
        const RelaxedSelection got = select_relaxed(relaxation, k, 1e-8);
        EXPECT_EQ(static_cast<Index>(got.selected.size()), k);
        EXPECT_FALSE(got.filled_up);
        EXPECT_GE(static_cast<Index>(got.solution.support.size()), k);
        EXPECT_LE(static_cast<Index>(got.solution.support.size()), k + 3);
        EXPECT_TRUE(got.solution.converged);
        for (std::size_t j = 1; j < got.selected.size(); ++j)
            EXPECT_GE(got.solution.alpha[at(got.selected[j - 1])], got.solution.alpha[at(got.selected[j])]);
    }
}

INSTANTIATE_TEST_SUITE_P(Designs, RelaxedDesign, ::testing::Values(Design::a, Design::d),
                         [](const auto& entry) { return entry.param == Design::a ? "A" : "D"; });

// Eq. 23: min Tr(P) + γ1ᵀα subject to [A S; Sᵀ P] ⪰ 0 with SSᵀ = M, α ≥ 0, in SDPA's sparse format.
void write_sdpa(const std::filesystem::path& path, const DenseDesign& dense, double price) {
    const Index m = dense.x.rows(), n = dense.x.cols();
    std::ofstream file(path);
    file.precision(17);
    file << n + m * (m + 1) / 2 << "\n2\n" << 2 * m << " " << -n << "\n";
    for (Index f = 0; f < n; ++f) file << price << " ";
    for (Index i = 0; i < m; ++i)
        for (Index j = i; j < m; ++j) file << (i == j ? 1 : 0) << " ";
    file << "\n";
    const auto entry = [&](Index variable, int block, Index i, Index j, double value) {
        if (value != 0.0)
            file << variable << " " << block << " " << i + 1 << " " << j + 1 << " " << value << "\n";
    };
    const Eigen::MatrixXd prior = dense.prior();
    const Eigen::MatrixXd root = Eigen::LLT<Eigen::MatrixXd>(prior).matrixL();
    for (Index i = 0; i < m; ++i) {
        for (Index j = i; j < m; ++j) entry(0, 1, i, j, -prior(i, j));
        for (Index j = 0; j < m; ++j) entry(0, 1, i, m + j, -root(i, j));
    }
    for (Index f = 0; f < n; ++f) {
        for (Index i = 0; i < m; ++i)
            for (Index j = i; j < m; ++j) entry(f + 1, 1, i, j, dense.x(i, f) * dense.x(j, f));
        entry(f + 1, 2, f, f, 1.0);
    }
    Index variable = n;
    for (Index i = 0; i < m; ++i)
        for (Index j = i; j < m; ++j) entry(++variable, 1, m + i, m + j, 1.0);
}

TEST(RelaxedA, AgreesWithASemidefiniteSolver) {
    if (std::system("command -v csdp > /dev/null 2>&1") != 0)
        GTEST_SKIP() << "csdp (Debian: coinor-csdp) is not installed";
    const auto folder = std::filesystem::temp_directory_path() / ("tamis_csdp_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    for (const auto& [rows, cols] : {std::pair<Index, Index>{5, 8}, {8, 6}, {6, 14}}) {
        Problem p(random_matrix(rows, cols, 7), 0.1, 0.5);
        Relaxation relaxation(p.gram, Design::a, 0.5, p.context);
        const double price = 0.05 * relaxation.largest_price();
        const Relaxed got = relaxation.solve(price, 1e-11);
        write_sdpa(folder / "problem.dat-s", p.dense, price);
        const std::string command = "cd " + folder.string() + " && csdp problem.dat-s > output.txt 2>&1";
        ASSERT_EQ(std::system(command.c_str()), 0);
        std::ifstream output(folder / "output.txt");
        double value = std::nan("");
        for (std::string line; std::getline(output, line);)
            if (line.starts_with("Dual objective value:")) value = std::stod(line.substr(22));
        EXPECT_NEAR(got.primal, value, 1e-6 * value);
        EXPECT_LE(got.dual, value * (1 + 1e-6));
    }
    std::filesystem::remove_all(folder);
}

TEST(RelaxedMethods, CarryTheirCertificate) {
    const DenseMatrix x = random_matrix(25, 40, 8);
    const Graph graph = build_graph(x, LapdofsOptions::about().graph);
    const Selection found = lapdofs(x, graph, {.k = 7, .solver = DesignSolver::convex});
    const auto number = [&](const Selection& s, const std::string& name) {
        return std::get<double>(value_at(s.certificate, name));
    };
    EXPECT_EQ(found.stop, Stop::converged);
    EXPECT_LE(number(found, "gap"), 1e-8);
    EXPECT_LE(number(found, "dual"), number(found, "primal"));
    EXPECT_EQ(found.selected.size(), 7U);
    const double price = number(found, "price");
    const Selection given = lapdofs(x, graph, {.k = 7, .solver = DesignSolver::convex, .price = price});
    EXPECT_EQ(given.selected, found.selected);
    const Selection sparse =
        lapdofs(to_sparse(x), graph, {.k = 7, .solver = DesignSolver::convex, .price = price});
    EXPECT_EQ(sparse.selected, found.selected);

    std::vector<std::string> warnings;
    Context context;
    context.warn = [&](const std::string& text) { warnings.push_back(text); };
    const Selection few =
        lapaofs(x, graph, {.k = 30, .solver = DesignSolver::convex, .price = 0.9 * price}, context);
    EXPECT_EQ(few.stop, Stop::exhausted);
    EXPECT_EQ(few.selected.size(), 30U);
    EXPECT_THAT(warnings, ::testing::ElementsAre(::testing::HasSubstr("the rest of the 30")));

    EXPECT_THAT(lapaofs(DenseMatrix(25, 4), graph, {.k = 3, .solver = DesignSolver::convex}).selected,
                ::testing::ElementsAre(0, 1, 2));
}

// Rounding loses: greedy has the better criterion on the same number of features.
TEST(RelaxedMethods, GreedyBeatsTheRoundedRelaxation) {
    const DenseMatrix x = random_matrix(60, 120, 9);
    const Graph graph = build_graph(x, LapdofsOptions::about().graph);
    const DenseDesign dense{testing::to_eigen(x), testing::dense_b(graph, 0.01), 0.01};
    const auto convex = DesignSolver::convex;
    EXPECT_GT(dense.log_det(lapdofs(x, graph, {.k = 15}).selected),
              dense.log_det(lapdofs(x, graph, {.k = 15, .solver = convex}).selected));
    EXPECT_LT(dense.trace_inverse(lapaofs(x, graph, {.k = 15}).selected),
              dense.trace_inverse(lapaofs(x, graph, {.k = 15, .solver = convex}).selected));
}

}  // namespace
}  // namespace tamis
