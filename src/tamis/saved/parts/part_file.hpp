// Parts in files (.tps): what is kept of a shard whose samples stay where they are. docs/parts.md has the
// format, byte by byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tamis/pipeline/parts/part.hpp"

namespace tamis::detail {

constexpr const char* part_extension = ".tps";
constexpr std::uint32_t part_version = 2;

// The whole content of a file.
std::string part_bytes(const Part& part);

// Reads it back. `file` is for messages. Throws Error if the bytes are no part, are of another version, are
// cut off or damaged, or hold numbers that no shard has. Memory follows the number of bytes.
Part parse_part(std::string_view bytes, const std::string& file);

// The same without the check of the hash at the end, which a damaged file would rarely pass.
Part parse_part_content(std::string_view bytes, const std::string& file);

void write_part(const std::string& path, const Part& part);
Part read_part(const std::string& path);

}  // namespace tamis::detail
