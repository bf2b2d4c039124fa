// The structure of MAT files of versions 4 and 5: sizes that contain each other. matio believes what a file
// declares and allocates it, and it does not report writing errors; so files are looked through here before
// it reads them, and after it wrote them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tamis/io/byte_source.hpp"

namespace tamis::detail {

// How many bytes each compressed variable takes when it is unpacked, by name.
using UnpackedSizes = std::map<std::string, std::uint64_t>;

// Throws Error if the file is no MAT file, is cut off, or declares something that is larger than what holds
// it. `most_bytes` limits what the cells of cell arrays and structs take in memory.
UnpackedSizes check_mat_structure(ByteSource& source, const std::string& path, std::uint64_t most_bytes);

// Whether a file of version 5 that was just written is whole: all elements are compressed, follow each other
// up to the end of the file, and unpack with the right checksums.
bool is_whole_mat_file(ByteSource& source);

}  // namespace tamis::detail
