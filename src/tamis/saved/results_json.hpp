// Comparisons as "tamis.results/1" documents, written and read back.
#pragma once

#include <string>

#include "tamis/pipeline/evaluate.hpp"

namespace tamis {

// One line per row; a number that is not finite is null. Writes run.summary as it is.
std::string to_json(const EvaluateRun& run);

// The run as it was written, its summary made from the rows. Throws Error if the text is not a
// "tamis.results/1" document of one comparison; `source` names the file.
EvaluateRun parse_results(const std::string& text, const std::string& source);

}  // namespace tamis
