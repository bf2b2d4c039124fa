// A paper's tables with ours next to them.
#pragma once

#include "papers/paper.hpp"
#include "tamis/report/page.hpp"

namespace tamis::papers {

Page reproduction_page(const Reproduction& reproduction);

// One line per printed cell, as the JSON has it: values are fractions.
Table reproduction_rows(const Reproduction& reproduction);

}  // namespace tamis::papers
