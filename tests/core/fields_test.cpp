#include "tamis/core/options/fields.hpp"

#include <gtest/gtest.h>

#include "tamis/core/error.hpp"

namespace tamis {

using namespace detail;

namespace {

enum class Kind { round, square };

struct Options {
    Index neighbors = 10;
    double power = 1.0;
    bool priors = true;
    Kind kind = Kind::square;
    std::optional<double> beta;

    static Fields<Options> fields() {
        return Fields<Options>()
            .integer("neighbors", &Options::neighbors, at_least(1), "how many")
            .real("power", &Options::power, above(0), "exponent")
            .boolean("priors", &Options::priors, "weigh")
            .choice("kind", &Options::kind, {{"round", Kind::round}, {"square", Kind::square}}, "shape")
            .optional("beta", &Options::beta, at_least(0), "auto", "time");
    }
};

std::string message_of(const Record& settings) {
    Options options;
    try {
        Options::fields().assign(options, settings);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

TEST(Fields, AssignsEveryKind) {
    Options options;
    Options::fields().assign(
        options,
        {{"neighbors", "3"}, {"power", "2.5"}, {"priors", "false"}, {"kind", "round"}, {"beta", "0.25"}});
    EXPECT_EQ(options.neighbors, 3);
    EXPECT_EQ(options.power, 2.5);
    EXPECT_FALSE(options.priors);
    EXPECT_EQ(options.kind, Kind::round);
    EXPECT_EQ(options.beta, 0.25);
    Options::fields().assign(options, {{"beta", "auto"}});
    EXPECT_EQ(options.beta, std::nullopt);
}

TEST(Fields, TakesTypedValuesAsTheyAre) {
    Options options;
    Options::fields().assign(
        options, {{"neighbors", Index{3}}, {"power", Index{2}}, {"priors", false}, {"beta", 0.1}});
    EXPECT_EQ(options.neighbors, 3);
    EXPECT_EQ(options.power, 2.0);
    EXPECT_FALSE(options.priors);
    EXPECT_EQ(options.beta, 0.1);
    Options::fields().assign(options, {{"beta", nullptr}, {"priors", Index{1}}});
    EXPECT_EQ(options.beta, std::nullopt);
    EXPECT_TRUE(options.priors);
}

TEST(Fields, RefusesTypedValuesInTheSameWords) {
    EXPECT_EQ(message_of({{"neighbors", Index{0}}}), "neighbors takes an integer >= 1, not '0'");
    EXPECT_EQ(message_of({{"neighbors", 3.0}}), "neighbors takes an integer >= 1, not '3.0'");
    EXPECT_EQ(message_of({{"neighbors", true}}), "neighbors takes an integer >= 1, not 'true'");
    EXPECT_EQ(message_of({{"power", nullptr}}), "power takes a number > 0, not ''");
    EXPECT_EQ(message_of({{"power", -0.5}}), "power takes a number > 0, not '-0.5'");
    EXPECT_EQ(message_of({{"priors", Index{2}}}), "priors takes true or false, not '2'");
    EXPECT_EQ(message_of({{"kind", Index{1}}}), "kind takes one of round, square, not '1'");
}

TEST(Fields, DescribesDefaults) {
    const std::vector<FieldInfo> infos = Options::fields().describe();
    ASSERT_EQ(infos.size(), 5U);
    EXPECT_EQ(infos[0].fallback, Value(Index{10}));
    EXPECT_EQ(infos[1].range.text(), "> 0");
    EXPECT_EQ(infos[3].fallback, Value(std::string("square")));
    EXPECT_EQ(infos[3].choices, (std::vector<std::string>{"round", "square"}));
    EXPECT_EQ(infos[4].fallback, Value(std::string("auto")));
}

TEST(Fields, RefusesWithTheOptionAndWhatItTakes) {
    EXPECT_EQ(message_of({{"neighbors", "0"}}), "neighbors takes an integer >= 1, not '0'");
    EXPECT_EQ(message_of({{"neighbors", "2.5"}}), "neighbors takes an integer >= 1, not '2.5'");
    EXPECT_EQ(message_of({{"power", "nan"}}), "power takes a number > 0, not 'nan'");
    EXPECT_EQ(message_of({{"power", ""}}), "power takes a number > 0, not ''");
    EXPECT_EQ(message_of({{"priors", "maybe"}}), "priors takes true or false, not 'maybe'");
    EXPECT_EQ(message_of({{"kind", "squar"}}),
              "kind takes one of round, square, not 'squar': did you mean 'square'?");
    EXPECT_EQ(message_of({{"beta", "-1"}}), "beta takes a number >= 0 or 'auto', not '-1'");
    EXPECT_EQ(
        message_of({{"neigbors", "5"}}),
        "unknown option 'neigbors': did you mean 'neighbors'? Known: neighbors, power, priors, kind, beta");
}

TEST(Fields, ChecksWhatWasFilledInByHand) {
    Options options;
    EXPECT_NO_THROW(Options::fields().check(options));
    options.power = -1.0;
    EXPECT_THROW(Options::fields().check(options), UsageError);
    options.power = 1.0;
    options.beta = std::numeric_limits<double>::infinity();
    EXPECT_THROW(Options::fields().check(options), UsageError);
}

TEST(Fields, ValuesAreResolved) {
    Options options;
    options.beta = 2.0;
    const Record record = Options::fields().values(options);
    EXPECT_EQ(record[0], (std::pair<std::string, Value>("neighbors", Index{10})));
    EXPECT_EQ(record[4], (std::pair<std::string, Value>("beta", 2.0)));
}

}  // namespace
}  // namespace tamis
