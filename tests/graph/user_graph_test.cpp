#include "tamis/graph/user_graph.hpp"

#include <gmock/gmock.h>

#include "tamis/core/error.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(CheckUserGraph, RefusesAnotherNumberOfSamples) {
    const Graph graph = make_graph(3, {{0, 1, 1.0}, {1, 0, 1.0}}, "mine");
    check_user_graph(graph, 3, "mine");
    EXPECT_THAT([&] { check_user_graph(graph, 4, "mine"); },
                ThrowsMessage<Error>(AllOf(HasSubstr("mine"), HasSubstr("3"), HasSubstr("4"))));
    EXPECT_THROW(make_graph(2, {{0, 2, 1.0}}, "mine"), Error);
}

}  // namespace
}  // namespace tamis
