// What the tables and the figures of nie2008 share.
#pragma once

#include "papers/paper.hpp"

namespace tamis::papers {

inline PaperData umist() { return {.name = "UMIST", .file = "umist.mat", .transpose = true}; }

}  // namespace tamis::papers
