// Optimal designs on the images of the paper: the first 100 selections against an 80-bit replay, and the
// accuracies of Table 4.
#include <gtest/gtest.h>

#include <cmath>

#include "tamis/methods/lapaofs.hpp"
#include "tamis/methods/lapdofs.hpp"
#include "tamis/methods/lapofs/feature_gram.hpp"
#include "tamis/methods/lapofs/greedy.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/one_nearest.hpp"
#include "tests/support/paper_set.hpp"

namespace tamis {

using namespace detail;

namespace {

struct RealCase {
    std::string name;
    // Leave-one-out accuracies in percent: graph of eq. 2, and the graph that reproduces the paper.
    double text_d, text_a, recon_d, recon_a;
    friend void PrintTo(const RealCase& c, std::ostream* out) { *out << c.name; }
};

class LapofsReal : public ::testing::TestWithParam<RealCase> {
  protected:
    void SetUp() override {
        std::optional<Dataset> found = testing::paper_file(GetParam().name + ".mat");
        if (!found) GTEST_SKIP() << GetParam().name << " is not there";
        data_ = std::move(*found);
        if (GetParam().name == "coil20") {  // stored as multiples of 1/4080
            DenseMatrix& x = data_.x.dense();
            for (Index i = 0; i < x.rows() * x.cols(); ++i) x.data()[i] = std::round(x.data()[i] * 4080) / 16;
        }
    }

    double accuracy(const Selection& selection) const {
        const double part = testing::leave_one_out_accuracy(data_.x, data_.labels, selection.selected);
        return std::round(1e4 * part) / 100;
    }

    Dataset data_;
};

TEST_P(LapofsReal, SelectsWhatEightyBitsSelect) {
    const Graph graph = build_graph(data_.x, LapdofsOptions::about().graph);
    const auto& wanted = testing::golden("lapofs_real").at(GetParam().name);
    ASSERT_EQ(graph.edges(), wanted.at("edges").get<Index>());

    const Selection d = lapdofs(data_.x, graph, {.k = 100});
    EXPECT_EQ(d.selected, wanted.at("D").at("picks").get<std::vector<Index>>());
    const auto d_keys = testing::golden_numbers(wanted.at("D").at("key"));  // -s/λ2
    for (std::size_t j = 0; j < 100; ++j)
        EXPECT_NEAR(d.scores[at(d.selected[j])], -d_keys[j] - 1.0, -1e-9 * d_keys[j]);

    const Selection a = lapaofs(data_.x, graph, {.k = 100});
    EXPECT_EQ(a.selected, wanted.at("A").at("picks").get<std::vector<Index>>());
    const auto a_keys = testing::golden_numbers(wanted.at("A").at("key"));  // growth of Tr(H⁻¹)
    for (std::size_t j = 0; j < 100; ++j) {
        const double growth = a.objective.trace[j] - (j == 0 ? 0.0 : a.objective.trace[j - 1]);
        EXPECT_NEAR(growth, a_keys[j], 1e-9 * a_keys[j]);
    }

    EXPECT_DOUBLE_EQ(accuracy(d), GetParam().text_d);
    EXPECT_DOUBLE_EQ(accuracy(a), GetParam().text_a);
}

TEST_P(LapofsReal, ReproducesTableFour) {
    const Graph graph = build_graph(
        data_.x, {.neighbors = 4, .metric = Metric::cosine, .weights = Weights::cosine, .self_loops = true});
    const auto normalized = LaplacianKind::normalized;
    EXPECT_DOUBLE_EQ(accuracy(lapdofs(data_.x, graph, {.k = 100, .laplacian = normalized})),
                     GetParam().recon_d);
    EXPECT_DOUBLE_EQ(accuracy(lapaofs(data_.x, graph, {.k = 100, .laplacian = normalized})),
                     GetParam().recon_a);
}

TEST_P(LapofsReal, SpeculativeColumnsSavePasses) {
    const Graph graph = build_graph(data_.x, LapdofsOptions::about().graph);
    const FeatureGram gram(data_.x, graph, 0.01, LaplacianKind::plain, {});
    EXPECT_LE(select_greedily(gram, Design::d, 0.01, 300, {}).passes, 40);
    EXPECT_LE(select_greedily(gram, Design::a, 0.01, 300, {}).passes, 40);
}

INSTANTIATE_TEST_SUITE_P(Images, LapofsReal,
                         ::testing::Values(RealCase{"orl", 91.25, 89.50, 90.25, 89.25},
                                           RealCase{"coil20", 100.00, 99.93, 99.93, 100.00},
                                           RealCase{"mnist2000", 89.70, 89.50, 89.60, 89.30}),
                         [](const auto& entry) { return entry.param.name; });

}  // namespace
}  // namespace tamis
