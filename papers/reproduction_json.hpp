// A reproduced paper as a "tamis.results/1" document.
#pragma once

#include <string>

#include "papers/paper.hpp"

namespace tamis::papers {

// The rows of all of the paper's experiments, and its figures next to ours.
std::string to_json(const Reproduction& reproduction);

}  // namespace tamis::papers
