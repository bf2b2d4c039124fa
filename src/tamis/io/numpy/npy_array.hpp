// One .npy file in memory, of any shape and any numeric or text type.
#pragma once

#include <string>
#include <string_view>

#include "tamis/io/numpy/npy_header.hpp"
#include "tamis/io/numpy/npz.hpp"

namespace tamis::detail {

// Errors begin with `where`.
NpzArray parse_npy(std::string_view bytes, const std::string& where);

// Its header alone.
NpyHeader parse_npy_head(std::string_view bytes, const std::string& where);

// float64 or int64 for numbers, Unicode for texts (bytes where they are not in UTF-8).
std::string npy_bytes(const NpzArray& array);

}  // namespace tamis::detail
