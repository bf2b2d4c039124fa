#include "tamis/saved/saved.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "tamis/core/error.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

SelectRun example_run() {
    SelectRun run;
    run.method = "fisher";
    run.params = {{"count", Index{3}}, {"tol", 0.5}, {"exact", true}, {"kind", std::string("l1")}};
    run.seed = 7;
    run.data_name = "small.csv";
    run.samples = 4;
    run.features = 3;
    run.classes = 2;
    run.label_name = "kind";
    run.class_names = {"u", "v"};
    run.remarks = {"only 2 features vary"};
    run.data_hash = "xxh3:0";
    run.feature_names = {"a", "b", "caf\xe9"};  // not UTF-8
    run.selection.selected = {2, 0};
    run.selection.scores = {1.0, 0.0, std::numeric_limits<double>::infinity()};
    run.selection.raw_scores = run.selection.scores;
    run.selection.raw_direction = Direction::larger;
    run.selection.objective = {"sum of scores", {1.0}, std::numeric_limits<double>::quiet_NaN()};
    run.selection.iterations = 1;
    run.graph_seconds = 0.25;
    run.method_seconds = 0.5;
    run.total_seconds = 1.0;
    return run;
}

std::string error_of(const std::string& text) {
    try {
        parse_selection(text, "model.json");
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

Dataset named_data(std::vector<std::string> names) {
    Dataset data;
    data.name = "new.csv";
    data.x = DenseMatrix(2, static_cast<Index>(names.size()));
    data.feature_names = std::move(names);
    return data;
}

TEST(SelectionJson, HasTheContractsShape) {
    const Json document = Json::parse(to_json(example_run(), 2.0));
    std::vector<std::string> keys;
    for (const auto& [key, value] : document.items()) keys.push_back(key);
    EXPECT_THAT(keys, ElementsAre("schema", "method", "params", "seed", "version", "data", "label", "graph",
                                  "selected", "selected_names", "scores", "raw_scores", "raw_direction",
                                  "objective", "certificate", "stop", "iterations", "remarks", "seconds"));
    EXPECT_EQ(document["schema"], "tamis.selection/1");
    EXPECT_EQ(document["params"].dump(), R"({"count":3,"tol":0.5,"exact":true,"kind":"l1"})");
    EXPECT_TRUE(document["graph"].is_null());
    EXPECT_TRUE(document["certificate"].is_null());
    EXPECT_EQ(document["selected"].dump(), "[2,0]");
    EXPECT_EQ(document["scores"].dump(), "[1.0,0.0,null]");  // not finite is null
    EXPECT_TRUE(document["objective"]["value"].is_null());
    EXPECT_EQ(document["raw_direction"], "larger");
    EXPECT_EQ(document["data"]["classes"], 2);
    EXPECT_EQ(document["label"].dump(), R"({"name":"kind","classes":2,"class_names":["u","v"]})");
    EXPECT_EQ(document["selected_names"][1], "a");
    EXPECT_EQ(document["remarks"].dump(), R"(["only 2 features vary"])");
    EXPECT_EQ(document["seconds"]["total"], 3.0);  // loading included
}

TEST(SelectionJson, ScaleAndGraphAppearWhereTheyWereUsed) {
    SelectRun run = example_run();
    run.scale = Scaling::standard;
    run.graph.emplace();
    run.graph->options = {{"neighbors", Index{5}},
                          {"metric", std::string("euclidean")},
                          {"weights", std::string("heat")},
                          {"symmetry", std::string("union")}};
    run.graph->bandwidth = 2.5;
    run.graph->health.edges = 9;
    const Json document = Json::parse(to_json(run, 0.0));
    EXPECT_EQ(document["params"]["scale"], "standard");
    EXPECT_EQ(document["graph"]["neighbors"], 5);
    EXPECT_EQ(document["graph"]["weights"], "heat");
    EXPECT_EQ(document["graph"]["bandwidth"], 2.5);
    EXPECT_EQ(document["graph"]["symmetry"], "union");
    EXPECT_EQ(document["graph"]["edges"], 9);
}

// One description writes and reads: what is read back is written as it was.
TEST(SelectionJson, ReadsBackAllThatItWrites) {
    SelectRun run = example_run();
    run.feature_names = {"a", "b", "c"};
    run.scale = Scaling::minmax;
    run.data_options = {{"label", "last"}, {"missing", "mean"}};
    run.selection.certificate = {{"optimal", true}, {"margin", 0.125}, {"ties", std::vector<Index>{1, 2}}};
    run.selection.raw_direction = Direction::smaller;
    run.selection.stop = Stop::exhausted;
    run.selection.path = {{.k = 1, .value = 0.5, .selected = {2}, .nested = true},
                          {.k = 2, .value = 0.25, .selected = {1, 0}, .nested = false}};
    run.graph.emplace();
    run.graph->options = {{"neighbors", Index{5}},
                          {"weights", std::string("heat")},
                          {"symmetry", std::string("mutual")},
                          {"self_loops", true},
                          {"same_class", 1.5}};
    run.graph->bandwidth = 0.75;
    run.graph->health.edges = 9;
    run.graph->health.isolated = 1;
    run.graph->hash = "xxh3:1";
    run.graph->between_edges = 4;
    run.graph->between_hash = "xxh3:2";
    const std::string written = to_json(run, 2.0);
    const SelectRun back = parse_run(written, "model.json");
    EXPECT_EQ(to_json(back, 2.0), written);
    EXPECT_EQ(back.params, run.params);
    EXPECT_EQ(back.scale, Scaling::minmax);
    EXPECT_EQ(back.selection.certificate, run.selection.certificate);
    EXPECT_EQ(back.selection.stop, Stop::exhausted);
    EXPECT_EQ(back.selection.path[1].selected, run.selection.path[1].selected);
    EXPECT_EQ(back.total_seconds, 1.0);
}

TEST(SelectionJson, RefusesAStopThatThereIsNot) {
    std::string text = to_json(example_run(), 0.0);
    text.replace(text.find("converged"), 9, "exploded!");
    EXPECT_THAT([&] { parse_run(text, "model.json"); },
                ::testing::ThrowsMessage<Error>(HasSubstr("unknown name 'exploded!'")));
}

TEST(SavedRequest, AsksForTheSameAgain) {
    SelectRun run = example_run();
    run.method = "spec";
    run.params = {{"criterion", "phi1"}, {"power", 2.0}};
    run.scale = Scaling::standard;
    run.graph.emplace();
    run.graph->options = {{"neighbors", Index{7}}, {"weights", std::string("heat")}};
    run.graph->bandwidth = 0.1;
    const SavedRequest saved = parse_request(to_json(run, 0.0), "model.json");
    EXPECT_EQ(saved.request.method.name(), "spec");
    EXPECT_EQ(*find(saved.request.method.params(), "criterion"), Value("phi1"));
    EXPECT_EQ(*find(saved.request.method.params(), "power"), Value(2.0));
    EXPECT_EQ(saved.request.scale, Scaling::standard);
    ASSERT_TRUE(saved.request.graph_options);
    EXPECT_EQ(saved.request.graph_options->neighbors, 7);
    EXPECT_EQ(saved.request.graph_options->weights, Weights::heat);
    EXPECT_EQ(saved.request.graph_options->bandwidth, 0.1);
    EXPECT_FALSE(saved.own_graph);
    run.graph->options.clear();
    EXPECT_TRUE(parse_request(to_json(run, 0.0), "model.json").own_graph);
}

TEST(SavedSelection, ComesBack) {
    const SavedSelection saved = parse_selection(to_json(example_run(), 0.0), "model.json");
    EXPECT_EQ(saved.method, "fisher");
    EXPECT_EQ(saved.features, 3);
    EXPECT_THAT(saved.selected, ElementsAre(2, 0));
    EXPECT_EQ(saved.feature_names.size(), 3u);
}

TEST(SavedSelection, OtherTextsAreRefused) {
    EXPECT_THAT(error_of("{"), HasSubstr("model.json is not a saved selection"));
    EXPECT_THAT(error_of("[1]"), HasSubstr("schema is ''"));
    EXPECT_THAT(error_of(R"({"schema": "tamis.results/1"})"), HasSubstr("schema is 'tamis.results/1'"));
    EXPECT_THAT(error_of(R"({"schema": 5})"), HasSubstr("is not a saved selection"));
    EXPECT_THAT(error_of(R"({"schema": "tamis.selection/1", "method": "m"})"), HasSubstr("data"));
    EXPECT_THAT(error_of(R"({"schema": "tamis.selection/1", "method": "m",
                             "data": {"features": 2}, "selected": [0, 2]})"),
                HasSubstr("selected feature 2 is not among the 2 features"));
}

TEST(SavedSelection, MatchesByNameInAnyOrder) {
    SavedSelection saved{"model.json", "m", 3, {"a", "b", "c"}, {2, 0}};
    EXPECT_THAT(match_features(saved, named_data({"a", "b", "c"})), ElementsAre(2, 0));
    EXPECT_THAT(match_features(saved, named_data({"c", "new", "b", "a"})), ElementsAre(0, 3));
    saved.feature_names.clear();
    EXPECT_THAT(match_features(saved, named_data({"u", "v", "w"})), ElementsAre(2, 0));
}

TEST(SavedSelection, SaysWhatDiffers) {
    const SavedSelection saved{"model.json", "m", 3, {"a", "b", "c"}, {2, 0}};
    const auto message = [&](const Dataset& data) -> std::string {
        try {
            match_features(saved, data);
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(message(named_data({"a", "b", "d"})),
              "new.csv lacks 1 of the 2 features that model.json selects: 'c'");
    EXPECT_THAT(message(named_data({"a", "c", "c"})), HasSubstr("2 columns called 'c'"));
    Dataset unnamed = named_data({"a", "b"});
    unnamed.feature_names.clear();
    EXPECT_THAT(message(unnamed), HasSubstr("new.csv has 2 features, but model.json was made from 3"));
}

}  // namespace
}  // namespace tamis
