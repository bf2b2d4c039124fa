// The tables of `select --explain`.
#pragma once

#include <string>

#include "tamis/pipeline/select.hpp"

namespace tamis::cli {

// Where the chosen features stand out, and why the best of the others were left out; "" if nothing is
// explained.
std::string explanation_tables(const SelectRun& run);

}  // namespace tamis::cli
