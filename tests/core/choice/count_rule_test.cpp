#include "tamis/core/choice/count_rule.hpp"

#include <gmock/gmock.h>

#include "tamis/core/error.hpp"
#include "tests/support/golden.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::golden;

std::string refusal(const std::string& text) {
    try {
        CountRule::parse(text);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "no error";
}

TEST(CountRule, IsReadAndWritten) {
    for (const char* text : {"cv", "cv:best", "fdr:0.05", "stable:0.75", "stable:1", "gain:0.8"})
        EXPECT_EQ(to_text(CountRule::parse(text).value()), text);
    for (const char* text : {"10", "0.1", "all", "", "best", "cross"})
        EXPECT_FALSE(CountRule::parse(text)) << text;
}

TEST(CountRule, RefusesWhatBeginsLikeARuleAndIsNone) {
    const std::string rules = "; the rules are cv, cv:best, fdr:0.05, stable:0.75 and gain:0.8";
    EXPECT_EQ(refusal("cv:worst"), "k = 'cv:worst': cv takes 'best' or nothing" + rules);
    EXPECT_EQ(refusal("gain"), "k = 'gain': gain needs its level" + rules);
    EXPECT_EQ(refusal("fdr"), "k = 'fdr': fdr needs its level" + rules);
    EXPECT_EQ(refusal("stable:"), "k = 'stable:': stable needs its level" + rules);
    for (const char* level : {"0", "1", "-0.1", "2", "nan", "x", "0.05x"})
        EXPECT_EQ(refusal(std::string("fdr:") + level), "k = 'fdr:" + std::string(level) + "': '" + level +
                                                            "' is not a number between 0 and 1" + rules);
    for (const char* level : {"0.5", "0", "1.01", "nan", "x"})
        EXPECT_EQ(refusal(std::string("stable:") + level),
                  "k = 'stable:" + std::string(level) + "': '" + level +
                      "' is not a number above 0.5 and at most 1" + rules);
    EXPECT_EQ(refusal("gain:0"), "k = 'gain:0': '0' is not a number between 0 and 1" + rules);
    EXPECT_EQ(refusal("gain:1"), "k = 'gain:1': '1' is not a number between 0 and 1" + rules);
    EXPECT_EQ(refusal("gain:x"), "k = 'gain:x': 'x' is not a number between 0 and 1" + rules);
    EXPECT_EQ(refusal("gain:nan"), "k = 'gain:nan': 'nan' is not a number between 0 and 1" + rules);
}

TEST(CountRule, HasTheGridOfTheFixture) {
    for (const auto& [largest, grid] : golden("trust").at("T6").at("grids").items())
        EXPECT_EQ(count_grid(std::stol(largest)), grid.get<std::vector<Index>>()) << largest;
    EXPECT_EQ(largest_count(60), 60);
    EXPECT_EQ(largest_count(5748), 200);
}

TEST(CountRule, ChoosesWithinOneStandardErrorAsTheFixture) {
    const auto& wanted = golden("trust").at("T6").at("one_se");
    const auto accuracy = wanted.at("acc").get<std::vector<std::vector<double>>>();
    const auto counts = wanted.at("ks").get<std::vector<Index>>();
    const CurveChoice cv = choose_on_curve(CountRule::Kind::cv, accuracy);
    EXPECT_EQ(counts[cv.chosen], wanted.at("chosen").get<Index>());
    EXPECT_EQ(counts[cv.best], wanted.at("best").get<Index>());
    EXPECT_NEAR(cv.error, wanted.at("se").get<double>(), 1e-11);
    EXPECT_EQ(counts[choose_on_curve(CountRule::Kind::cv_best, accuracy).chosen], 10);
}

TEST(CountRule, TakesFewerFeaturesWhereTheErrorAllows) {
    const std::vector<std::vector<double>> accuracy = {
        {0.70, 0.80, 0.90}, {0.70, 0.88, 0.82}, {0.70, 0.86, 0.88}};
    EXPECT_EQ(choose_on_curve(CountRule::Kind::cv, accuracy).chosen, 1);
    EXPECT_EQ(choose_on_curve(CountRule::Kind::cv_best, accuracy).chosen, 2);
    const std::vector<std::vector<double>> equal = {{0.5, 0.9, 0.9}, {0.5, 0.9, 0.9}};
    EXPECT_EQ(choose_on_curve(CountRule::Kind::cv_best, equal).chosen, 1) << "the smaller one of equals";
    EXPECT_EQ(choose_on_curve(CountRule::Kind::cv, equal).chosen, 1);
}

TEST(CountRule, ReachesTheSharesOfTheFixture) {
    const auto& wanted = golden("trust").at("T6").at("gain");
    const auto values = wanted.at("values").get<std::vector<double>>();
    const double full = wanted.at("full").get<double>();
    const double shares[] = {0.5, 0.7, 0.9, 0.99};
    for (std::size_t s = 0; s < 4; ++s) {
        const auto& k = wanted.at("k_at_50_70_90_99").at(s);
        const auto found = first_reaching(values, full, shares[s]);
        EXPECT_EQ(found.has_value(), !k.is_null());
        if (found) {
            EXPECT_EQ(static_cast<Index>(*found) + 1, k.get<Index>());
        }
    }
}

}  // namespace

}  // namespace tamis
