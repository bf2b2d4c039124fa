// NumPy's types of numbers as those of C++.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace tamis::detail {

static_assert(std::endian::native == std::endian::little,
              "numbers are read and written as they lie in memory");

// Calls visit(number) with a number of the type that NumPy calls "<f8", "|u1", …; false if it is none of
// those that are read.
template <class Visit>
bool with_npy_type(std::string_view type, Visit&& visit) {
    const std::string_view kind = type.substr(1);
    if (kind == "f8")
        visit(double{});
    else if (kind == "f4")
        visit(float{});
    else if (kind == "i1")
        visit(std::int8_t{});
    else if (kind == "i2")
        visit(std::int16_t{});
    else if (kind == "i4")
        visit(std::int32_t{});
    else if (kind == "i8")
        visit(std::int64_t{});
    else if (kind == "u1" || kind == "b1")
        visit(std::uint8_t{});
    else if (kind == "u2")
        visit(std::uint16_t{});
    else if (kind == "u4")
        visit(std::uint32_t{});
    else if (kind == "u8")
        visit(std::uint64_t{});
    else
        return false;
    return true;
}

}  // namespace tamis::detail
