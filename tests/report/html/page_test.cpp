#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tamis/core/error.hpp"
#include "tamis/report/html/assets.hpp"
#include "tamis/report/html/report.hpp"
#include "tests/report/html/documents.hpp"
#include "tests/report/html/strict_html.hpp"

namespace tamis {

using namespace detail;
using documents::Json;
using testing::HasSubstr;
using testing::Not;

namespace {

std::string page_of(const Json& document, const std::string& title = "best.json") {
    return report_page({{.title = title, .json = document.dump()}}, {.command = "tamis select toy.csv -k 3"});
}

std::vector<std::string> parts_of(const std::vector<strict::Element>& all) {
    std::vector<std::string> parts;
    for (const strict::Element& one : all)
        if (one.attributes.contains("data-part")) parts.push_back(one.attributes.at("data-part"));
    return parts;
}

std::string part_text(const Json& document, const std::string& part) {
    return strict::text_in(strict::elements(page_of(document)), "data-part", part);
}

TEST(ReportPage, IsWellFormedAndHasItsPartsInOrder) {
    const auto all = strict::elements(page_of(documents::full_selection()));
    EXPECT_EQ(parts_of(all), (std::vector<std::string>{"answer", "chosen", "scores", "feature", "redundancy",
                                                       "map", "graph", "masks", "provenance"}));
    EXPECT_EQ(parts_of(strict::elements(page_of(documents::projection()))),
              (std::vector<std::string>{"answer", "chosen", "scores", "map", "provenance"}));
    EXPECT_EQ(parts_of(strict::elements(page_of(documents::comparison()))),
              (std::vector<std::string>{"answer", "comparison", "provenance"}));
    EXPECT_EQ(parts_of(strict::elements(page_of(documents::reproduction()))),
              (std::vector<std::string>{"answer", "papers", "provenance"}));
}

TEST(ReportPage, IdsAreUniqueAndLinksLeadSomewhere) {
    const std::string full = documents::full_selection().dump();
    const std::string page =
        report_page({{"a.json", full}, {"b.json", full}, {"c.json", documents::comparison().dump()}});
    std::set<std::string> ids;
    std::vector<std::string> links;
    for (const strict::Element& one : strict::elements(page)) {
        if (one.attributes.contains("id")) {
            EXPECT_TRUE(ids.insert(one.attributes.at("id")).second) << one.attributes.at("id");
        }
        if (one.name == "a") links.push_back(one.attributes.at("href"));
    }
    EXPECT_TRUE(ids.contains("document-2"));
    EXPECT_GT(links.size(), 15u);
    for (const std::string& link : links) {
        ASSERT_EQ(link.front(), '#');
        EXPECT_TRUE(ids.contains(link.substr(1))) << link;
    }
}

// Nothing but the hashes lets a script or a style in, and no attribute needs more.
TEST(ReportPage, PolicyNamesTheScriptAndTheStyle) {
    std::string policy;
    std::size_t scripts = 0;
    for (const strict::Element& one : strict::elements(page_of(documents::full_selection()))) {
        for (const auto& [name, value] : one.attributes) {
            EXPECT_NE(name, "style");
            EXPECT_FALSE(name.starts_with("on")) << name;
            EXPECT_NE(name, "src");
        }
        if (one.attributes.contains("http-equiv")) policy = one.attributes.at("content");
        if (one.name == "script" && one.attributes.empty()) {
            ++scripts;
            EXPECT_EQ(one.text, report_script());
        }
        if (one.name == "style") {
            EXPECT_EQ(one.text, report_style());
        }
    }
    EXPECT_EQ(scripts, 1u);
    EXPECT_THAT(policy, HasSubstr("script-src '" + std::string(report_script_hash()) + "'"));
    EXPECT_THAT(policy, HasSubstr("style-src '" + std::string(report_style_hash()) + "'"));
    EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
    EXPECT_THAT(policy, HasSubstr("connect-src 'none'"));
    EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
}

TEST(ReportPage, ADemoIsAllOfItsParts) {
    const Json demo = {{"schema", "tamis.demo/1"},
                       {"version", "0.1.0"},
                       {"selections", Json::array({documents::selection(), documents::full_selection()})},
                       {"comparison", documents::comparison()}};
    std::vector<std::string> kinds;
    for (const strict::Element& one : strict::elements(page_of(demo)))
        if (one.name == "article") kinds.push_back(one.attributes.at("data-kind"));
    EXPECT_EQ(kinds, (std::vector<std::string>{"selection", "selection", "comparison"}));
}

TEST(ReportPage, ProvenanceTellsHowToCheckAndWhatToCite) {
    const std::string text = part_text(documents::full_selection(), "provenance");
    for (const char* piece : {"tamis select toy.csv -k 3", "xxh3:00ff", "xxh3:11",
                              "tamis verify best.json toy", "@", "Fisher score", "seed", "7"})
        EXPECT_THAT(text, HasSubstr(piece));
    Json strange = documents::selection();
    strange["data"]["name"] = "my 'data' $(x).csv";
    EXPECT_THAT(part_text(strange, "provenance"),
                HasSubstr("tamis verify best.json 'my '\\''data'\\'' $(x).csv'"));
}

TEST(ReportPage, FragmentForNotebooksHasNoScript) {
    for (const Json& document : {documents::full_selection(), documents::projection(),
                                 documents::comparison(), documents::reproduction()}) {
        const std::string fragment = static_head({"the result", document.dump()});
        for (const strict::Element& one : strict::elements(fragment)) EXPECT_NE(one.name, "script");
        EXPECT_THAT(fragment, HasSubstr("class=\"tamis-report\""));
    }
    EXPECT_THAT(static_head({"", documents::comparison().dump()}), HasSubstr("80.0 % ± 2.0"));
}

TEST(ReportPage, FiguresStandAlone) {
    std::set<std::string> names;
    for (const ReportFile& file : report_figures({{"a", documents::full_selection().dump()},
                                                  {"b", documents::comparison().dump()},
                                                  {"c", documents::reproduction().dump()}})) {
        EXPECT_TRUE(names.insert(file.name).second) << file.name;
        if (!file.name.ends_with(".svg")) continue;
        const auto all = strict::elements(file.content);
        ASSERT_EQ(all.front().name, "svg");
        EXPECT_EQ(all.front().attributes.at("xmlns"), "http://www.w3.org/2000/svg");
        EXPECT_THAT(file.content, Not(HasSubstr("var(")));
    }
    for (const char* name :
         {"1-chosen.csv", "1-chosen.tex", "1-scores.svg", "1-redundancy.svg", "1-degrees.svg", "1-mask.svg",
          "2-accuracy.svg", "2-accuracy.csv", "2-ranks.svg", "3-figure_1_1.svg", "3-figure_2_1.svg",
          "3-figure_3_1.svg", "3-table_1.csv", "3-claims.csv"})
        EXPECT_TRUE(names.contains(name)) << name;
}

TEST(ReportPage, SavedFiguresHaveTheirLegend) {
    for (const ReportFile& file : report_figures({{"b", documents::comparison().dump()}}))
        if (file.name == "accuracy.svg") {
            std::set<std::string> texts;
            for (const strict::Element& one : strict::elements(file.content))
                if (one.name == "text") texts.insert(one.text);
            for (const char* label : {"fisher", "variance", "random", "all"})
                EXPECT_TRUE(texts.contains(label)) << label;
        }
}

TEST(ReportPage, TablesAreSavedWithExactNumbers) {
    Json document = documents::full_selection();
    document["scores"][0] = document["raw_scores"][0] = 2.0123456789012345;
    for (const ReportFile& file : report_figures({{"a", document.dump()}}))
        if (file.name == "chosen.csv") {
            EXPECT_THAT(file.content, HasSubstr("2,a,0,2.0123456789012346,0.5,0.9,0.003,1,"));
        }
}

}  // namespace

}  // namespace tamis
