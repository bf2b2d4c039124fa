// How messages of the library write options in Python.
#pragma once

#include "tamis/core/message.hpp"

namespace tamis::python {

using namespace detail;

// `n_features_to_select=10`, `alpha=1`, `y`.
std::string spelled(const OptionMention& option);

// The same for tamis.load, which has the parameters of the command line.
std::string spelled_in_load(const OptionMention& option);

// The same for tamis.compare, which scales the data itself and takes lists: `k=[10, 20]`.
std::string spelled_in_compare(const OptionMention& option);

}  // namespace tamis::python
