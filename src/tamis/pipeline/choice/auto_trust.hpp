// How sure the choice of `auto` is.
#pragma once

#include <optional>

#include "tamis/pipeline/select.hpp"

namespace tamis::detail {

// The selection with p-values, if the method has a test, and with how often its features are chosen again on
// half samples. What the data do not allow, or what the seconds left of a budget are not enough for, is left
// out and remarked on.
SelectRun select_with_trust(const Dataset& data, SelectRequest request, std::optional<double> seconds_left,
                            const Context& context);

}  // namespace tamis::detail
