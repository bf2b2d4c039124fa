// What is done for users who name no method.
#pragma once

#include <string>

namespace tamis::detail {

// `fisher` where the method sees labels, `laplacian` where it does not.
inline std::string usual_method(bool labels) { return labels ? "fisher" : "laplacian"; }

}  // namespace tamis::detail
