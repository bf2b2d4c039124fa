#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tamis/report/html/report.hpp"
#include "tests/report/html/documents.hpp"
#include "tests/report/html/strict_html.hpp"

namespace tamis {

using namespace detail;
using documents::Json;
using testing::HasSubstr;
using testing::Not;

namespace {

// As a caller might write options.
std::string spelled(const OptionMention& option) {
    return "<" + option.name + (option.value.empty() ? "" : " " + option.value) + ">";
}

std::string part(const Json& document, const char* name = "answer") {
    const std::string page = report_page({{"r.json", document.dump()}}, {.spell = spelled});
    return strict::text_in(strict::elements(page), "data-part", name);
}

TEST(Answer, SaysWhatWasChosenAndHowSure) {
    const std::string text = part(documents::full_selection());
    for (const char* piece :
         {"6 features", "40 samples", "2 classes", "Fisher score", "chose 3", "spread within the classes",
          "sum of Fisher scores is 6.5", "2 of the 3 chosen features", "q-value",
          "2 of the 3 were chosen again on 75 % or more of 100 half samples", "stability 0.81", "good",
          "(r = 0.95); 1 pair", "constant features: 1 of 6"})
        EXPECT_THAT(text, HasSubstr(piece));
    EXPECT_THAT(text, Not(HasSubstr("<stability>")));
    EXPECT_THAT(text, Not(HasSubstr("<pvalues>")));
}

TEST(Answer, SaysWhatIsNotKnownAndWhatWouldTell) {
    const std::string text = part(documents::selection());
    for (const char* piece :
         {"was not measured", "<stability>", "<pvalues>", "tamis evaluate", "<report>", "<k cv:best>"})
        EXPECT_THAT(text, HasSubstr(piece));
}

// The same sentence with other numbers, when the numbers are others.
TEST(Answer, FollowsTheNumbers) {
    Json document = documents::full_selection();
    document["stability"]["value"] = 0.2;
    document["qvalues"][2] = 0.5;
    document["k_rule"] = "cv:best";
    document["k_reason"] = "the best mean";
    std::string text = part(document);
    EXPECT_THAT(text, HasSubstr("stability 0.20"));
    EXPECT_THAT(text, HasSubstr("poor"));
    EXPECT_THAT(text, HasSubstr("1 of the 3 chosen features"));
    EXPECT_THAT(text, HasSubstr("cv:best"));
    EXPECT_THAT(text, HasSubstr("the best mean"));
    EXPECT_THAT(text, Not(HasSubstr("was given")));
    document["auto"] = Json::parse(
        R"({"nested_accuracy": {"mean": 0.875, "std": 0.0123, "all": 0.9, "random": 0.61, "folds": 5},
      "candidates": [], "verdict": "x", "conclusion": "it is worth it", "seconds": 1})");
    text = part(document);
    for (const char* piece : {"87.5 %", "1.2 %", "90.0 %", "61.0 %", "5 outer folds", "It is worth it."})
        EXPECT_THAT(text, HasSubstr(piece));
}

TEST(Answer, TellsCertificatesInWords) {
    Json document = documents::selection();
    document["certificate"] = {{"optimal", true}, {"residual", 1e-12}};
    EXPECT_THAT(part(document), HasSubstr("proven to be the best"));
    document["certificate"] = {{"optimal", false}, {"residual", 1e-3}};
    EXPECT_THAT(part(document), Not(HasSubstr("proven to be the best")));
    document["certificate"] = {{"lower", -62.3}, {"upper", -62.2}, {"gap", 0.0016}};
    EXPECT_THAT(part(document), HasSubstr("0.16 %"));
    document["certificate"] = {{"bound", 10.0}, {"value", 9.5}, {"ratio", 0.95}};
    EXPECT_THAT(part(document), HasSubstr("is 10; this one reaches 9.5"));
    // SPEC's gap is one of the spectrum, not of an optimum.
    document["certificate"] = {{"clusters", 3}, {"gap", 0.1}};
    EXPECT_THAT(part(document), Not(HasSubstr("proven")));
    document["stop"] = "iteration_limit";
    EXPECT_THAT(part(document), HasSubstr("reached its limit of iterations"));
}

TEST(Answer, CornersOfSelections) {
    Json none = documents::selection();
    none["selected"] = Json::array();
    EXPECT_THAT(part(none), HasSubstr("chose none"));
    EXPECT_THAT(part(none, "chosen"), HasSubstr("No feature was chosen"));
    Json all = documents::selection();
    all["selected"] = {2, 0, 4, 1, 5, 3};
    EXPECT_THAT(part(all), HasSubstr("chose all, in this order"));
    Json no_classes = documents::selection();
    no_classes["label"] = nullptr;
    EXPECT_THAT(part(no_classes), HasSubstr("no classes"));
    EXPECT_THAT(part(no_classes), Not(HasSubstr("predict the classes")));
    Json one_class = documents::selection();
    one_class["label"]["class_names"] = {"x"};
    EXPECT_THAT(part(one_class), HasSubstr("1 class"));
    EXPECT_THAT(part(one_class), Not(HasSubstr("predict the classes")));
    Json unscored = documents::selection();
    unscored["scores"] = unscored["raw_scores"] = nullptr;
    EXPECT_THAT(part(unscored, "scores"), HasSubstr("judges whole sets"));
    Json not_finite = documents::selection();
    for (const char* list : {"scores", "raw_scores"})
        not_finite[list] = std::vector<std::nullptr_t>(6, nullptr);
    EXPECT_THAT(part(not_finite, "scores"), HasSubstr("No feature has a finite score"));
    EXPECT_THAT(part(documents::selection(), "scores"),
                HasSubstr("1 feature without a finite score is not drawn"));
}

TEST(Answer, CutIsToldOnlyIfThereIsOne) {
    EXPECT_THAT(part(documents::selection()), HasSubstr("The first feature left out"));
    EXPECT_THAT(part(documents::selection(), "scores"), HasSubstr("The dashed line is the cut"));
    Json set = documents::selection();
    set["selected"] = {2, 5};  // not the best two
    EXPECT_THAT(part(set), Not(HasSubstr("The first feature left out")));
    EXPECT_THAT(part(set, "scores"), HasSubstr("judges sets"));
    Json tied = documents::selection();
    tied["raw_scores"][5] = tied["scores"][5] = 1.5;
    EXPECT_THAT(part(tied), HasSubstr("tied"));
}

TEST(Answer, NearestLeftOutTwinIsNamed) {
    // f is nearly a copy of a.
    const auto all = strict::elements(report_page({{"r", documents::full_selection().dump()}}));
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].attributes.contains("data-feature") && all[i].attributes.at("data-feature") == "0") {
            std::string row;
            for (const strict::Element& one : all)
                for (const std::size_t around : one.path)
                    if (around == i) row += one.text + "|";
            EXPECT_THAT(row, HasSubstr("|f|"));
            return;
        }
    FAIL() << "no row for feature 0";
}

TEST(Answer, Comparisons) {
    std::string text = part(documents::comparison(0.01));
    for (const char* piece :
         {"4 methods were", "toy", "fisher", "10 features", "90.0 %", "all 64 features reach 95.0 %",
          "10 random ones 55.0 %", "tell 2 of 2 pairs apart"})
        EXPECT_THAT(text, HasSubstr(piece));
    text = part(documents::comparison(0.5));
    EXPECT_THAT(text, HasSubstr("tell 0 of 2 pairs apart"));
    EXPECT_THAT(text, HasSubstr("may be chance"));
    EXPECT_THAT(part(documents::comparison(1.0, 1)), HasSubstr("one repeat"));
    Json without = documents::comparison();
    auto& summary = without["summary"];
    for (std::size_t i = summary.size(); i-- > 0;)
        if (summary[i]["method"] == "all" || summary[i]["method"] == "random") summary.erase(i);
    EXPECT_THAT(part(without), HasSubstr("the baselines were left out"));
    without["complete"] = false;
    EXPECT_THAT(part(without), HasSubstr("<resume>"));
}

TEST(Answer, Reproductions) {
    const std::string text = part(documents::reproduction());
    for (const char* piece : {"Gu, Li, Han: GFS", "fewer repeats", "1 of 2 printed numbers agree",
                              "1 of 1 of its claims", "usps.mat"})
        EXPECT_THAT(text, HasSubstr(piece));
    const std::string papers = part(documents::reproduction(), "papers");
    EXPECT_THAT(papers, HasSubstr("60.0 ± 1.0 (71.0 ± 2.0) ≠"));
    EXPECT_THAT(papers, HasSubstr("50.0 ± 1.0 (51.0 ± 2.0)"));
    EXPECT_THAT(papers, Not(HasSubstr("(51.0 ± 2.0) ≠")));
    EXPECT_THAT(papers, HasSubstr("Not made, for want of data: USPS: usps.mat"));
}

TEST(Answer, Projections) {
    const std::string text = part(documents::projection());
    for (const char* piece : {"2 directions", "3 classes", "sum of eigenvalues is 4", "limit of iterations"})
        EXPECT_THAT(text, HasSubstr(piece));
    EXPECT_THAT(part(documents::projection(), "chosen"), HasSubstr("75.0 %"));
}

}  // namespace

}  // namespace tamis
