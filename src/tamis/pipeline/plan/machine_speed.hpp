// How fast this machine is, measured in some hundredths of a second.
#pragma once

#include "tamis/core/context.hpp"

namespace tamis::detail {

struct MachineSpeed {
    double bytes = 0.0;     // read from memory, per second
    double products = 0.0;  // multiply-adds of matrix products per second
    double steps = 0.0;     // multiply-adds of other loops per second
};

// With the threads of the context.
MachineSpeed measure_machine(const Context& context);

}  // namespace tamis::detail
