#include <gtest/gtest.h>

#include <set>

#include "tamis/core/error.hpp"
#include "tamis/methods/method.hpp"

namespace tamis {
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
    EXPECT_FALSE(find_method("variance").needs({}).labels);
    EXPECT_TRUE(find_method("fisher").needs({}).labels);
    EXPECT_TRUE(find_method("laplacian").needs({}).graph);
    EXPECT_FALSE(find_method("laplacian").needs({}).labels);
}

TEST(Registry, PossibleNeedsAreThoseOfAllChoices) {
    EXPECT_FALSE(find_method("trace-ratio").needs({}).graph);
    EXPECT_TRUE(possible_needs(find_method("trace-ratio")).graph);
    EXPECT_TRUE(possible_needs(find_method("trace-ratio")).own_graph);
    EXPECT_TRUE(possible_needs(find_method("spec")).labels);
    EXPECT_FALSE(possible_needs(find_method("variance")).labels);
    EXPECT_FALSE(possible_needs(find_method("fisher")).graph);
}

}  // namespace
}  // namespace tamis
