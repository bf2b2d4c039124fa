// Data sets that are hard on arithmetic: far from 1, far from 0, close to singular, full of ties.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "tamis/core/options/value.hpp"
#include "tests/support/random_data.hpp"

namespace tamis::testing {

struct NastySet {
    std::string name;
    DenseMatrix x;
    Labels labels;
    // Whether the best features are the same in every order of rows and columns: not if samples or features
    // are equally good, as in data of few different numbers, or differ by less than the digits of the data.
    bool unique = true;
};

// Normal noise, and three classes that some of the features tell apart.
inline DenseMatrix plain_set(Index rows, Index cols, const Labels& labels, std::uint64_t seed) {
    DenseMatrix x = random_matrix(rows, cols, seed);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < cols; ++j)
            x(i, j) = (1.0 + 0.3 * static_cast<double>(j)) * x(i, j) +
                      1.5 * std::sin(1.0 + static_cast<double>(2 * j) + 2.0 * labels.of[at(i)]);
    return x;
}

inline std::vector<NastySet> nasty_sets() {
    constexpr Index rows = 36, cols = 8;
    const Labels labels = random_labels(rows, 3, 31);
    const DenseMatrix plain = plain_set(rows, cols, labels, 31);
    std::vector<NastySet> sets;
    using Change = std::function<double(double value, Index i, Index j)>;
    const auto add = [&](const std::string& name, bool unique, const Change& change) {
        DenseMatrix x = plain;
        for (Index i = 0; i < rows; ++i)
            for (Index j = 0; j < cols; ++j) x(i, j) = change(x(i, j), i, j);
        sets.push_back({name, std::move(x), labels, unique});
    };
    const auto add_column = [&](const std::string& name, bool unique, double factor) {
        add(name, unique, [=](double v, Index, Index j) { return j == 2 ? factor * v : v; });
    };

    add("plain", true, [](double v, Index, Index) { return v; });
    for (const double factor : {1e-300, 1e-160, 1e-40, 1e-12, 1e12, 1e40, 1e100, 1e149})
        add("times " + to_text(Value(factor)), true, [=](double v, Index, Index) { return factor * v; });
    for (const double offset : {1e3, 1e6, 1e9})
        add("offset " + to_text(Value(offset)), true, [=](double v, Index, Index) { return offset + v; });
    for (const double offset : {1e12, 1e15, 1e17})
        add("offset " + to_text(Value(offset)), false, [=](double v, Index, Index) { return offset + v; });
    for (const double factor : {1e3, 1e6, 1e9, 1e12, 1e100, 1e-3, 1e-6})
        add_column("a column times " + to_text(Value(factor)), true, factor);
    for (const double factor : {1e-9, 1e-12, 1e-100, 1e-200, 1e-300})
        add_column("a column times " + to_text(Value(factor)), false, factor);
    for (const double outlier : {1e6, 1e12, 1e100})
        add("a cell of " + to_text(Value(outlier)), false,
            [=](double v, Index i, Index j) { return i == 7 && j == 3 ? outlier : v; });
    add("columns of 10^-12 to 10^9", false,
        [](double v, Index, Index j) { return v * std::pow(10.0, static_cast<double>(3 * j - 12)); });
    add("exponentials", true, [](double v, Index, Index) { return std::exp(5.0 * v); });
    add("subnormal", false, [](double v, Index, Index) { return std::ldexp(v, -1065); });
    add("whole numbers", false, [](double v, Index, Index) { return std::round(v); });
    add("yes and no", false, [](double v, Index, Index) { return v > 0.0 ? 1.0 : 0.0; });
    add("mostly zero", false, [](double v, Index, Index) { return v > 2.0 ? std::round(v) : 0.0; });
    add("one plus rounding", false,
        [](double v, Index, Index) { return 1.0 + std::ldexp(std::round(v), -52); });
    add("all zero", false, [](double, Index, Index) { return 0.0; });
    add("all the same", false, [](double, Index, Index) { return 7.3; });
    add("two columns vary", false, [](double v, Index, Index j) { return j < 2 ? v : 3.0; });
    add("rank one", false, [](double, Index i, Index j) {
        return std::sin(static_cast<double>(i)) * (1.0 + static_cast<double>(j));
    });
    add("rank one and rounding", false, [](double v, Index i, Index j) {
        return std::sin(static_cast<double>(i)) * (1.0 + static_cast<double>(j)) + 1e-14 * v;
    });
    add("equal columns", false, [&](double, Index i, Index j) { return plain(i, j / 2); });
    add("opposite columns", false,
        [&](double, Index i, Index j) { return j % 2 == 0 ? plain(i, j / 2) : -plain(i, j / 2); });
    add("equal rows", false, [&](double, Index i, Index j) { return plain(i / 4, j); });
    add("two different rows", false,
        [&](double, Index i, Index j) { return plain(labels.of[at(i)] % 2, j); });
    add("classes without spread", false,
        [&](double, Index i, Index j) { return plain(labels.of[at(i)], j); });
    add("a trend", false,
        [](double v, Index i, Index j) { return static_cast<double>(i * (j + 1)) + 1e-3 * v; });

    const Labels few = make_labels(std::vector<int>{0, 0, 0, 1, 1, 1, 2, 2, 2});
    sets.push_back({"more features than samples", plain_set(9, 40, few, 33), few, true});
    const Labels single = make_labels(std::vector<int>{0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2});
    sets.push_back({"a class of one sample", plain_set(11, 5, single, 34), single, false});
    return sets;
}

}  // namespace tamis::testing
