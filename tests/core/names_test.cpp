#include "tamis/core/options/names.hpp"

#include <gmock/gmock.h>

#include "tamis/core/options/value.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
using ::testing::StrEq;
using ::testing::ThrowsMessage;

struct Named {
    std::string name;
    int number;
};

struct Registered {
    struct {
        std::string name;
    } about;
};

TEST(FindNamed, KnowsRegistriesNamedDataAndPairs) {
    const std::vector<Named> data = {{"one", 1}, {"two", 2}};
    const std::vector<std::pair<std::string, int>> pairs = {{"one", 1}, {"two", 2}};
    const std::vector<Registered> registry = {{{"one"}}, {{"two"}}};
    EXPECT_EQ(find_named(data, "number", "two").number, 2);
    EXPECT_EQ(find_named(pairs, "number", "two").second, 2);
    EXPECT_EQ(&find_named(registry, "number", "two"), &registry[1]);
    EXPECT_THAT(names_of(registry), ElementsAre("one", "two"));
}

TEST(FindNamed, SuggestsTheNearestKnownName) {
    const std::vector<Named> table = {{"fisher", 1}, {"laplacian", 2}};
    EXPECT_THAT([&] { find_named(table, "method", "fishr", {"all"}); },
                ThrowsMessage<UsageError>(
                    StrEq("unknown method 'fishr': did you mean 'fisher'? Known: fisher, laplacian, all")));
    EXPECT_THAT([&] { find_named(table, "method", "al", {"all"}); },
                ThrowsMessage<UsageError>(
                    StrEq("unknown method 'al': did you mean 'all'? Known: fisher, laplacian, all")));
    EXPECT_THAT([&] { find_named(table, "method", "qqqqqqqq"); },
                ThrowsMessage<UsageError>(StrEq("unknown method 'qqqqqqqq'. Known: fisher, laplacian")));
}

TEST(RequireKnown, PassesWhatIsInTheList) {
    const std::vector<std::string> known = {"select", "verify"};
    EXPECT_NO_THROW(require_known("command", "verify", known));
    EXPECT_THAT([&] { require_known("command", "verfy", known); },
                ThrowsMessage<UsageError>(
                    StrEq("unknown command 'verfy': did you mean 'verify'? Known: select, verify")));
    EXPECT_EQ(suggestion("selct", known), ": did you mean 'select'?");
    EXPECT_EQ(suggestion("qqqqqqqq", known), "");
}

TEST(Record, FindsAValueByItsName) {
    const Record record = {{"gap", 0.5}, {"optimal", true}, {"gap", 0.25}};
    ASSERT_NE(find(record, "gap"), nullptr);
    EXPECT_EQ(*find(record, "gap"), Value(0.5));
    EXPECT_EQ(find(record, "ga"), nullptr);
    EXPECT_EQ(value_at(record, "optimal"), Value(true));
    EXPECT_THAT([&] { value_at(record, "bound"); },
                ThrowsMessage<std::out_of_range>(StrEq("no 'bound' in the record")));
}

}  // namespace
}  // namespace tamis
