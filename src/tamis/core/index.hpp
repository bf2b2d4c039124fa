// The one integer type for counts and positions. Column positions inside sparse rows and neighbor
// lists are 32 bit (`Small`) because they are stored millions of times.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tamis {

using Index = std::int64_t;
using Small = std::int32_t;

namespace detail {

// A position as the standard containers count: v[at(i)].
constexpr std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace detail

}  // namespace tamis
