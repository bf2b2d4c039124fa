// A reproduced paper as a "tamis.results/1" document.
#pragma once

#include <string>

#include "papers/figure.hpp"

namespace tamis::papers {

// The rows of all of the paper's experiments, and its printed numbers next to ours; with figures, each of
// them with its points as `rows`.
std::string to_json(const Reproduction& reproduction, const std::vector<Figure>& figures = {});

}  // namespace tamis::papers
