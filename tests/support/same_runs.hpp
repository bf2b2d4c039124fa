// Whether a run on shards found what a run on all rows found.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tamis/pipeline/project.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis::testing {

// The largest difference of two lists, relative to the larger number of each pair; infinities must agree.
inline double relative_gap(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return INFINITY;
    double gap = 0.0;
    for (std::size_t j = 0; j < a.size(); ++j)
        if (a[j] != b[j])
            gap = std::max(gap, std::abs(a[j] - b[j]) / std::max(std::abs(a[j]), std::abs(b[j])));
    return gap;
}

// The same relative to the largest number of all: where a score is a difference of larger ones.
inline double gap_of_largest(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return INFINITY;
    double gap = 0.0, largest = 0.0;
    for (std::size_t j = 0; j < a.size(); ++j) {
        if (a[j] != b[j]) gap = std::max(gap, std::abs(a[j] - b[j]));
        largest = std::max(largest, std::abs(b[j]));
    }
    return gap == 0.0 ? 0.0 : gap / largest;
}

// Sparse rows that are read block by block become dense block by block, which the remark says.
inline std::vector<std::string> remarks_on_blocks(std::vector<std::string> remarks) {
    for (std::string& text : remarks)
        if (text.find("become dense") != std::string::npos) text += ", block by block in every pass";
    return remarks;
}

inline void expect_same_selection(const SelectRun& shared, const SelectRun& local, double tolerance,
                                  const std::string& what) {
    EXPECT_EQ(shared.selection.selected, local.selection.selected) << what;
    EXPECT_LE(relative_gap(shared.selection.raw_scores, local.selection.raw_scores), tolerance) << what;
    EXPECT_LE(relative_gap({shared.selection.objective.value}, {local.selection.objective.value}), tolerance)
        << what;
    // Those of the trace ratio are b - λe, which may cancel; λ is the objective.
    if (local.method != "trace-ratio") {
        EXPECT_LE(relative_gap(shared.selection.scores, local.selection.scores), tolerance) << what;
    }
    EXPECT_EQ(shared.remarks, remarks_on_blocks(local.remarks)) << what;
    EXPECT_EQ(shared.params, local.params) << what;
    EXPECT_EQ(shared.selection.stop, local.selection.stop) << what;
}

}  // namespace tamis::testing
