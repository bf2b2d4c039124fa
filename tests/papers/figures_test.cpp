// The figures of the papers as data, and the names under which their data sets are found.
#include "papers/figure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "papers/data_folder.hpp"
#include "papers/papers.hpp"
#include "tamis/io/load.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tests/io/temporary_folder.hpp"

namespace tamis::papers {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Digits in place of every set.
std::optional<Dataset> digits(const PaperData&) { return clean_for_splits(load("digits")); }
std::optional<Dataset> nothing(const PaperData&) { return std::nullopt; }

std::vector<FigurePoint> curve(const Figure& figure, const std::string& name) {
    std::vector<FigurePoint> points;
    for (const FigurePoint& point : figure.points)
        if (point.curve == name) points.push_back(point);
    return points;
}

TEST(Figures, AreTablesWithADescription) {
    Figure figure{.number = 3,
                  .title = "A, \"B\"",
                  .x_axis = "m",
                  .y_axis = "accuracy",
                  .mirrors = "Fig. 3",
                  .protocol = "loo"};
    figure.points = {{.panel = "one, two", .curve = "c", .x = 5, .mean = 0.25, .sd = 0.125, .n = 4},
                     {.panel = "p", .curve = "c", .x = 1, .x2 = 0.5, .mean = 1}};
    figure.absent = {"ORL: orl.mat"};
    EXPECT_EQ(figure_csv(figure),
              "panel,curve,x,x2,mean,sd,n\n\"one, two\",c,5,,0.25,0.125,4\np,c,1,0.5,1,0,1\n");
    const auto json = nlohmann::json::parse(figure_json(figure, "nie2008", 7, true));
    EXPECT_EQ(json.at("schema"), "tamis.figure/1");
    EXPECT_EQ(json.at("paper"), "nie2008");
    EXPECT_EQ(json.at("figure"), 3);
    EXPECT_EQ(json.at("kind"), "curves");
    EXPECT_EQ(json.at("title"), "A, \"B\"");
    EXPECT_EQ(json.at("seed"), 7);
    EXPECT_EQ(json.at("panels"), (nlohmann::json{"one, two", "p"}));
    EXPECT_EQ(json.at("legend"), nlohmann::json{"c"});
    EXPECT_EQ(json.at("absent"), nlohmann::json{"ORL: orl.mat"});
    EXPECT_EQ(json.at("csv"), "nie2008-fig3.csv");
    // A second number beside x is not yet a second axis.
    figure.x2_axis = "seconds";
    EXPECT_EQ(nlohmann::json::parse(figure_json(figure, "nie2008", 7, true)).at("kind"), "curves");
    figure.is_surface = true;
    EXPECT_EQ(nlohmann::json::parse(figure_json(figure, "nie2008", 7, true)).at("kind"), "surface");
    figure.points.clear();
    figure.pixels = {{"p", "Fisher", 2, 3, 1.0}};
    EXPECT_EQ(figure_csv(figure), "panel,curve,row,column,value\np,Fisher,2,3,1\n");
    EXPECT_EQ(nlohmann::json::parse(figure_json(figure, "gu2011", 0, false)).at("kind"), "masks");
}

TEST(Figures, AreWrittenUnderTheirNames) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.path("deep/figures");
    Figure figure{.number = 2};
    write_figures(path, "he2011", {figure}, 0, false);
    EXPECT_TRUE(std::filesystem::exists(path + "/he2011-fig2.csv"));
    EXPECT_TRUE(std::filesystem::exists(path + "/he2011-fig2.json"));
}

// Every figure of the list is there for every paper, and says which panels are missing.
TEST(Figures, SayWhatIsAbsent) {
    const std::map<std::string, std::vector<int>> numbers = {{"nie2008", {1, 2, 3, 4}},
                                                             {"gu2011", {1, 2, 3}},
                                                             {"he2011", {1, 2, 3, 4, 5, 6, 7}},
                                                             {"zhao2007", {2}},
                                                             {"boroujeni2018", {1, 2, 3}}};
    for (const Paper& paper : all_papers()) {
        const std::vector<Figure> figures =
            reproduce_figures(paper, {.quick = true, .absent = {"x.mat"}}, nothing);
        std::vector<int> found;
        for (const Figure& figure : figures) {
            found.push_back(figure.number);
            EXPECT_FALSE(figure.absent.empty()) << paper.name << " " << figure.number;
            for (const std::string& text : {figure.title, figure.x_axis, figure.y_axis, figure.mirrors})
                EXPECT_FALSE(text.empty());
        }
        EXPECT_EQ(found, numbers.at(paper.name));
    }
}

// f(λ) falls and is 0 at the optimum, which the iterates reach from below.
TEST(Figures, OfTheTraceRatioIteration) {
    const std::vector<Figure> figures = nie2008_figures({},
                                                        [](const PaperData&) {
                                                            Dataset data = load("digits");
                                                            std::vector<Index> twice;
                                                            for (Index j = 0; j < 640; ++j)
                                                                twice.push_back(j % 64);
                                                            data.x = take_columns(data.x, twice);
                                                            data.feature_names.clear();
                                                            return std::optional(data);
                                                        },
                                                        true, {});
    const std::vector<FigurePoint> f = curve(figures[0], "f(lambda)"), steps = curve(figures[0], "iterates");
    ASSERT_EQ(f.size(), 61u);
    for (std::size_t i = 1; i < f.size(); ++i) EXPECT_LT(f[i].mean, f[i - 1].mean);
    for (std::size_t i = 1; i < steps.size(); ++i) EXPECT_GE(steps[i].x, steps[i - 1].x);
    EXPECT_NEAR(steps.back().mean, 0.0, 1e-6 * std::abs(steps.front().mean) + 1e-6);
    // Fig. 4: the optimum is at least the ratio of the best single features.
    for (const std::string pair : {"FS", "LS"}) {
        const std::vector<FigurePoint> single = curve(figures[3], "F-" + pair),
                                       best = curve(figures[3], "S-" + pair);
        ASSERT_EQ(single.size(), best.size());
        for (std::size_t i = 0; i < best.size(); ++i) EXPECT_GE(best[i].mean, single[i].mean * (1 - 1e-12));
    }
}

TEST(Figures, OfTheConvergenceOfTrln) {
    const auto only_glioma = [](const PaperData& data) {
        return data.file == "glioma.mat" ? digits(data) : std::nullopt;
    };
    const std::vector<Figure> figures = boroujeni2018_figures({}, only_glioma, true, {});
    const std::vector<FigurePoint> safe = curve(figures[0], "safeguarded");
    ASSERT_GT(safe.size(), 1u);
    for (std::size_t i = 1; i < safe.size(); ++i) EXPECT_LE(safe[i].mean, safe[i - 1].mean);
    EXPECT_FALSE(curve(figures[0], "as printed").empty());
}

TEST(DataFolder, FindsFilesUnderTheNamesPeopleHave) {
    const testing::TemporaryFolder folder;
    const auto touch = [&](const std::string& name) {
        std::ofstream(folder.path(name)) << "1,2,a\n2,3,b\n4,1,a\n";
    };
    const auto has = [&](const std::string& file) {
        return DataFolder(folder.path("")).has({.name = "x", .file = file});
    };
    for (const char* name :
         {"orlraws10P.mat", "YaleB_32x32.mat", "COIL20.mat", "ORL_32x32.mat", "TOX-171.mat", "Sonar.DATA"})
        touch(name);
    for (const char* file :
         {"orlraws10p.mat", "yaleb_32x32.mat", "coil20.mat", "orl.mat", "tox_171.mat", "sonar.data"})
        EXPECT_TRUE(has(file)) << file;
    for (const char* file : {"yale.mat", "glioma.mat"}) EXPECT_FALSE(has(file)) << file;
    EXPECT_EQ(file_text({.name = "ORL", .file = "orl.mat"}), "orl.mat (ORL, also ORL_32x32.mat)");
    DataFolder read(folder.path(""));
    EXPECT_EQ(read.load({.name = "Sonar", .file = "sonar.data", .label = "last"})->samples(), 3);
    EXPECT_FALSE(DataFolder(folder.path("nowhere")).has({.name = "ORL", .file = "orl.mat"}));
}

}  // namespace
}  // namespace tamis::papers
