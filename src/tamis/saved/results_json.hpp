// Comparisons as "tamis.results/1" documents, written and read back.
#pragma once

#include <string>

#include "tamis/pipeline/evaluate.hpp"

namespace tamis {

std::string to_json(const EvaluateRun& run);

// Throws Error where the text is not a "tamis.results/1" document of one comparison; `source` names the file.
EvaluateRun parse_results(const std::string& text, const std::string& source);

}  // namespace tamis
