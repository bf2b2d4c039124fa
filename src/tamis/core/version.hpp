// The version of the library.
#pragma once

namespace tamis {

// "0.1.0"; never throws.
const char* version();

}  // namespace tamis
