// The module of a build with every library reads every format; python/wheel/left_out.cpp is the other case.
#include "bindings.hpp"

namespace tamis::python {

std::vector<std::string> formats_left_out() { return {}; }

}  // namespace tamis::python
