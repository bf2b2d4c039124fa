// A paper's tables with ours next to them.
#pragma once

#include <string>

#include "papers/paper.hpp"

namespace tamis::papers {

std::string reproduction_table(const Reproduction& reproduction);

}  // namespace tamis::papers
