#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tamis/core/error.hpp"
#include "tamis/report/html/report.hpp"
#include "tests/report/html/documents.hpp"

namespace tamis {

using namespace detail;
using documents::Json;
using testing::HasSubstr;
using testing::Not;

namespace {

// The message for a text that is no result; it always names the document.
std::string trouble(const std::string& text) {
    try {
        report_page({{"good.json", documents::selection().dump()}, {"bad.json", text}});
    } catch (const Error& error) {
        const std::string message = error.what();
        EXPECT_THAT(message, HasSubstr("bad.json"));
        return message;
    }
    return "no error";
}

std::string trouble_with(const char* pointer, const Json& value,
                         Json document = documents::full_selection()) {
    document[Json::json_pointer(pointer)] = value;
    return trouble(document.dump());
}

TEST(BadDocuments, AreNamedWithWhatIsWrong) {
    const std::string whole = documents::selection().dump();
    EXPECT_THAT(trouble(whole.substr(0, whole.size() / 2)), HasSubstr("not a complete JSON document"));
    EXPECT_THAT(trouble(""), HasSubstr("not a complete JSON document"));
    EXPECT_THAT(trouble("[1, 2]"), HasSubstr("not an object"));
    EXPECT_THAT(trouble("{\"a\": 1}"), HasSubstr("no schema"));
    EXPECT_THAT(trouble("{\"schema\": 3}"), HasSubstr("no schema"));
    EXPECT_THAT(trouble("{\"schema\": \"tamis.selection/9\"}"), HasSubstr("'tamis.selection/9'"));
    EXPECT_THAT(trouble("{\"schema\": \"tamis.graph/1\"}"), HasSubstr("'tamis.graph/1'"));
    EXPECT_THAT(trouble(std::string(100000, '[')), HasSubstr("nested deeper"));
    EXPECT_THAT(trouble("{\"schema\": \"tamis.selection/1\"}"), HasSubstr("'data' is missing"));
}

TEST(BadDocuments, WrongEntriesAreNamed) {
    EXPECT_THAT(trouble_with("/selected", "abc"), HasSubstr("'selected' is not a list"));
    EXPECT_THAT(trouble_with("/selected", Json::array({99})), HasSubstr("feature 99"));
    EXPECT_THAT(trouble_with("/selected", Json::array({1, 1})), HasSubstr("named twice"));
    EXPECT_THAT(trouble_with("/selected", Json::array({0.5})), HasSubstr("not a whole number"));
    EXPECT_THAT(trouble_with("/scores", Json::array({1.0})), HasSubstr("'scores' has not one number"));
    EXPECT_THAT(trouble_with("/scores/1", "high"), HasSubstr("'scores' is not a number"));
    EXPECT_THAT(trouble_with("/data/features", 1e300), HasSubstr("not a whole number"));
    EXPECT_THAT(trouble_with("/data/features", -4), HasSubstr("'features'"));
    EXPECT_THAT(trouble_with("/data/feature_names", Json::array({"a"})), HasSubstr("'feature_names'"));
    EXPECT_THAT(trouble_with("/data", 5), HasSubstr("'data' is not an object"));
    EXPECT_THAT(trouble_with("/method", Json::array()), HasSubstr("'method' is not a text"));
    EXPECT_THAT(trouble_with("/remarks", 5), HasSubstr("'remarks' is not a list"));
    EXPECT_THAT(trouble_with("/explanations", Json::array()), Not(HasSubstr("wrong")));
    EXPECT_THAT(trouble_with("/explanations/1/nearest", 77), HasSubstr("'nearest'"));
    EXPECT_THAT(trouble_with("/rank_interval/0", Json::array({1})), HasSubstr("'rank_interval'"));
    EXPECT_THAT(trouble_with("/exhibits/correlations/r/0", Json::array({1})), HasSubstr("'correlations'"));
    EXPECT_THAT(trouble_with("/exhibits/correlations/features/0", -3), HasSubstr("'correlations'"));
    EXPECT_THAT(trouble_with("/exhibits/histograms/0/feature", 6), HasSubstr("'histograms'"));
    EXPECT_THAT(trouble_with("/exhibits/image/height", 1000000000), HasSubstr("'image'"));
    EXPECT_THAT(trouble_with("/exhibits/image/height", -1), HasSubstr("'image'"));
    EXPECT_THAT(trouble_with("/exhibits", Json::array()), HasSubstr("'exhibits' is not an object"));
    EXPECT_THAT(trouble_with("/summary", "x", documents::comparison()), HasSubstr("'summary' is not a list"));
    EXPECT_THAT(trouble_with("/figures/0", Json::object(), documents::reproduction()),
                HasSubstr("no figure"));
}

// Every entry of every document replaced by a value of each other kind: a page or an Error, never anything
// else.
void replace_everything(const Json& document) {
    const Json flat = document.flatten();
    for (const auto& [pointer, value] : flat.items())
        for (const Json& other : {Json(nullptr), Json("text"), Json(-1.5), Json(true), Json::array(),
                                  Json::object(), Json(1e308), Json(Json::array({Json::array({"x"})}))}) {
            Json changed = document;
            changed[Json::json_pointer(pointer)] = other;
            try {
                EXPECT_FALSE(report_page({{"changed.json", changed.dump()}}).empty());
            } catch (const Error& error) {
                EXPECT_THAT(error.what(), HasSubstr("changed.json")) << pointer << " " << other;
            }
        }
}

TEST(BadDocuments, AnySelectionGivesAPageOrAnError) { replace_everything(documents::full_selection()); }
TEST(BadDocuments, AnyProjectionGivesAPageOrAnError) { replace_everything(documents::projection()); }
TEST(BadDocuments, AnyComparisonGivesAPageOrAnError) { replace_everything(documents::comparison()); }
TEST(BadDocuments, AnyReproductionGivesAPageOrAnError) { replace_everything(documents::reproduction()); }

TEST(BadDocuments, NothingToReport) {
    EXPECT_THROW(report_page({}), Error);
    EXPECT_THROW(report_page({{"x", R"({"schema": "tamis.demo/1", "selections": [], "comparison": null})"}}),
                 Error);
}

}  // namespace

}  // namespace tamis
