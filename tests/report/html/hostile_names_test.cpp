#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tamis/report/html/markup.hpp"
#include "tamis/report/html/report.hpp"
#include "tests/report/html/documents.hpp"
#include "tests/report/html/strict_html.hpp"

namespace tamis {

using namespace detail;
using documents::Json;
using testing::HasSubstr;
using testing::Not;

namespace {

const std::string script = "</script><img src=x onerror=alert(1)>";
const std::string quotes = "\"'><svg onload=\"alert(2)\" '&amp;";
const std::string hebrew = "\u05d0\u05d1\u05d2";
const std::string turned = "abc\u202egpj.exe";
const std::string control = std::string("nul\0bell\x07 esc\x1b[31m", 18);
const std::string emoji = "\U0001F9EC gene";
const std::string long_name(10000, 'w');

std::vector<std::string> hostile() { return {script, quotes, long_name, "", turned + control, ""}; }

Json hostile_selection() {
    Json document = documents::full_selection();
    document["data"]["feature_names"] = hostile();
    document["data"]["name"] = script;
    document["label"]["name"] = quotes;
    document["label"]["class_names"] = {emoji, hebrew};
    document["remarks"] = {script, quotes};
    document["method"] = quotes;
    document["objective"]["name"] = script;
    document["params"] = {{script, quotes}};
    document["k_rule"] = script;
    document["k_reason"] = quotes;
    document["seconds"][script] = 1.0;
    document["graph"]["weights"] = script;
    document["data"]["hash"] = script;
    document["explanations"][1]["reason"] = script;
    document["exhibits"]["histogram_classes"] = {script, quotes};
    document["exhibits"]["map"]["note"] = script;
    for (Json& profile : document["class_profiles"]) {
        profile["highest"] = script;
        profile["lowest"] = quotes;
    }
    return document;
}

// The strict reader throws on a bare character; here nothing may have become an element or an attribute.
void expect_harmless(const std::string& page) {
    for (const strict::Element& one : strict::elements(page)) {
        EXPECT_NE(one.name, "img");
        for (const auto& [name, value] : one.attributes) EXPECT_FALSE(name.starts_with("on")) << name;
    }
}

TEST(HostileNames, StayText) {
    const std::string page = report_page({{script, hostile_selection().dump()}}, {.command = quotes});
    expect_harmless(page);
    const auto all = strict::elements(page);
    const std::string chosen = strict::text_in(all, "data-part", "chosen");
    EXPECT_THAT(chosen, HasSubstr(script));
    EXPECT_THAT(strict::text_in(all, "data-part", "provenance"), HasSubstr(quotes));
    EXPECT_THAT(strict::text_in(all, "data-part", "redundancy"), HasSubstr("</script><img src=x"));
    // The page's own script is the only one, and the data are letters of base64.
    for (const strict::Element& one : all)
        if (one.name == "script" && !one.attributes.empty()) {
            EXPECT_EQ(one.text.find_first_not_of(
                          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="),
                      std::string::npos);
        }
}

TEST(HostileNames, StayTextInComparisonsAndPapers) {
    Json comparison = documents::comparison();
    for (const char* list : {"summary", "ranks"})
        for (Json& row : comparison[list])
            if (row["label"] == "fisher") row["label"] = script;
    for (Json& row : comparison["tests"]) row["a"] = script;
    for (const char* list : {"summary", "tests", "ranks"})
        for (Json& row : comparison[list]) row["data"] = quotes;
    comparison["data"]["name"] = quotes;
    comparison["protocol"] = script;
    expect_harmless(report_page({{"c.json", comparison.dump()}}));
    Json paper = documents::reproduction();
    for (Json& cell : paper["cells"]) cell["row"] = script;
    paper["paper"] = script;
    paper["citation"] = quotes;
    paper["claims"][0]["claim"] = script;
    paper["absent"] = {quotes};
    Json& figure = paper["figures"][0];
    figure["title"] = figure["mirrors"] = figure["x"] = figure["y"] = script;
    figure["panels"] = {script};
    figure["legend"] = {quotes};
    for (Json& row : figure["rows"]) {
        row["panel"] = script;
        row["curve"] = quotes;
    }
    expect_harmless(report_page({{"p.json", paper.dump()}}));
    for (const ReportFile& file :
         report_figures({{"p.json", paper.dump()}, {"s.json", hostile_selection().dump()}})) {
        if (file.name.ends_with(".svg")) expect_harmless(file.content);
        EXPECT_EQ(file.name.find_first_of("/\\<>\"' "), std::string::npos) << file.name;
    }
    expect_harmless(static_head({quotes, hostile_selection().dump()}));
}

TEST(HostileNames, LongOnesAreCutAndKeptInTheTitle) {
    const auto all = strict::elements(report_page({{"a", hostile_selection().dump()}}));
    bool found = false;
    for (const strict::Element& one : all) {
        if (one.name == "bdi" && one.attributes.contains("title") &&
            one.attributes.at("title") == long_name) {
            found = true;
            EXPECT_LT(one.text.size(), 100u);
            EXPECT_TRUE(one.text.ends_with("…"));
        }
        if (one.name == "text") {
            EXPECT_LT(one.text.size(), 200u);
        }
    }
    EXPECT_TRUE(found);
}

TEST(HostileNames, ControlCharactersAndTurnedTextAreVisible) {
    const std::string page = report_page({{"a", hostile_selection().dump()}});
    EXPECT_EQ(page.find('\0'), std::string::npos);
    EXPECT_EQ(page.find('\x1b'), std::string::npos);
    EXPECT_EQ(page.find("\u202e"), std::string::npos);
    EXPECT_THAT(page, HasSubstr("abc\\u202egpj.exenul\\x00bell\\x07 esc\\x1b[31m"));
}

TEST(HostileNames, EmptyAndDuplicateNamesAreToldApart) {
    Json document = documents::full_selection();
    document["data"]["feature_names"] = {"same", "same", "", "same", "same", ""};
    const std::string chosen =
        strict::text_in(strict::elements(report_page({{"a", document.dump()}})), "data-part", "chosen");
    EXPECT_THAT(chosen, HasSubstr("column 2"));
    EXPECT_THAT(chosen, HasSubstr("same"));
    document["data"]["feature_names"] = nullptr;
    EXPECT_THAT(
        strict::text_in(strict::elements(report_page({{"a", document.dump()}})), "data-part", "chosen"),
        HasSubstr("column 4"));
}

TEST(Shortened, CutsBetweenCharacters) {
    using html::shortened;
    EXPECT_EQ(shortened("abc", 3), "abc");
    EXPECT_EQ(shortened("abcd", 3), "ab…");
    EXPECT_EQ(shortened("äöüß", 3), "äö…");
    EXPECT_EQ(shortened(std::string(1000, 'x'), 5), "xxxx…");
    EXPECT_EQ(shortened("", 5), "");
    EXPECT_EQ(shortened("\n", 5), "\\n");
}

}  // namespace

}  // namespace tamis
