// One .npy file in memory, of any shape and any numeric or text type.
#pragma once

#include <string>
#include <string_view>

#include "tamis/io/numpy/npy_header.hpp"
#include "tamis/io/numpy/npz.hpp"
#include "tamis/io/numpy/zip_reader.hpp"

namespace tamis::detail {

// Errors begin with `where`. Throws Error if the array takes more than `most_bytes` in memory.
NpzArray parse_npy(std::string_view bytes, const std::string& where, std::uint64_t most_bytes);

// Its header alone; `bytes` may be the first ones of the file.
NpyHeader parse_npy_head(std::string_view bytes, const std::string& where);

// A member of an archive, unpacked; of a packed one the archive's limit holds for what it takes in memory.
NpzArray read_member(ZipReader& archive, std::size_t member, const std::string& where);

// float64 or int64 for numbers, Unicode for texts (bytes where they are not in UTF-8).
std::string npy_bytes(const NpzArray& array);

}  // namespace tamis::detail
