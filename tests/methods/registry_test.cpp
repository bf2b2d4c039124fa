#include <gtest/gtest.h>

#include <set>

#include "tamis/core/error.hpp"
#include "tamis/methods/method.hpp"

namespace tamis {

using namespace detail;

namespace {

TEST(Registry, NamesAreUniqueAndFound) {
    std::set<std::string> names;
    for (const Method& method : methods()) {
        EXPECT_TRUE(names.insert(method.about.name).second) << method.about.name;
        EXPECT_EQ(&find_method(method.about.name), &method);
    }
}

TEST(Registry, UnknownNameSuggestsTheNearest) {
    try {
        find_method("fischer");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_TRUE(
            std::string(error.what()).starts_with("unknown method 'fischer': did you mean 'fisher'? Known: "))
            << error.what();
    }
}

TEST(Registry, NeedsFollowFromTheSignature) {
    EXPECT_FALSE(find_method("variance").usual.needs().labels);
    EXPECT_TRUE(find_method("fisher").usual.needs().labels);
    EXPECT_TRUE(find_method("laplacian").usual.needs().graph);
    EXPECT_FALSE(find_method("laplacian").usual.needs().labels);
}

TEST(Registry, OptionsAreReadOnceFromTextsOrValues) {
    const ConfiguredMethod texts("gfs", {{"gamma", "10"}, {"max_planes", "7"}});
    const ConfiguredMethod values("gfs", {{"gamma", 10.0}, {"max_planes", Index{7}}});
    EXPECT_EQ(texts.params(), values.params());
    EXPECT_EQ(*find(texts.params(), "gamma"), Value(10.0));
    EXPECT_EQ(*find(texts.with({{"gamma", "cv"}}).params(), "gamma"), Value(std::string("cv")));
    EXPECT_EQ(*find(texts.params(), "gamma"), Value(10.0)) << "the original changed";
    EXPECT_EQ(configure("gfs").params(), find_method("gfs").usual.params());
    EXPECT_THROW(configure("gfs", {{"gamma", -1.0}}), UsageError);
    EXPECT_THROW(configure("gfs", {{"gama", 1.0}}), UsageError);
}

TEST(Registry, NeedsAndNestingFollowTheOptions) {
    EXPECT_TRUE(configure("trace-ratio").needs().labels);
    const ConfiguredMethod graph = configure("trace-ratio", {{"criterion", "graph"}});
    EXPECT_FALSE(graph.needs().labels);
    EXPECT_TRUE(graph.needs().own_graph);
    EXPECT_TRUE(graph.needs().pair);
    EXPECT_TRUE(graph.has_option("path"));
    EXPECT_FALSE(configure("fisher").has_option("path"));
    EXPECT_TRUE(configure("lapdofs").nested());
    EXPECT_FALSE(configure("lapdofs", {{"solver", "convex"}}).nested());
}

TEST(Registry, PossibleNeedsAreThoseOfAllChoices) {
    EXPECT_FALSE(find_method("trace-ratio").usual.needs().graph);
    EXPECT_TRUE(possible_needs(find_method("trace-ratio")).graph);
    EXPECT_TRUE(possible_needs(find_method("trace-ratio")).own_graph);
    EXPECT_TRUE(possible_needs(find_method("spec")).labels);
    EXPECT_FALSE(possible_needs(find_method("variance")).labels);
    EXPECT_FALSE(possible_needs(find_method("fisher")).graph);
}

}  // namespace
}  // namespace tamis
