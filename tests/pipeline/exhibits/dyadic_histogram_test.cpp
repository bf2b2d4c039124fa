#include "tamis/pipeline/exhibits/dyadic_histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/random/engine.hpp"

namespace tamis {

using namespace detail;

namespace {

struct Value {
    double number;
    Index group;
};

// By its definition: the finest grid of powers of two on which 20 cells hold all numbers.
Histogram defined(const std::vector<Value>& values, Index groups) {
    double low = values.front().number, high = low;
    for (const Value& value : values) low = std::min(low, value.number), high = std::max(high, value.number);
    Histogram result{low, high, std::vector<std::vector<Index>>(at(groups))};
    if (low == high) {
        for (auto& list : result.counts) list.assign(1, 0);
        for (const Value& value : values) ++result.counts[at(value.group)][0];
        return result;
    }
    int e = -1074;
    const auto cell = [&](double v) {  // the quotient of a small number below 0 may round to 0
        return v < 0.0 && v > -std::ldexp(1.0, e) ? -1.0 : std::floor(std::ldexp(v, -e));
    };
    while (!(cell(high) - cell(low) < 20.0)) ++e;
    result.low = std::ldexp(cell(low), e);
    result.high = std::ldexp(cell(high) + 1.0, e);
    for (auto& list : result.counts) list.assign(static_cast<std::size_t>(cell(high) - cell(low)) + 1, 0);
    for (const Value& value : values)
        ++result.counts[at(value.group)][static_cast<std::size_t>(cell(value.number) - cell(low))];
    return result;
}

void expect_equal(const Histogram& found, const Histogram& wanted) {
    EXPECT_EQ(found.low, wanted.low);
    EXPECT_EQ(found.high, wanted.high);
    EXPECT_EQ(found.counts, wanted.counts);
}

std::vector<Value> draw(Random& random, Index count, Index groups, int kind) {
    std::vector<Value> values;
    for (Index i = 0; i < count; ++i) {
        double number = random.normal();
        if (kind == 1) number = std::floor(16.0 * random.uniform());
        if (kind == 2) number = std::exp(40.0 * random.normal());
        if (kind == 3) number = 1e9 + 1e-6 * random.normal();
        if (kind == 4) number = -std::exp2(-1070.0) * static_cast<double>(random.below(9));
        if (kind == 5) number = random.below(10) == 0 ? 1.0 : 0.0;
        if (kind == 6) number = (random.below(2) == 0 ? 1e149 : 1e-300) * random.normal();
        values.push_back({number, random.below(groups)});
    }
    return values;
}

TEST(DyadicHistogram, IsThatOfItsDefinitionInAnyOrder) {
    Random random(1);
    for (int kind = 0; kind < 7; ++kind)
        for (const Index count : {1, 2, 3, 50, 400})
            for (int trial = 0; trial < 5; ++trial) {
                SCOPED_TRACE(std::to_string(kind) + " " + std::to_string(count));
                std::vector<Value> values = draw(random, count, 3, kind);
                const Histogram wanted = defined(values, 3);
                for (int order = 0; order < 3; ++order) {
                    random.shuffle(values);
                    DyadicHistogram all(3);
                    for (const Value& value : values) all.add(value.number, value.group);
                    expect_equal(all.histogram(), wanted);
                    std::vector<DyadicHistogram> parts(4, DyadicHistogram(3));
                    for (std::size_t i = 0; i < values.size(); ++i)
                        parts[i * 4 / values.size()].add(values[i].number, values[i].group);
                    for (std::size_t p = 1; p < parts.size(); ++p) parts[0].merge(parts[p]);
                    expect_equal(parts[0].histogram(), wanted);
                }
            }
}

TEST(DyadicHistogram, HasElevenBinsOrMore) {
    Random random(2);
    for (int trial = 0; trial < 200; ++trial) {
        DyadicHistogram all;
        for (int i = 0; i < 30; ++i) all.add(std::exp(3.0 * random.normal()));
        const Histogram found = all.histogram();
        EXPECT_GE(found.counts[0].size(), 10u);
        EXPECT_LE(found.counts[0].size(), 20u);
        EXPECT_GT(found.counts[0].front(), 0);
        EXPECT_GT(found.counts[0].back(), 0);
        EXPECT_EQ(std::accumulate(found.counts[0].begin(), found.counts[0].end(), Index{0}), 30);
    }
}

TEST(DyadicHistogram, OfWholeNumbersHasOneBinEach) {
    DyadicHistogram all;
    for (int value = 0; value <= 16; ++value) all.add(value);
    const Histogram found = all.histogram();
    EXPECT_EQ(found.low, 0.0);
    EXPECT_EQ(found.high, 17.0);
    EXPECT_EQ(found.counts[0], std::vector<Index>(17, 1));
}

TEST(DyadicHistogram, OfNothingIsEmpty) {
    const Histogram found = DyadicHistogram(2).histogram();
    EXPECT_EQ(found.low, found.high);
    EXPECT_EQ(found.counts, (std::vector<std::vector<Index>>{{0}, {0}}));
}

}  // namespace
}  // namespace tamis
