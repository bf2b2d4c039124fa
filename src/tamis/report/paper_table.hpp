// A paper's tables with ours beside them.
#pragma once

#include <string>

#include "tamis/pipeline/papers/paper.hpp"

namespace tamis {

std::string reproduction_table(const Reproduction& reproduction);

}  // namespace tamis
