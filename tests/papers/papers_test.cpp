#include "papers/paper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "papers/paper_table.hpp"
#include "tamis/core/error.hpp"
#include "tamis/eval/protocol.hpp"
#include "tamis/io/load.hpp"
#include "tamis/pipeline/summary.hpp"
#include "tests/papers/split_set.hpp"

namespace tamis::papers {
namespace {

using tamis::testing::split_set;
using ::testing::HasSubstr;

TEST(Papers, FiguresAreComplete) {
    std::set<std::string> names;
    for (const Paper& paper : all_papers()) names.insert(paper.name);
    EXPECT_EQ(names, (std::set<std::string>{"nie2008", "gu2011", "he2011", "zhao2007", "boroujeni2018"}));
    for (const PaperFigure& figure : paper_figures()) {
        EXPECT_TRUE(names.contains(figure.paper)) << figure.paper;
        EXPECT_TRUE(std::isfinite(figure.value) && figure.value >= 0.0 && figure.value <= 100.0);
    }
    const PaperCell gfs =
        make_cell("gu2011", {.table = "Tables 2-4", .data = "ORL", .row = "GFS", .column = "accuracy"});
    EXPECT_EQ(gfs.paper, 88.78);
    EXPECT_EQ(gfs.paper_std, 2.82);
    const PaperCell lap = make_cell(
        "he2011", {.table = "Table 1", .data = "MNIST", .row = "LapDOFS", .column = "NMI 9 classes"});
    EXPECT_EQ(lap.paper, 47.9);
    EXPECT_FALSE(lap.paper_std);
}

TEST(Papers, MarksAreTwoDeviationsOrThreePoints) {
    EXPECT_FALSE((PaperCell{.mean = 84.0, .paper = 80.0, .paper_std = 2.0}).differs());
    EXPECT_TRUE((PaperCell{.mean = 84.1, .paper = 80.0, .paper_std = 2.0}).differs());
    EXPECT_FALSE((PaperCell{.mean = 83.0, .paper = 80.0}).differs());
    EXPECT_TRUE((PaperCell{.mean = 76.9, .paper = 80.0}).differs());
    EXPECT_FALSE((PaperCell{.mean = 50.0}).differs());
}

// Every row that is computed has a method that is known, and every row of a printed table is computed.
TEST(Papers, EveryPrintedRowIsComputed) {
    for (const Paper& paper : all_papers()) {
        if (!paper.experiments) continue;
        std::set<std::string> rows;
        for (const Experiment& experiment : paper.experiments()) {
            for (const PaperRow& row : experiment.rows) {
                EXPECT_NO_THROW(ComparedMethod{row.spec}) << row.spec;
                rows.insert(row.table + experiment.data.name + row.row);
            }
        }
        for (const PaperFigure& figure : paper_figures())
            if (figure.paper == paper.name) {
                EXPECT_TRUE(rows.contains(figure.table + figure.data + figure.row))
                    << figure.table << figure.row;
            }
    }
}

TEST(Papers, WithoutDataNothingIsRun) {
    const PaperLoader nothing = [](const PaperData&) { return std::nullopt; };
    for (const Paper& paper : all_papers()) EXPECT_THROW(reproduce(paper, nothing, true), Error);
    EXPECT_THROW(find_paper("nie2007"), UsageError);
}

// He et al., Table 4, is deterministic: the digits of an independent implementation, in both settings.
TEST(Papers, TableFourOfHe2011ToTheDigit) {
    const std::vector<std::pair<std::string, std::vector<std::array<double, 2>>>> reference = {
        // LapDOFS, LapAOFS, Laplacian score, Variance, Q-alpha, all: as printed, as reconstructed
        {"MNIST",
         {{89.70, 89.60}, {89.50, 89.30}, {75.50, 74.85}, {84.05, 84.05}, {83.85, 84.75}, {89.60, 89.60}}},
        {"COIL20",
         {{100.0, 99.93}, {99.93, 100.0}, {89.10, 87.71}, {88.40, 88.40}, {95.21, 99.10}, {100.0, 100.0}}},
        {"AT&T",
         {{91.25, 90.25}, {89.50, 89.25}, {88.25, 86.25}, {77.25, 77.25}, {86.00, 85.00}, {94.75, 94.75}}}};
    const std::vector<std::string> rows = {"LapDOFS",  "LapAOFS", "Laplacian score",
                                           "Variance", "Q-alpha", "All features"};
    std::map<std::string, Index> compared;  // figures by data set
    for (const Experiment& experiment : find_paper("he2011").experiments()) {
        if (experiment.request.protocol.kind != ProtocolKind::loo) continue;
        const std::optional<Dataset> data = split_set(experiment.data);
        if (!data) continue;
        compared[experiment.data.name];
        EvaluateRequest request = experiment.request;
        request.baselines = false;
        request.methods = compared_methods(experiment);
        const EvaluateRun run = run_evaluate(*data, request);
        for (const auto& [name, numbers] : reference) {
            if (name != experiment.data.name) continue;
            for (const PaperRow& row : experiment.rows) {
                const auto place = std::find(rows.begin(), rows.end(), row.row);
                if (place == rows.end()) continue;
                const double wanted = numbers[at(place - rows.begin())][row.setting != "as printed"];
                for (const SummaryRow& found : run.summary.rows)
                    if (run.methods[found.method].label == row.spec && found.measure.metric == "accuracy" &&
                        found.k >= 100) {
                        EXPECT_NEAR(100.0 * found.mean, wanted, 0.0051)
                            << name << " " << row.row << " " << row.setting;
                        ++compared[name];
                    }
            }
        }
    }
    if (compared.empty()) GTEST_SKIP() << "none of the data sets is in " << TAMIS_SHARED_DATA;
    for (const auto& [name, figures] : compared)
        EXPECT_EQ(figures, 12) << name << ": six rows in two settings";
}

// The row of all features is compared with the column of the paper's number of features.
TEST(Papers, AllFeaturesStandBesideTheChosenOnes) {
    Paper small = find_paper("he2011");
    const auto all = small.experiments();
    small.experiments = [&] { return std::vector<Experiment>(all.end() - 1, all.end()); };
    const PaperLoader digits = [](const PaperData&) {
        Dataset data = load("digits");
        data.x = take_columns(data.x, [] {
            std::vector<Index> twice;
            for (Index j = 0; j < 128; ++j) twice.push_back(j % 64);
            return twice;
        }());
        data.feature_names.clear();
        return std::optional(data);
    };
    Index printed = 0;
    for (const PaperCell& cell : reproduce(small, digits, true).cells)
        if (cell.row == "All features") {
            EXPECT_EQ(cell.column, "accuracy (100 features)");
            EXPECT_EQ(cell.paper, 94.8);
            ++printed;
        }
    EXPECT_EQ(printed, 2);
}

// A whole paper in small: the tables hold ours and the printed figures.
TEST(Papers, ReproductionPutsOursBesideThePaper) {
    const PaperLoader one = [](const PaperData& wanted) {
        return wanted.file == "sonar.data" ? std::optional(clean_for_splits(load("sonar"))) : std::nullopt;
    };
    const Reproduction result = reproduce(find_paper("gu2011"), one, true);
    EXPECT_EQ(result.absent.size(), 4u);
    EXPECT_EQ(result.cells.size(), 9u);
    ASSERT_EQ(result.claims.size(), 2u);
    EXPECT_TRUE(result.claims[0].holds) << result.claims[0].measured;
    const std::string table = reproduction_page(result).text();
    EXPECT_THAT(table, HasSubstr("/ 82.33 ± 3.97"));
    EXPECT_THAT(table, HasSubstr("Not found: ionosphere.data (Ionosphere)"));
}

}  // namespace
}  // namespace tamis::papers
