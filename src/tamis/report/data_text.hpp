// What a run has read, in the words of every head line.
#pragma once

#include <optional>
#include <string>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// "2 classes, label species", "2 classes" where the label has no name, "no labels" where there are none.
std::string label_text(std::optional<Index> classes, const std::string& label_name);

}  // namespace tamis::detail
