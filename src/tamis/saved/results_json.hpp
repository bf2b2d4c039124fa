// Comparisons as "tamis.results/1" documents, written and read back.
#pragma once

#include <string>

#include "tamis/pipeline/across.hpp"

namespace tamis::detail {

// One line per row; a number that is not finite is null. Writes the summaries as they are. A document of
// several data sets has lists of `data` and `runs` and what they say together as `across`.
std::string to_json(const EvaluateRuns& results);
std::string to_json(const EvaluateRun& run);

// The runs as they were written, their summaries made from the rows. Throws Error if the text is not a
// "tamis.results/1" document of 'tamis evaluate'; `source` names the file.
EvaluateRuns parse_results(const std::string& text, const std::string& source);

}  // namespace tamis::detail
