// The fixture of the common suite of selectors: a test is run with every setting that a method accepts.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tamis/core/error.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/run_method.hpp"

namespace tamis::testing {

using namespace detail;

// The method with every combination of the sweep that it accepts, the defaults first; then the first
// combination that uses a neighbor graph, with every graph option at each of its values.
inline std::vector<TestedMethod> accepted_settings(const std::string& name) {
    std::vector<TestedMethod> accepted;
    Record with_graph;
    bool uses_graph = false;
    for (const Record& options : option_sweep(TestedMethod(name).fields())) try {
            accepted.emplace_back(name, options);
            const Needs& needs = accepted.back().needs();
            if (!uses_graph && needs.graph && !needs.own_graph) uses_graph = true, with_graph = options;
        } catch (const UsageError& refusal) {
            if (options.empty()) throw;
            EXPECT_STRNE(refusal.what(), "") << name << " " << text_of(options);
        }
    if (uses_graph)
        for (const Record& graph : single_options(GraphOptions::fields().describe()))
            accepted.emplace_back(name, with_graph, graph);
    return accepted;
}

class EveryMethod : public ::testing::TestWithParam<std::string> {
  protected:
    // Calls test(method) with every accepted setting. Data may be wrong for some settings: an Error says so,
    // and is no failure unless the options have their defaults. Returns the settings that ran.
    template <class Test>
    std::vector<TestedMethod> with_every_setting(Test&& test) const {
        std::vector<TestedMethod> ran;
        for (const TestedMethod& method : accepted_settings(GetParam())) {
            SCOPED_TRACE(method.text());
            try {
                test(method);
                ran.push_back(method);
            } catch (const Error& refusal) {
                EXPECT_STRNE(refusal.what(), "");
                EXPECT_FALSE(method.is_default()) << refusal.what();
            }
        }
        return ran;
    }
};

// Classes that a few features carry, so that supervised methods have something to find.
inline DenseMatrix with_signal(Index rows, Index cols, const Labels& labels, std::uint64_t seed) {
    DenseMatrix x = random_matrix(rows, cols, seed);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < std::min<Index>(cols, 4); ++j)
            x(i, j) += (1.0 + static_cast<double>(j)) * labels.of[at(i)];
    return x;
}

inline void expect_no_nan(const std::vector<double>& numbers, const std::string& where) {
    for (const double number : numbers) EXPECT_FALSE(std::isnan(number)) << where;
}

inline void expect_no_nan(const Record& record) {
    for (const auto& [name, value] : record) {
        if (const auto* number = std::get_if<double>(&value)) expect_no_nan(std::vector{*number}, name);
        if (const auto* numbers = std::get_if<std::vector<double>>(&value)) expect_no_nan(*numbers, name);
    }
}

// k different features in range, and numbers where numbers belong.
inline void expect_sound(const Selection& selection, Index features, Index k) {
    ASSERT_EQ(static_cast<Index>(selection.selected.size()), k);
    std::vector<Index> sorted = selection.selected;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(std::unique(sorted.begin(), sorted.end()), sorted.end()) << "a feature was selected twice";
    EXPECT_GE(sorted.front(), 0);
    EXPECT_LT(sorted.back(), features);
    expect_no_nan(selection.scores, "scores");
    expect_no_nan(selection.raw_scores, "raw scores");
    expect_no_nan(selection.objective.trace, "objective");
    expect_no_nan({selection.objective.value}, "objective");
    expect_no_nan(selection.certificate);
    EXPECT_FALSE(selection.objective.name.empty());
    EXPECT_EQ(selection.scores.empty(), selection.raw_scores.empty());
}

// The same features in the same order. Other options than the defaults may let features come as near to each
// other as a solver is exact: these may change places.
inline void expect_same_order(const std::vector<Index>& found, const Selection& wanted, bool defaults) {
    if (defaults || wanted.scores.empty()) {
        EXPECT_EQ(found, wanted.selected);
        return;
    }
    ASSERT_EQ(found.size(), wanted.selected.size());
    for (std::size_t rank = 0; rank < found.size(); ++rank) {
        if (found[rank] == wanted.selected[rank]) continue;
        const double score = wanted.scores[at(wanted.selected[rank])];
        EXPECT_NEAR(wanted.scores[at(found[rank])], score, 1e-10 + 1e-6 * std::abs(score))
            << "at rank " << rank;
    }
}

inline void expect_same_bits(const Selection& a, const Selection& b) {
    EXPECT_EQ(a.selected, b.selected);
    EXPECT_EQ(a.scores, b.scores);
    EXPECT_EQ(a.raw_scores, b.raw_scores);
    EXPECT_EQ(a.objective.trace, b.objective.trace);
    EXPECT_EQ(a.objective.value, b.objective.value);
    EXPECT_EQ(a.certificate, b.certificate);
}

}  // namespace tamis::testing
