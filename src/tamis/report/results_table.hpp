// Comparisons as text for people.
#pragma once

#include <string>

#include "tamis/pipeline/evaluate.hpp"

namespace tamis {

// "87.3 ± 2.1": percent.
std::string percent_text(double mean, double std);

// Per measure one table of methods × numbers of features, mean ± std in percent, with mean ranks, stability
// and time per method; marks of what the paired tests can tell apart.
std::string results_table(const EvaluateRun& run);

}  // namespace tamis
