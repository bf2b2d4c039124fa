// Comparisons for people, and their rows for other programs.
#pragma once

#include <string>

#include "tamis/pipeline/across.hpp"
#include "tamis/report/page.hpp"

namespace tamis::detail {

// "87.3 ± 2.1": percent.
std::string percent_text(double mean, double std);

// Per measure one table of methods × numbers of features, mean ± std in percent, with mean ranks, stability
// and time per method; marks of what the paired tests can tell apart.
Page results_page(const EvaluateRun& run);
// One such part per data set and, where there are several, the ranks over them.
Page results_page(const EvaluateRuns& results);

// One line per row of the runs, values as fractions.
Table results_rows(const EvaluateRuns& results);

}  // namespace tamis::detail
