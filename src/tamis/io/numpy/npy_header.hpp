// The header of a .npy file: a Python dictionary as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

struct NpyHeader {
    std::string type;  // "<f8"; at least two characters
    bool fortran = false;
    std::vector<Index> shape;  // empty for a single value
};

// Errors begin with `where`.
NpyHeader parse_npy_header(std::string_view text, const std::string& where);

// Magic, version 1, and the header, filled up so that the numbers begin at a multiple of 64 bytes.
std::string npy_header_bytes(const std::string& type, const std::vector<Index>& shape);

}  // namespace tamis
