// The one integer type for counts and positions. Column positions inside sparse rows and neighbor
// lists are 32 bit (`Small`) because they are stored millions of times.
#pragma once

#include <cstdint>

namespace tamis {

using Index = std::int64_t;
using Small = std::int32_t;

}  // namespace tamis
