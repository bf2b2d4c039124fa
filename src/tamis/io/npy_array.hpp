// One .npy file in memory, of any shape and any numeric or text type.
#pragma once

#include <string>
#include <string_view>

#include "tamis/io/npz.hpp"

namespace tamis {

// Errors begin with `where`.
NpzArray parse_npy(std::string_view bytes, const std::string& where);

// float64 for numbers, bytes for texts.
std::string npy_bytes(const NpzArray& array);

}  // namespace tamis
